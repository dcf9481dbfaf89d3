// Records the results of a test run: as many as an app has places for, in one unit, all of them or none.
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Actor, actorLabel } from "../domain/actor.ts";
import { Fault } from "../domain/fault.ts";
import type { PlannedResult } from "../domain/test-run/plan-results.ts";
import { groupBy } from "../lib/group-by.ts";
import { flushStandings, listStandings, listStandingsOfApp, type Standing } from "../storage/standings.ts";
import { type Ledger, nextId, openLedger } from "./ledger.ts";
import type { Unit } from "./unit.ts";
import { closeResults, writeResults } from "./write-results.ts";

export interface RecordRun {
  actor: Actor;
  /** Its id. */
  app: string;
  /** Of the runbook that the results were planned for. */
  structureRevision: number;
  build: string | null;
  /** Each a list of planned results in JSON: objects by the thousand would keep the thread that hands them over busy. */
  results: Uint8Array[];
}

/** Throws `not_found`; `in_progress` when the runbook is another than the results were planned for. */
export async function recordRun(unit: Unit, input: RecordRun): Promise<null> {
  const { actor, build } = input;
  const ledger = await openLedger(unit, actor.reach, input.app);
  const { app, tx } = ledger;
  if (app.structureRevision !== input.structureRevision) {
    throw new Fault("in_progress", "The runbook was changed at this moment: send the file again.");
  }
  const recordedBy = actorLabel(actor);
  const standingsOf = await openStandings(ledger, input.results.length > 1);
  const written = { results: 0, platforms: new Set<string>(), checkIds: new Set<string>() };
  for (const piece of input.results) {
    // Others have their turn in between.
    await nextTurn();
    const planned = JSON.parse(new TextDecoder().decode(piece)) as PlannedResult[];
    for (const [checkId, some] of groupBy(planned, (one) => one.checkId)) {
      const results = some.map(({ platform, outcome, note }) => {
        const id = nextId(ledger, "res");
        return { id, appId: app.id, checkId, platform, outcome, note, build, recordedBy, recordedAt: app.updatedAt };
      });
      await writeResults(ledger, { id: checkId, sectionId: some[0]!.sectionId }, await standingsOf(checkId), results);
      written.checkIds.add(checkId);
      for (const { platform } of some) written.platforms.add(platform);
    }
    written.results += planned.length;
    flushStandings(tx);
  }
  await closeResults(ledger, actor, written);
  return null;
}

/** Asked for one by one when there are few, and read whole for many. */
async function openStandings(
  { tx, app }: Ledger,
  many: boolean,
): Promise<(checkId: string) => Standing[] | Promise<Standing[]>> {
  if (!many) return (checkId) => listStandings(tx, checkId);
  const standings = groupBy(await listStandingsOfApp(tx, app.id), ({ checkId }) => checkId);
  return (checkId) => standings.get(checkId) ?? [];
}
