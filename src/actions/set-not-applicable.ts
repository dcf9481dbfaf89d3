// Says on which platforms a check is not applicable; the list replaces the one before.
import { type Actor, actorLabel } from "../domain/actor.ts";
import { affected, stillOpen } from "../domain/issue.ts";
import { requirePlatforms } from "../domain/platforms.ts";
import { getLiveCheck, type LiveCheck } from "../storage/checks.ts";
import { listOpenIssuesOnCheck, updateIssue } from "../storage/issues.ts";
import { append, closeLedger, type Ledger, openLedger, usePlatforms } from "./ledger.ts";
import { restate } from "./standing.ts";
import type { Unit } from "./unit.ts";

export interface SetNotApplicable {
  actor: Actor;
  check: string;
  platforms: string[];
}

/** Throws `not_found`, `unknown_platform`. */
export async function setNotApplicable(unit: Unit, { actor, check: id, platforms }: SetNotApplicable): Promise<void> {
  const seen = await getLiveCheck(unit.tx, actor.reach, id);
  const ledger = await openLedger(unit, actor.reach, seen.appId);
  const check = await getLiveCheck(unit.tx, actor.reach, id);
  const codes = requirePlatforms(ledger.shape.platforms, platforms);
  let changed = false;
  await restate(ledger, check, (standing) => {
    const wanted = codes.includes(standing.platform) ? 1 : 0;
    changed ||= standing.notApplicable !== wanted;
    standing.notApplicable = wanted;
  });
  if (!changed) return;
  await refreshStillOpen(ledger, check, new Set(codes));
  usePlatforms(ledger, codes);
  const changes = { check: check.id, platforms: codes };
  append(ledger, { kind: "not_applicable_set", by: actorLabel(actor), issueId: null, changes });
  closeLedger(ledger);
}

/** Partly fixed issues say what is still open: platforms that don't apply don't count. */
async function refreshStillOpen(ledger: Ledger, check: LiveCheck, notApplicable: Set<string>): Promise<void> {
  if (ledger.shape.repositories.length < 2) return;
  for (const issue of await listOpenIssuesOnCheck(ledger.tx, check.id)) {
    if (issue.fixedOn.length === 0) continue;
    const counting = affected(issue, ledger.shape.platforms, notApplicable);
    updateIssue(ledger.tx, { ...issue, stillOpenOn: stillOpen(issue, counting) });
  }
}
