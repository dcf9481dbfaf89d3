// Takes back a result that was recorded by mistake: what stood before stands again. Only its author can, and only at once:
// a result that others have built on stays.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { Fault } from "../../domain/fault.ts";
import { TAKE_BACK_MINUTES, TAKE_BACK_MS } from "../../domain/limits.ts";
import { wasVerifiedSince } from "../../storage/apps/events.ts";
import { deleteResult, findLatestResult, type Result } from "../../storage/results/results.ts";
import { getLiveCheck } from "../../storage/runbook/checks.ts";
import type { PlatformStatusRow } from "../../storage/status/platform-statuses.ts";
import { type AppWrite, append, closeAppWrite } from "../app-write.ts";
import { letGoOfFiles } from "../attachments/keep-file.ts";
import { defineAction } from "../define-action.ts";
import { recomputeStatuses } from "../status/recompute-status.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { getOpenCycle } from "./get-open-cycle.ts";
import { isOwnResult, openResult } from "./open-result.ts";

export interface TakeBackResult {
  actor: Actor;
  id: string;
}

/** Throws `not_found`, `forbidden`, `cycle_closed`, `settled`. */
export const takeBackResult = defineAction({
  name: "takeBackResult",
  async run(unit: UnitOfWork, { actor, id }: TakeBackResult): Promise<void> {
    const opened = await openResult(unit, actor, id);
    const { write, result } = opened;
    const check = await getLiveCheck(unit.tx, actor.reach, result.checkId);
    if (!(await isOwnResult(opened, actor))) {
      throw new Fault("forbidden", "Somebody else recorded this result: only they can take it back.");
    }
    await requireFresh(write, result, unit.now);
    // What a cycle was closed with is evidence: its results and their screenshots stay.
    if (result.cycleId !== null) await getOpenCycle(write, result.cycleId);
    await letGoOfFiles(unit, actor.reach.workspaceId, { kind: "result", id });
    deleteResult(unit.tx, result);
    const before = await findLatestResult(unit.tx, result.checkId, result.platform);
    const stepBack = (statusRow: PlatformStatusRow) => {
      if (statusRow.platform !== result.platform) return;
      statusRow.resultRevision = before?.revision ?? 0;
      statusRow.outcome = before?.outcome ?? null;
      statusRow.resultId = before?.id ?? null;
    };
    await recomputeStatuses(write, check, stepBack, { takenBack: result });
    const { checkId, platform, outcome, note, build, cycleId } = result;
    const changes = { check: checkId, platform, outcome, note, build, ...(cycleId === null ? {} : { cycle: cycleId }) };
    append(write, { kind: "result_taken_back", by: actorLabel(actor), issueId: null, changes });
    closeAppWrite(write);
  },
});

async function requireFresh({ tx, app }: AppWrite, result: Result, now: number): Promise<void> {
  const latest = await findLatestResult(tx, result.checkId, result.platform);
  if (latest?.id !== result.id) {
    throw new Fault("settled", "A newer result was recorded on this check and platform: this one stays.");
  }
  if (now - result.recordedAt > TAKE_BACK_MS) {
    throw new Fault(
      "settled",
      `A result can be taken back for ${TAKE_BACK_MINUTES} minutes: record a new one instead.`,
    );
  }
  // Whoever waited for the fix has been told that it holds, and a message that was sent can't be taken back.
  if (result.outcome === "passed" && (await wasVerifiedSince(tx, app, result.checkId, result.revision))) {
    throw new Fault(
      "settled",
      "This result verified a fix, and the notification was sent: record a new result instead.",
    );
  }
}
