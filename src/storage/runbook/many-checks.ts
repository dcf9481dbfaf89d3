// Changes to many checks at once: a few statements, whatever the number of checks.
import type { CheckWords } from "../../domain/runbook/plan-changes.ts";
import { MOST_ROWS, type Tx, updateMany } from "../database/database.ts";
import type { Check } from "./checks.ts";

const saveMany = updateMany(
  '"check"',
  ["id"],
  ["section_id", "ref", "title", "instructions", "position", "archived_at"],
);
const saveWords = updateMany('"check"', ["id"], ["title", "instructions"]);

export function updateChecks(tx: Tx, checks: readonly Check[]): void {
  const rows = checks.map(({ id, sectionId, ref, title, instructions, position, archivedAt }) => ({
    id,
    section_id: sectionId,
    ref,
    title,
    instructions,
    position,
    archived_at: archivedAt,
  }));
  for (const some of inJson(rows)) tx.run(saveMany[tx.dialect], some);
}

/** What `updateWords` takes: it can be made before the transaction. */
export function packWords(words: readonly CheckWords[]): string[] {
  return inJson(words);
}

export function updateWords(tx: Tx, packed: readonly string[]): void {
  for (const some of packed) tx.run(saveWords[tx.dialect], some);
}

function inJson(rows: readonly object[]): string[] {
  const parts: string[] = [];
  for (let i = 0; i < rows.length; i += MOST_ROWS) parts.push(JSON.stringify(rows.slice(i, i + MOST_ROWS)));
  return parts;
}
