// Changes and moves checks.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { requireMatch } from "../../domain/if-match.ts";
import { count, emptyTally } from "../../domain/status/summary.ts";
import type { Changes } from "../../storage/apps/events.ts";
import { readCheck } from "../../storage/etags.ts";
import { countChecksOfSection, findGap, indexOfCheck, takePlaces } from "../../storage/runbook/check-order.ts";
import { getLiveCheck, type LiveCheck, updateCheck } from "../../storage/runbook/checks.ts";
import { listPlatformStatuses } from "../../storage/status/platform-statuses.ts";
import { type AppWrite, append, closeAppWrite, markStructureChanged, openAppWrite, tally } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import { moveInCycles } from "../status/follow-in-cycles.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { findNamedSection } from "./find-named-check.ts";
import { placeAfter, recordEntry, requireCheckRef } from "./runbook-entry.ts";

/** Names a check that exists. */
interface Named {
  actor: Actor;
  id: string;
  ifMatch?: string;
}

export interface ChangeCheck extends Named {
  ref?: string;
  title?: string;
  instructions?: string | null;
  section?: string;
  position?: number;
  /** Id or ref of the check that it shall follow. */
  after?: string;
}

/** Throws `not_found`, `precondition_failed`, `ambiguous_section`, `name_taken`. */
export const changeCheck = defineAction({
  name: "changeCheck",
  async run(unit: UnitOfWork, input: ChangeCheck): Promise<void> {
    const { write, check } = await open(unit, input);
    const after = { ...check };
    if (input.ref !== undefined) after.ref = await requireCheckRef(write, input.ref, check.id);
    if (input.title !== undefined) after.title = input.title;
    if (input.instructions !== undefined) after.instructions = input.instructions;
    if (input.section !== undefined) after.sectionId = (await findNamedSection(write, input.section)).id;
    const movesSection = after.sectionId !== check.sectionId;
    const changes: Changes = {};
    for (const field of ["ref", "title", "instructions", "sectionId"] as const) {
      if (after[field] !== check[field]) changes[FIELD[field]] = { from: check[field], to: after[field] };
    }
    const move = await findMove(write, input, check, after.sectionId);
    if (move !== null && !movesSection) changes.position = { from: move.from, to: move.to };
    if (Object.keys(changes).length === 0) return;
    if (move !== null) {
      const gap = () => findGap(unit.tx, after.sectionId, move.to, check.id);
      [after.position] = (await takePlaces(unit.tx, after.sectionId, 1, gap)) as [number];
    }
    if (movesSection) await moveTally(write, check, after);
    updateCheck(unit.tx, after);
    const facts = { check: check.id, ...changes };
    append(write, { kind: "check_changed", by: actorLabel(input.actor), issueId: null, changes: facts });
    markStructureChanged(write);
    closeAppWrite(write);
    // Instructions may be long; that they changed is enough for the log.
    const told = changes.instructions === undefined ? changes : { ...changes, instructions: "changed" };
    recordEntry(unit, write, after, "check.changed", told);
  },
});

/** The check's present and wanted position in its section; null if it stays. Throws `not_found`. */
async function findMove(
  write: AppWrite,
  { position, after }: ChangeCheck,
  check: LiveCheck,
  sectionId: string,
): Promise<{ from: number; to: number } | null> {
  const isHere = check.sectionId === sectionId;
  if (isHere && position === undefined && after === undefined) return null;
  const end = (await countChecksOfSection(write.tx, sectionId)) - (isHere ? 1 : 0);
  const from = isHere ? await indexOfCheck(write.tx, check) : -1;
  const wanted = after === undefined ? position : await placeAfter(write, sectionId, after, check);
  const to = Math.min(wanted ?? end, end);
  return to === from ? null : { from, to };
}

const FIELD = { ref: "ref", title: "title", instructions: "instructions", sectionId: "section" } as const;

async function open(unit: UnitOfWork, { actor, id, ifMatch }: Named): Promise<{ write: AppWrite; check: LiveCheck }> {
  const seen = await getLiveCheck(unit.tx, actor.reach, id);
  const write = await openAppWrite(unit, actor.reach, seen.appId);
  const check = await getLiveCheck(unit.tx, actor.reach, id);
  await requireMatch(ifMatch, async () => (await readCheck(unit.tx, actor.reach, id)).tag);
  return { write, check };
}

async function moveTally(write: AppWrite, from: LiveCheck, to: LiveCheck): Promise<void> {
  const lost = emptyTally();
  const gained = emptyTally();
  const statusRows = await listPlatformStatuses(write.tx, from.id);
  for (const statusRow of statusRows) {
    count(lost, statusRow.status, -1);
    count(gained, statusRow.status);
  }
  tally(write, from.sectionId, -1, lost);
  tally(write, to.sectionId, 1, gained);
  await moveInCycles(write, from.id, { from: from.sectionId, to: to.sectionId }, statusRows);
}
