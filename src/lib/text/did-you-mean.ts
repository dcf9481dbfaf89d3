// What somebody probably meant who wrote a word that is not known.
import { quote } from "./text.ts";

/** Characters of a word, and words, that are compared: a refusal must not cost more the more there is. */
const MAX_LENGTH = 60;
const MAX_KNOWN = 2_000;

/** The known word that takes the fewest changes to get to, if that is few enough to be a typing error. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const said = word.toLowerCase();
  if (said.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let fewest = 1 + Math.max(1, Math.floor(said.length / 3));
  for (const one of known.slice(0, MAX_KNOWN)) {
    if (one.length > MAX_LENGTH || Math.abs(one.length - said.length) >= fewest) continue;
    const changes = distance(said, one.toLowerCase(), fewest);
    if (changes >= fewest) continue;
    best = one;
    fewest = changes;
  }
  return best;
}

/** `did you mean "android"?`, or `otherwise` when nothing is near. */
export function didYouMean<Otherwise>(
  word: string,
  known: readonly string[],
  otherwise: Otherwise,
): string | Otherwise {
  const meant = nearestWord(word, known);
  return meant === undefined ? otherwise : `did you mean ${quote(meant)}?`;
}

/** "Did you mean" as a sentence that follows another; empty when nothing is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const meant = nearestWord(word, known);
  return meant === undefined ? "" : ` Did you mean ${quote(meant)}?`;
}

/** Letters to add, drop, replace or swap with their neighbour to make one word of the other; `most` where it takes as many or more. */
function distance(a: string, b: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? beforeLast[j - 2]! + 1 : replaced;
      row.push(Math.min(replaced, swapped, last[j]! + 1, row[j - 1]! + 1));
    }
    if (Math.min(...row, ...last) >= most) return most;
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
