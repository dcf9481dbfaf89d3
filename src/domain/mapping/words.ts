// Tables of words that a mapping or a preset brings for its tool: what they say counts before the words that all tools share.
import { readJson } from "../../lib/formats/json.ts";
import type { Priority } from "../issues/issue.ts";
import { MAX_WORD } from "../limits.ts";

/**
 * Words as they were entered: the tool's words with their priority, the words that mean it has recovered, and its names
 * for messages that report nothing.
 */
export interface Words {
  priority?: Readonly<Record<string, Priority>>;
  recovered?: readonly string[];
  ignored?: readonly string[];
}

/** A mapping's words, made ready for looking up. */
export interface WordTables {
  priority: ReadonlyMap<string, Priority>;
  recovered: ReadonlyMap<string, true>;
  ignored: ReadonlyMap<string, true>;
}

export const NO_WORDS: WordTables = wordTables({});

export function wordTables({ priority = {}, recovered = [], ignored = [] }: Words): WordTables {
  return {
    priority: new Map(Object.entries(priority).map(([word, meaning]) => [plain(word), meaning])),
    recovered: setOf(recovered),
    ignored: setOf(ignored),
  };
}

function setOf(words: readonly string[]): ReadonlyMap<string, true> {
  return new Map(words.map((word) => [plain(word), true]));
}

/** What a word stands for, whatever its case and however a number is written: 40.0 and 4e1 are 40. */
export function lookUp<Meaning>(table: ReadonlyMap<string, Meaning>, word: string): Meaning | undefined {
  if (table.size === 0 || word.length > MAX_WORD) return undefined;
  const name = plain(word);
  return table.get(name) ?? table.get(byValue(name));
}

function plain(word: string): string {
  return word.trim().toLowerCase();
}

function byValue(word: string): string {
  if (word < "0" || word >= ":") return word;
  const reading = readJson(Buffer.from(word));
  return reading.ok ? String(reading.value) : word;
}
