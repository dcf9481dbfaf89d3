// What becomes of one report of a delivery: it raises an issue or finds it raised already, or does what a recovery is to do.
import type { Actor } from "../../domain/access/actor.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import type { Report } from "../../domain/report/report.ts";
import { limitReached, type Refusal, refusalOf } from "../../domain/webhook/refusals.ts";
import { countRepeat } from "../../storage/issues/issue-repeats.ts";
import { findSlot, type SlotHolder } from "../../storage/webhook/dedupe-slots.ts";
import type { Delivery } from "../../storage/webhook/deliveries.ts";
import { findReportPlace } from "../../storage/webhook/report-places.ts";
import { type AppWrite, closeAppWrite } from "../app-write.ts";
import { claimAllowance } from "../issues/claim-allowance.ts";
import { fixIssue } from "../issues/fix-issue.ts";
import { raise } from "../issues/raise-issue.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface IssueRef {
  id: string;
  code: string;
}

export type DeliveryResult = "raised" | "duplicate" | "fixed" | "ignored";

/** A recovery of something that has no open issue, a message of a kind that reports nothing, or a list without items. */
export type WhyIgnored = "recovery" | "event" | "empty";

/** What a report was answered with, and what the log says of it. */
export type ReportAnswer = { number: number | null; recovery: Delivery["recovery"] } & (
  | { outcome: Exclude<DeliveryResult, "ignored">; issue: IssueRef }
  | { outcome: "ignored"; why: WhyIgnored }
  | { refusal: Refusal }
);

/** The write is closed if anything was changed: the next report of the same delivery needs one of its own. */
export async function answerReport(unit: UnitOfWork, write: AppWrite, report: Report): Promise<ReportAnswer> {
  const holder = await holderOf(unit, write, report);
  if (report.recovery !== null) return recover(unit, write, report, holder);
  if (holder !== null) return repeat(unit, write, holder);
  if (!(await claimAllowance(unit, write))) return refusedReport(refusalOf(limitReached(unit.settings.freePlanIssues)));
  const { source, externalId, link, dedupeKey } = report;
  const known = new Set(write.appConfig.platforms.map(({ code }) => code));
  const { check, section } = await findReportPlace(unit.tx, write.app, report.place);
  const { issue } = await raise(write, {
    actor: toolActor(write.app.workspaceId, write.app.id, source),
    check,
    sectionId: section?.id ?? null,
    text: report.text,
    platforms: report.platforms.filter((code) => known.has(code)),
    priority: report.priority,
    reporter: report.reporter,
    webhook: { source, externalId, link, deliveries: 1, lastDeliveryAt: write.app.updatedAt },
    dedupeKey,
  });
  closeAppWrite(write);
  return about(write, "raised", issue);
}

export function refusedReport(refusal: Refusal): ReportAnswer {
  return { number: null, recovery: null, refusal };
}

/** The answer to a report that raises nothing. */
export function ignoredFor(why: WhyIgnored): ReportAnswer {
  return { outcome: "ignored", why, number: null, recovery: null };
}

/** The tool acts in its own name, on its own app only. */
export function toolActor(workspaceId: string, app: string, source: string | null): Actor {
  return { name: source ?? "", channel: "webhook", role: "tester", reach: { workspaceId, apps: [app] } };
}

/** The open issue of the same report; null if there is none. */
async function holderOf(
  { tx }: UnitOfWork,
  { app }: AppWrite,
  { dedupeKey, formerKey }: Report,
): Promise<SlotHolder | null> {
  if (dedupeKey === null) return null;
  const holder = await findSlot(tx, app.id, dedupeKey);
  return holder !== null || formerKey === null ? holder : findSlot(tx, app.id, formerKey);
}

/** Raises nothing: the open issue counts one delivery more. */
function repeat(
  unit: UnitOfWork,
  write: AppWrite,
  holder: SlotHolder,
  recovery: Delivery["recovery"] = null,
): ReportAnswer {
  countRepeat(unit.tx, holder.id, write.app.updatedAt);
  closeAppWrite(write);
  return about(write, "duplicate", holder, recovery);
}

/** A recovery raises nothing either: the open issue counts it and, if the webhook says so, is fixed; without one it is ignored. */
async function recover(
  unit: UnitOfWork,
  write: AppWrite,
  { recovery, source }: Report,
  holder: SlotHolder | null,
): Promise<ReportAnswer> {
  if (holder === null) return { outcome: "ignored", why: "recovery", number: null, recovery: "ignored" };
  if (recovery === "ignore") return repeat(unit, write, holder, "ignored");
  countRepeat(unit.tx, holder.id, write.app.updatedAt);
  const actor = toolActor(write.app.workspaceId, write.app.id, source);
  await fixIssue.run(unit, { actor, id: holder.id, fixed: true, platforms: null, pullRequest: null });
  return about(write, "fixed", holder, "fixed");
}

function about(
  { app }: AppWrite,
  outcome: Exclude<DeliveryResult, "ignored">,
  { id, number }: SlotHolder,
  recovery: Delivery["recovery"] = null,
): ReportAnswer {
  return { outcome, issue: { id, code: issueCode(app.prefix, number) }, number, recovery };
}
