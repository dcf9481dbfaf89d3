// Says on which platforms a check is not applicable; the list replaces the one before.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { requirePlatforms } from "../../domain/apps/platforms.ts";
import { listPartlyFixedOnCheck } from "../../storage/issues/issues.ts";
import { getLiveCheck } from "../../storage/runbook/checks.ts";
import { append, closeAppWrite, openAppWrite, usePlatforms } from "../app-write.ts";
import { causeOf } from "../cause.ts";
import { defineAction } from "../define-action.ts";
import { closeIssuesWithNothingOpen } from "../issues/close-if-nothing-open.ts";
import { verifyIssues } from "../issues/verify-issues.ts";
import { recomputeStatuses } from "../status/recompute-status.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface SetNotApplicable {
  actor: Actor;
  check: string;
  platforms: string[];
}

/** Throws `not_found`, `unknown_platform`. */
export const setNotApplicable = defineAction({
  name: "setNotApplicable",
  wakes: ["notifications", "forwards"],
  async run(unit: UnitOfWork, { actor, check: id, platforms }: SetNotApplicable): Promise<void> {
    const seen = await getLiveCheck(unit.tx, actor.reach, id);
    const write = await openAppWrite(unit, actor.reach, seen.appId);
    const check = await getLiveCheck(unit.tx, actor.reach, id);
    const codes = requirePlatforms(write.appConfig.platforms, platforms);
    let changed = false;
    await recomputeStatuses(write, check, (statusRow) => {
      const wanted = codes.includes(statusRow.platform) ? 1 : 0;
      changed ||= statusRow.notApplicable !== wanted;
      statusRow.notApplicable = wanted;
    });
    if (!changed) return;
    await closeIssuesWithNothingOpen(write, await listPartlyFixedOnCheck(unit.tx, check), causeOf(actor));
    await verifyIssues(write, new Set([check.id]), actorLabel(actor));
    usePlatforms(write, codes);
    const changes = { check: check.id, platforms: codes };
    append(write, { kind: "not_applicable_set", by: actorLabel(actor), issueId: null, changes });
    closeAppWrite(write);
  },
});
