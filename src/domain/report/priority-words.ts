// The words and numbers by which other tools say how bad something is.
import type { Priority } from "../issues/issue.ts";
import { lookUp } from "../mapping/words.ts";

const WORDS: Record<Priority, string> = {
  urgent: "urgent critical fatal p1 1 50",
  high: "high error p2 2 40",
  medium: "medium warning p3 3 30",
  low: "low info p4 p5 4 5 20 10",
};

const TABLE = new Map(
  Object.entries(WORDS).flatMap(([priority, words]) => words.split(" ").map((word) => [word, priority as Priority])),
);

/** The priority that a word or a tracker's number means; null if none. */
export function priorityOf(word: string): Priority | null {
  return lookUp(TABLE, word) ?? null;
}
