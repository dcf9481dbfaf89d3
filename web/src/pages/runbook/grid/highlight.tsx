// A text with the words that were looked for marked in it.
import { memo } from "react";

export const Highlight = memo(function Highlight({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {partsOf(text, words).map(({ start, part, isFound }) =>
        isFound ? <mark key={start}>{part}</mark> : <span key={start}>{part}</span>,
      )}
    </bdi>
  );
});

function partsOf(text: string, words: readonly string[]) {
  const lower = text.toLowerCase();
  const isFound = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
      isFound.fill(true, at, at + word.length);
    }
  }
  const parts: { start: number; part: string; isFound: boolean }[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + 1;
    while (end < text.length && isFound[end] === isFound[start]) end++;
    parts.push({ start, part: text.slice(start, end), isFound: isFound[start]! });
    start = end;
  }
  return parts;
}
