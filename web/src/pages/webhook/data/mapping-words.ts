// The tables of words of a mapping as the editor writes them: one word a line, with the priority that it stands for behind an equals sign.
import { PRIORITIES, type Priority } from "../../../../../src/wire/lists.ts";
import type { Webhook } from "../../../api/types.ts";

type Words = NonNullable<Webhook["mapping"]["words"]>;

export const WORD_KEYS = ["priority_words", "recovered_words", "ignored_words"] as const;
export type WordKey = (typeof WORD_KEYS)[number];

export function textsOfWords(words: Webhook["mapping"]["words"]): Record<WordKey, string> {
  return {
    priority_words: Object.entries(words?.priority ?? {})
      .map(([word, priority]) => `${word} = ${priority}`)
      .join("\n"),
    recovered_words: (words?.recovered ?? []).join("\n"),
    ignored_words: (words?.ignored ?? []).join("\n"),
  };
}

/** Words as the server takes them; null when there are none. Lines that can't be read are left out. */
export function parseMappingWords(texts: Record<WordKey, string>): Words | null {
  const priority = texts.priority_words.split("\n").flatMap((line) => entryIn(line) ?? []);
  const recovered = wordsIn(texts.recovered_words);
  const ignored = wordsIn(texts.ignored_words);
  if (priority.length === 0 && recovered === undefined && ignored === undefined) return null;
  return {
    priority: priority.length === 0 ? undefined : Object.fromEntries(priority),
    recovered,
    ignored,
  };
}

/** The words, one a line; undefined for none. */
function wordsIn(text: string): string[] | undefined {
  const words = linesOf(text).map(({ line }) => line);
  return words.length === 0 ? undefined : words;
}

/** The first line that can't be read, and where it begins, counted from 1. */
export function mistakeInPriorities(text: string): { position: number; message: string } | null {
  const wrong = linesOf(text).find(({ line }) => entryIn(line) === null);
  if (wrong === undefined) return null;
  return { position: wrong.start + 1, message: "write a word, = and urgent, high, medium or low." };
}

function entryIn(line: string): [word: string, priority: Priority][] | null {
  const at = line.lastIndexOf("=");
  const word = line.slice(0, Math.max(0, at)).trim();
  const named = line
    .slice(at + 1)
    .trim()
    .toLowerCase();
  const priority = PRIORITIES.find((one) => one === named);
  return word === "" || priority === undefined ? null : [[word, priority]];
}

/** Lines that aren't blank, with where each begins. */
function linesOf(text: string): { line: string; start: number }[] {
  let start = 0;
  const lines: { line: string; start: number }[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() !== "") lines.push({ line: line.trim(), start });
    start += line.length + 1;
  }
  return lines;
}
