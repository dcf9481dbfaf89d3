// The words and numbers by which other tools say how bad something is.
import { readJson } from "../../lib/formats/json.ts";
import type { Priority } from "../issues/issue.ts";

const WORDS: Record<Priority, string> = {
  urgent: "urgent critical fatal p1 1 50",
  high: "high error p2 2 40",
  medium: "medium warning p3 3 30",
  low: "low info p4 p5 4 5 20 10",
};

const TABLE = new Map(
  Object.entries(WORDS).flatMap(([priority, words]) => words.split(" ").map((word) => [word, priority as Priority])),
);

/** The priority that a word or a tracker's number stands for; null when it stands for none. */
export function priorityOf(word: string): Priority | null {
  if (word.length > 100) return null;
  const plain = word.trim().toLowerCase();
  return TABLE.get(plain) ?? TABLE.get(byValue(plain)) ?? null;
}

/** A number by its value, however it is written: 40.0 and 4e1 are 40. */
function byValue(word: string): string {
  if (word < "0" || word >= ":") return word;
  const reading = readJson(Buffer.from(word));
  return reading.ok ? String(reading.value) : word;
}
