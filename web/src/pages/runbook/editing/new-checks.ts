// Checks that were typed and are not on the server yet: how they are put together for it, and how they are changed before.
import { keysIn, type NewCheck } from "../../../api/unsaved-change.ts";
import { changeUnsaved, unsavedChanges } from "../../../api/unsaved-store.ts";
import { sendSoon, withdraw } from "../../../unsaved/sender.ts";
import { countOf, shortened } from "../data/cell-text.ts";
import type { TypedCheck } from "./parse-pasted.ts";
import { isTooLong, tooLong } from "./too-long-checks.ts";

/** Checks of one request, and the characters that they may have in all. */
const MAX_PART = 500;
const MAX_PART_LENGTH = 150_000;

/** Changes a check or a section that was not sent yet; false when it was. */
export function rewriteNew(key: string, fields: Partial<TypedCheck>): boolean {
  const creator = unsavedChanges().find(({ change }) => keysIn(change).includes(key));
  if (creator === undefined || creator.isSent) return false;
  const { change } = creator;
  if (change.kind === "section")
    changeUnsaved(creator.id, { change: { ...change, title: fields.title ?? change.title } });
  else if (change.kind === "checks") {
    const checks = change.checks.map((check) => (check.key === key ? { ...check, ...fields } : check));
    const long = checks.find(isTooLong);
    const state = long === undefined ? "waiting" : "refused";
    const reason = long === undefined ? null : tooLong(long);
    changeUnsaved(creator.id, { words: addedText(checks), change: { ...change, checks }, state, reason });
  }
  sendSoon();
  return true;
}

/** Forgets a check that was not sent yet, and gives it; undefined when it was sent. */
export function dropNew(key: string): NewCheck | undefined {
  const creator = unsavedChanges().find(({ change }) => change.kind === "checks" && keysIn(change).includes(key));
  if (creator?.change.kind !== "checks" || creator.isSent) return undefined;
  const dropped = creator.change.checks.find((check) => check.key === key);
  const checks = creator.change.checks.filter((check) => check !== dropped);
  if (checks.length === 0) return withdraw(creator.id) ? dropped : undefined;
  changeUnsaved(creator.id, { words: addedText(checks), change: { ...creator.change, checks } });
  return dropped;
}

export function addedText(checks: readonly TypedCheck[]): string {
  return checks.length === 1 ? `${shortened(checks[0]!.title)} added` : `${countOf(checks.length, "check")} added`;
}

/** Splits checks into lists that one request can hold. */
export function partsOf(checks: readonly NewCheck[]): NewCheck[][] {
  const parts: NewCheck[][] = [];
  let length = 0;
  for (const check of checks) {
    const own = check.title.length + (check.instructions?.length ?? 0);
    const last = parts.at(-1);
    if (last === undefined || last.length === MAX_PART || length + own > MAX_PART_LENGTH) {
      parts.push([check]);
      length = own;
    } else {
      last.push(check);
      length += own;
    }
  }
  return parts;
}
