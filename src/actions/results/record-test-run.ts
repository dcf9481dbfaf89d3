// Records a part of the results of a test run. A large run is recorded part by part, so that others who write need not wait
// for all of it.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { Fault } from "../../domain/fault.ts";
import type { PlannedResult } from "../../domain/results/plan-results.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import { readCycleStatusesAhead } from "../../storage/cycles/cycle-statuses.ts";
import { listPlatformStatusesAt } from "../../storage/status/platform-statuses.ts";
import { nextId, openAppWrite } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import { repeatable } from "../once-per-idempotency-key.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { getOpenCycle } from "./get-open-cycle.ts";
import { closeResults, writeResults } from "./write-results.ts";

export interface RecordTestRun {
  actor: Actor;
  /** The id of the app. */
  app: string;
  /** The revision of the runbook that the results were planned for. */
  structureRevision: number;
  build: string | null;
  /** The cycle that they are recorded for, by id or name; none in particular without it. */
  cycle?: string;
  /** A list of planned results in JSON: objects by the hundred would keep the thread that hands them over busy. */
  results: Uint8Array;
}

/** Throws `not_found`, `cycle_closed`; `in_progress` when the runbook is another than the results were planned for. */
export const recordTestRun = repeatable(
  defineAction({
    name: "recordTestRun",
    queue: "app",
    wakes: ["notifications", "forwards"],
    // The route sends a run in parts.
    duration: () => "part",
    async run(unit: UnitOfWork, input: RecordTestRun): Promise<null> {
      const { actor, build } = input;
      const write = await openAppWrite(unit, actor.reach, input.app);
      const { app, tx } = write;
      if (app.structureRevision !== input.structureRevision) {
        throw new Fault("in_progress", "The runbook was changed meanwhile: send the file again.");
      }
      const recordedBy = actorLabel(actor);
      const cycleId = input.cycle === undefined ? null : (await getOpenCycle(write, input.cycle)).id;
      const planned = JSON.parse(new TextDecoder().decode(input.results)) as PlannedResult[];
      const ofCheck = groupBy(planned, (one) => one.checkId);
      const onPlatform = groupBy(planned, ({ platform }) => platform);
      const checkIds = new Map([...onPlatform].map(([code, some]) => [code, some.map(({ checkId }) => checkId)]));
      const statusRows = groupBy(await listPlatformStatusesAt(tx, checkIds), ({ checkId }) => checkId);
      await readCycleStatusesAhead(tx, write.appConfig.openCycles, checkIds);
      for (const [checkId, some] of ofCheck) {
        const results = some.map(({ platform, outcome, note }) => {
          const id = nextId(write, "res");
          const by = { recordedBy, recordedAt: app.updatedAt, cycleId };
          return { id, appId: app.id, checkId, platform, outcome, note, build, ...by };
        });
        await writeResults(
          write,
          { id: checkId, sectionId: some[0]!.sectionId },
          statusRows.get(checkId) ?? [],
          results,
        );
      }
      await closeResults(
        write,
        actor,
        planned.map(({ checkId, platform, outcome }) => ({ checkId, platform, outcome, build, cycleId })),
      );
      return null;
    },
  }),
);
