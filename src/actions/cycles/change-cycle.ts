// Changes an open cycle: its name, its build and its testers. Its scope stays what it was started with.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { cycleClosed } from "../../domain/cycles/cycle.ts";
import { requireMatch } from "../../domain/if-match.ts";
import type { Changes } from "../../storage/apps/events.ts";
import { recountResultsOfCycle } from "../../storage/cycles/cycle-scope.ts";
import { listTesters } from "../../storage/cycles/cycle-testers.ts";
import { type Cycle, isOpen, reachCycle, updateCycle } from "../../storage/cycles/cycles.ts";
import { cycleTag, readShownCycle } from "../../storage/cycles/shown-cycles.ts";
import { type AppWrite, append, closeAppWrite, openAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { causeOf } from "../cause.ts";
import { defineAction } from "../define-action.ts";
import { tellPeople } from "../inbox/tell-people.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { type NamedTester, setTesters } from "./set-testers.ts";
import { openCycleOf, requireFreeCycleName } from "./start-cycle.ts";

export interface ChangeCycle {
  actor: Actor;
  id: string;
  name?: string;
  /** The build; null takes every build. */
  build?: string | null;
  testers?: NamedTester[];
  ifMatch?: string;
}

/** Throws `not_found`, `precondition_failed`, `cycle_closed`, `name_taken`, `ambiguous_section`, `invalid_request`. */
export const changeCycle = defineAction({
  name: "changeCycle",
  // Other results count with another build, so all of them are read again.
  duration: ({ build }) => (build === undefined ? "short" : "long"),
  async run(unit: UnitOfWork, input: ChangeCycle): Promise<void> {
    const { write, cycle } = await openCycleWrite(unit, input);
    const { tx, app } = write;
    await requireMatch(input.ifMatch, async () => cycleTag(await readShownCycle(tx, app, cycle)));
    const changes: Changes = {};
    const after = { ...cycle };
    if (input.name !== undefined && input.name !== cycle.name) {
      await requireFreeCycleName(write, input.name, cycle.id);
      changes.name = { from: cycle.name, to: input.name };
      after.name = input.name;
    }
    if (input.build !== undefined && input.build !== cycle.build) {
      changes.build = { from: cycle.build, to: input.build };
      after.build = input.build;
    }
    const testers = input.testers === undefined ? null : await changeTesters(write, cycle, input.testers, input.actor);
    if (testers !== null) changes.testers = testers;
    if (Object.keys(changes).length === 0) return;
    updateCycle(tx, after);
    if (changes.build !== undefined) recountResultsOfCycle(tx, app, openCycleOf(after));
    app.configRevision = app.revision;
    const facts = { cycle: cycle.id, ...changes };
    append(write, { kind: "cycle_changed", by: actorLabel(input.actor), issueId: null, changes: facts });
    closeAppWrite(write);
    const target = { kind: "cycle", id: cycle.id, name: after.name } as const;
    record(unit, app.workspaceId, "cycle.changed", { target, appId: app.id, details: changes });
  },
});

/** An open cycle, with its app taken. Throws `not_found`, `cycle_closed`. */
export async function openCycleWrite(
  unit: UnitOfWork,
  { actor, id }: { actor: Actor; id: string },
): Promise<{ write: AppWrite; cycle: Cycle }> {
  const seen = await reachCycle(unit.tx, actor.reach, id);
  const write = await openAppWrite(unit, actor.reach, seen.app.id);
  const { cycle } = await reachCycle(unit.tx, actor.reach, id);
  if (!isOpen(cycle)) throw cycleClosed(cycle.name);
  return { write, cycle };
}

/** Changes a cycle's testers and tells new ones. Gives their number before and after; null if they stay the same. */
async function changeTesters(
  write: AppWrite,
  cycle: Cycle,
  testers: readonly NamedTester[],
  actor: Actor,
): Promise<{ from: number; to: number } | null> {
  const read = async () =>
    (await listTesters(write.tx, [cycle.id])).map(({ sectionId, personId }) => ({ sectionId, personId }));
  const before = await read();
  await setTesters(write, cycle, testers);
  const after = await read();
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  const added = after.map(({ personId }) => personId).filter((id) => before.every(({ personId }) => personId !== id));
  tellPeople(write, added, { kind: "cycle", cycleId: cycle.id, cause: causeOf(actor) });
  return { from: before.length, to: after.length };
}
