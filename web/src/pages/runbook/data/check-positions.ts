// Where checks stand in the runbook, and where they stand after they were moved.
import type { CheckPosition } from "../../../api/unsaved-change.ts";
import { nameOf } from "../../../unsaved/sender.ts";
import type { Runbook, RunbookCheck } from "./runbook.ts";

/** Where a check stands: behind which other of its section. */
export function positionOf(runbook: Runbook, id: string): CheckPosition {
  const { section } = runbook.checks.find((check) => check.id === id)!;
  const siblings = siblingsOf(runbook, section);
  return { section, after: siblings[placeOf(siblings, id) - 1]?.id ?? null };
}

export function isSame(a: CheckPosition, b: CheckPosition): boolean {
  return a.section === b.section && a.after === b.after;
}

/** The position, or that behind the check before if it names one of the checks themselves. */
export function besideOthers(runbook: Runbook, checks: readonly RunbookCheck[], to: CheckPosition): CheckPosition {
  const ids = new Set(checks.map(({ id }) => id));
  const siblings = siblingsOf(runbook, to.section);
  let at = siblings.findIndex(({ id }) => id === to.after);
  while (at >= 0 && ids.has(siblings[at]!.id)) at--;
  return { section: to.section, after: siblings[at]?.id ?? null };
}

/** One step up or down for all of them together, from one section into the next; null at the end. */
export function oneStep(runbook: Runbook, checks: readonly RunbookCheck[], by: 1 | -1): CheckPosition | null {
  const edge = by === 1 ? checks.at(-1) : checks[0];
  if (edge === undefined) return null;
  const ids = new Set(checks.map(({ id }) => id));
  const siblings = siblingsOf(runbook, edge.section);
  const others = siblings.filter(({ id }) => !ids.has(id));
  const before = siblings.slice(0, placeOf(siblings, edge.id)).filter(({ id }) => !ids.has(id)).length;
  // Behind how many of the others they stand afterwards.
  const to = before + by;
  if (to >= 0 && to <= others.length) return { section: edge.section, after: others[to - 1]?.id ?? null };
  const { sections } = runbook;
  const next = sections[sections.findIndex(({ id }) => id === edge.section) + by];
  if (next === undefined) return null;
  return { section: next.id, after: by === 1 ? null : (siblingsOf(runbook, next.id).at(-1)?.id ?? null) };
}

/** The same position after others took checks away: behind the nearest one before it. Null without its section. */
export function positionLeft(before: Runbook, now: Runbook, spot: CheckPosition): CheckPosition | null {
  const { section, after } = spot;
  const isIn = ({ sections }: Runbook) => sections.some(({ id }) => id === section);
  if (isIn(before) && !isIn(now)) return null;
  if (after == null) return spot;
  const left = new Set(siblingsOf(now, section).map(({ id }) => id));
  const siblings = siblingsOf(before, section);
  let at = placeOf(siblings, after);
  // One that was not there before is about to come.
  if (left.has(after) || at < 0) return spot;
  while (at >= 0 && !left.has(siblings[at]!.id)) at--;
  return { section, after: siblings[at]?.id ?? null };
}

function siblingsOf({ checks }: Runbook, section: string): RunbookCheck[] {
  return checks.filter((check) => check.section === section);
}

function placeOf(siblings: readonly RunbookCheck[], id: string): number {
  return siblings.findIndex((check) => check.id === id);
}

/** The position with keys replaced by ids that were saved since. */
export function namedPosition({ section, after }: CheckPosition): CheckPosition {
  if (after === undefined) return { section: nameOf(section) };
  return { section: nameOf(section), after: after === null ? null : nameOf(after) };
}
