// Which rows and cells of the runbook are marked because they are not saved yet.
import type { Unsaved } from "../../../api/unsaved-change.ts";

/** The marks of a row: for each platform, by its code, and for the row itself how the newest change stands. */
export interface RowMark {
  /** A platform's code; null for the row. */
  platform: string | null;
  state: Unsaved["state"];
}

/** Marks under the ids of checks and sections, as texts, so that equal marks compare as equal: see `readMarks`. */
export function marksOf(unsaved: readonly Unsaved[]): ReadonlyMap<string, string> {
  const marks = new Map<string, Map<string | null, Unsaved["state"]>>();
  const mark = (id: string, platform: string | null, state: Unsaved["state"]) => {
    const own = marks.get(id) ?? new Map<string | null, Unsaved["state"]>();
    // What needs its writer is seen before what only waits.
    if ((own.get(platform) ?? "waiting") === "waiting") own.set(platform, state);
    marks.set(id, own);
  };
  for (const { change, state } of unsaved) {
    if (change.kind === "results") for (const { check, platform } of change.cells) mark(check, platform, state);
    else if (change.kind === "attach" || change.kind === "comment") continue;
    else if (change.kind === "take-back") for (const { check, platform } of change.before) mark(check, platform, state);
    else if (change.kind === "issue") {
      if (change.check === undefined) continue;
      for (const code of change.platforms.length > 0 ? change.platforms : [null]) mark(change.check, code, state);
    } else if (change.kind === "marks") {
      for (const { check, on, off } of change.marks) for (const code of [...on, ...off]) mark(check, code, state);
    } else if (change.kind === "checks") for (const { key } of change.checks) mark(key, null, state);
    else if (change.kind === "section") mark(change.key, null, state);
    else if (change.kind === "text") mark(change.id, null, state);
    else if ("checks" in change) for (const id of change.checks) mark(id, null, state);
    else mark(change.section, null, state);
  }
  return new Map(
    [...marks].map(([id, own]) => [id, JSON.stringify([...own].map(([platform, state]) => ({ platform, state })))]),
  );
}

export function readMarks(text: string | undefined): RowMark[] {
  return text === undefined ? [] : (JSON.parse(text) as RowMark[]);
}
