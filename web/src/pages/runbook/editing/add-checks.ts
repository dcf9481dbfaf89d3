// Adds checks that were typed, pasted or duplicated, with the way back and the way to have the same ones again.
import { type CheckPosition, isNew, type NewCheck, newKey } from "../../../api/unsaved-change.ts";
import { findUnsaved, keepChange } from "../../../api/unsaved-store.ts";
import { nameOf, withdraw } from "../../../unsaved/sender.ts";
import { shortened } from "../data/cell-text.ts";
import { namedPosition } from "../data/check-positions.ts";
import type { Runbook } from "../data/runbook.ts";
import { sayFailed, type UndoStack } from "../data/undo-stack.ts";
import { forgetArchived, noteArchived, restoreChecks } from "./archived-on-page.ts";
import { addedText, partsOf } from "./new-checks.ts";
import { isTooLong, tooLong } from "./too-long-checks.ts";

interface Adding {
  checks: readonly Omit<NewCheck, "key">[];
  to: CheckPosition;
  /** A message for people: "3 checks added". */
  done: string;
  /** What else there is to know. */
  hint?: string | undefined;
}

/** Adds checks and gives their keys. Those that are too long aren't sent. */
export function addChecks(
  app: string,
  undo: UndoStack,
  latest: () => Runbook,
  { checks, to, done, hint = "" }: Adding,
): string[] {
  const all = checks.map((check): NewCheck => ({ key: newKey(), ...check }));
  const fine = all.filter((check) => !isTooLong(check));
  const add = (part: NewCheck[], after: CheckPosition["after"]) => {
    const long = part.find(isTooLong);
    const fields = long === undefined ? {} : ({ state: "refused", reason: tooLong(long) } as const);
    const spot = namedPosition({ section: to.section, ...(after === undefined ? {} : { after }) });
    const { id } = keepChange(app, addedText(part), { kind: "checks", ...spot, checks: part }, fields);
    return { id, part, after };
  };
  let { after } = to;
  const kept = partsOf(fine).map((part) => {
    const added = add(part, after);
    after = part.at(-1)!.key;
    return added;
  });
  for (const [i, check] of all.entries()) {
    if (!fine.includes(check)) kept.push(add([check], i === 0 ? to.after : all[i - 1]!.key));
  }
  // What the server never had is added again; what it has archived is restored, and so keeps its ref.
  let withdrawn: typeof kept = [];
  let sent: string[] = [];
  let archiving: string | null = null;
  undo.add(
    `${done}.`,
    () => {
      const used = findUsed(latest(), new Set(all.map(({ key }) => nameOf(key))));
      if (used !== undefined) {
        sayFailed(new Error(`Can't undo: ${used}. Archive it instead.`));
        return null;
      }
      withdrawn = kept.filter(({ id }) => withdraw(id));
      const late = kept.filter((one) => !withdrawn.includes(one));
      // Those whose id is not known are still to come, or were let go.
      sent = late.flatMap(({ id, part }) =>
        part.map(({ key }) => nameOf(key)).filter((check) => !isNew(check) || findUnsaved(id) !== undefined),
      );
      noteArchived(sent);
      archiving = sent.length === 0 ? null : keepChange(app, `Undone: ${done}`, { kind: "archive", checks: sent }).id;
      return archiving === null ? [] : [archiving];
    },
    () => {
      const back = sent.map(nameOf);
      forgetArchived([...sent, ...back]);
      if (archiving !== null && !withdraw(archiving)) restoreChecks(app, done, back);
      for (const one of withdrawn) one.id = add(one.part, one.after).id;
    },
    { hint },
  );
  return all.map(({ key }) => key);
}

/** What somebody has done with one of these checks since it was added; undefined if nobody has. */
function findUsed({ checks }: Runbook, added: ReadonlySet<string>): string | undefined {
  for (const { id, title, statuses, open_issues: issues } of checks) {
    if (!added.has(id)) continue;
    if (issues.some((open) => open > 0)) return `an issue was raised on ${shortened(title)} since`;
    const status = statuses.find((one) => one === "passed" || one === "failed");
    if (status !== undefined) return `${status} was recorded on ${shortened(title)} since`;
  }
  return undefined;
}
