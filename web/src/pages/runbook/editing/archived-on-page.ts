// Checks that were archived and sections that were deleted from this page, and the way back for them: whoever archives a check goes on with the next.
import { type ArchivedRows, isNew } from "../../../api/unsaved-change.ts";
import { keepChange } from "../../../api/unsaved-store.ts";

const archived = new Set<string>();

/** Entries restored in one request: the server restores them one by one, so a failure repeats no more than these. */
const MAX_RESTORED = 50;

export function isArchivedHere(id: string): boolean {
  return archived.has(id) || isNew(id);
}

export function noteArchived(ids: readonly string[]): void {
  for (const id of ids) archived.add(id);
}

/** Forgets archived entries, because they are wanted back. */
export function forgetArchived(ids: readonly string[]): void {
  for (const id of ids) archived.delete(id);
}

/** Has the server restore them, and gives the changes that do so. */
export function restoreChecks(app: string, words: string, checks: readonly string[], stood?: ArchivedRows): string[] {
  const changes: string[] = [];
  for (let start = 0; start < checks.length; start += MAX_RESTORED) {
    const part = checks.slice(start, start + MAX_RESTORED);
    const rows = stood?.rows.filter(({ check }) => part.includes(check.id));
    const change = { kind: "restore" as const, checks: part, ...(rows && { stood: { ...stood, rows } }) };
    changes.push(keepChange(app, words, change).id);
  }
  return changes;
}
