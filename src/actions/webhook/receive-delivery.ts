// Receives a delivery once its payload was read: counts it, raises an issue or finds it raised already, or does what a recovery
// is to do, and logs the delivery with its answer, all in one transaction.
import type { Actor } from "../../domain/access/actor.ts";
import type { Reach } from "../../domain/access/grant.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import type { Report } from "../../domain/report/report.ts";
import { limitReached, NOT_LIVE, type Refusal, rateLimited, refusalOf } from "../../domain/webhook/refusals.ts";
import { HOUR_MS } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { windowAt } from "../../lib/time-window.ts";
import type { Tx } from "../../storage/database/database.ts";
import { countRepeat } from "../../storage/issues/issue-repeats.ts";
import { findSlot, type SlotHolder } from "../../storage/webhook/dedupe-slots.ts";
import {
  type Delivery,
  type DeliveryOutcome,
  insertDelivery,
  type Received,
} from "../../storage/webhook/deliveries.ts";
import { announceDelivery } from "../../storage/webhook/deliveries-under-way.ts";
import { countDelivery } from "../../storage/webhook/delivery-count.ts";
import { readDeliveriesAhead } from "../../storage/webhook/read-deliveries-ahead.ts";
import { findReportPlace } from "../../storage/webhook/report-places.ts";
import { type AppWrite, closeAppWrite, openAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction, durationOfBody } from "../define-action.ts";
import { claimAllowance } from "../issues/claim-allowance.ts";
import { fixIssue } from "../issues/fix-issue.ts";
import { raise } from "../issues/raise-issue.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface ReceiveDelivery {
  workspaceId: string;
  /** The app's id. */
  app: string;
  received: Received;
  /** What the payload reports, or why it reports nothing. */
  read: { report: Report } | { refusal: Refusal };
}

export interface IssueRef {
  id: string;
  code: string;
}

type Outcome = "raised" | "duplicate" | "fixed" | "ignored";

export type DeliveryAnswer =
  | { deliveryId: string; outcome: Exclude<Outcome, "ignored">; issue: IssueRef }
  /** A recovery of something that has no open issue. */
  | { deliveryId: string; outcome: "ignored" }
  /** `deliveryId` is null for what is not logged here: a flood is not logged at the pace at which it comes. */
  | { deliveryId: string | null; refusal: Refusal };

/** Throws `not_found`. Everything else that may be wrong is in the answer, because it is logged and counted, too. */
export const receiveDelivery = defineAction({
  name: "receiveDelivery",
  queue: "app",
  wakes: ["forwards"],
  duration: ({ received }) => durationOfBody(received.body),
  prepare: prepareDeliveries,
  async run(unit: UnitOfWork, input: ReceiveDelivery): Promise<DeliveryAnswer> {
    announceDelivery(unit.tx, input.app, keyOf(input));
    const write = await openAppWrite(unit, reachOf(input), input.app);
    const { app } = write;
    if (app.mode !== "live") return { deliveryId: null, refusal: refusalOf(NOT_LIVE) };
    if (!(await countDelivery(unit.tx, app.id, app.updatedAt, unit.settings.webhookRate))) {
      return { deliveryId: null, refusal: hourIsFull(unit, write) };
    }
    if ("refusal" in input.read) return refuse(unit, write, input, input.read.refusal);
    const { report } = input.read;
    const holder = await holderOf(unit, write, report);
    if (report.recovery !== null) return recover(unit, write, input, { report, holder });
    if (holder !== null) return repeat(unit, write, input, holder);
    if (!(await claimAllowance(unit, write))) {
      return refuse(unit, write, input, refusalOf(limitReached(unit.settings.freePlanIssues)));
    }
    const { source, externalId, link, dedupeKey } = report;
    const known = new Set(write.appConfig.platforms.map(({ code }) => code));
    const { check, section } = await findReportPlace(unit.tx, app, report.place);
    const { issue } = await raise(write, {
      actor: toolActor(input.workspaceId, input.app, source),
      check,
      sectionId: section?.id ?? null,
      text: report.text,
      platforms: report.platforms.filter((code) => known.has(code)),
      priority: report.priority,
      reporter: report.reporter,
      webhook: { source, externalId, link, deliveries: 1, lastDeliveryAt: write.app.updatedAt },
      dedupeKey,
    });
    const answered = answer(unit, write, input, { outcome: "raised", issue });
    closeAppWrite(write);
    return answered;
  },
});

/** The same for a recovery that may fix an issue, of which whoever sends notifications must hear. Throws `not_found`. */
export const receiveRecovery = defineAction({
  ...receiveDelivery,
  queue: "app",
  name: "receiveRecovery",
  wakes: ["notifications", "forwards"],
});

/** The open issue of the same thing; null when there is none. */
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
  input: ReceiveDelivery,
  holder: SlotHolder,
  recovery: Delivery["recovery"] = null,
): DeliveryAnswer {
  countRepeat(unit.tx, holder.id, write.app.updatedAt);
  const answered = answer(unit, write, input, { outcome: "duplicate", issue: holder, recovery });
  closeAppWrite(write);
  return answered;
}

/** A recovery raises nothing either: the open issue counts it and, if the webhook says so, is fixed; without one it is ignored. */
async function recover(
  unit: UnitOfWork,
  write: AppWrite,
  input: ReceiveDelivery,
  { report: { recovery, source }, holder }: { report: Report; holder: SlotHolder | null },
): Promise<DeliveryAnswer> {
  if (holder === null) {
    const deliveryId = logAnswer(unit, write, input, { outcome: "ignored", issueId: null, recovery: "ignored" });
    return { deliveryId, outcome: "ignored" };
  }
  if (recovery === "ignore") return repeat(unit, write, input, holder, "ignored");
  countRepeat(unit.tx, holder.id, write.app.updatedAt);
  const actor = toolActor(input.workspaceId, input.app, source);
  await fixIssue.run(unit, { actor, id: holder.id, fixed: true, platforms: null, pullRequest: null });
  return answer(unit, write, input, { outcome: "fixed", issue: holder, recovery: "fixed" });
}

/** What several deliveries to one app would ask for one by one. */
async function prepareDeliveries(tx: Tx, now: number, inputs: readonly ReceiveDelivery[]): Promise<void> {
  const keys = keysOf(inputs);
  if (keys.length >= 2) await readDeliveriesAhead(tx, reachOf(inputs[0]!), inputs[0]!.app, keys, now);
}

/** The dedupe keys of deliveries, each once. */
function keysOf(inputs: readonly ReceiveDelivery[]): string[] {
  return [...new Set(inputs.flatMap((input) => keyOf(input) ?? []))];
}

function keyOf({ read }: ReceiveDelivery): string | null {
  return "report" in read ? read.report.dedupeKey : null;
}

/** The tool acts in its own name, on its own app only. */
export function toolActor(workspaceId: string, app: string, source: string | null): Actor {
  return { name: source ?? "", channel: "webhook", role: "tester", reach: reachOf({ workspaceId, app }) };
}

function reachOf({ workspaceId, app }: Pick<ReceiveDelivery, "workspaceId" | "app">): Reach {
  return { workspaceId, apps: [app] };
}

function hourIsFull({ settings }: UnitOfWork, { app }: AppWrite): Refusal {
  return refusalOf(rateLimited(settings.webhookRate, windowAt(app.updatedAt, HOUR_MS).secondsLeft));
}

function refuse(unit: UnitOfWork, { app }: AppWrite, { received }: ReceiveDelivery, refusal: Refusal): DeliveryAnswer {
  const id = newId("dlv", app.updatedAt);
  log(unit, received, refused(unit, id, app.id, refusal), app.workspaceId);
  return { deliveryId: id, refusal };
}

function refused({ settings }: UnitOfWork, id: string, appId: string, { code, message }: Refusal): DeliveryOutcome {
  return { id, appId, status: settings.statuses[code], code, message, issueId: null, recovery: null };
}

interface IssueAnswer {
  outcome: Exclude<Outcome, "ignored">;
  issue: SlotHolder;
  recovery?: Delivery["recovery"];
}

function answer(
  unit: UnitOfWork,
  write: AppWrite,
  input: ReceiveDelivery,
  { outcome, issue: { id, number }, recovery = null }: IssueAnswer,
): DeliveryAnswer {
  const deliveryId = logAnswer(unit, write, input, { outcome, issueId: id, recovery });
  return { deliveryId, outcome, issue: { id, code: issueCode(write.app.prefix, number) } };
}

function logAnswer(
  unit: UnitOfWork,
  { app }: AppWrite,
  { received }: ReceiveDelivery,
  { outcome, ...about }: { outcome: Outcome } & Pick<Delivery, "issueId" | "recovery">,
): string {
  const id = newId("dlv", app.updatedAt);
  const status = unit.settings.statuses[outcome];
  log(unit, received, { id, appId: app.id, status, code: null, message: null, ...about }, app.workspaceId);
  return id;
}

export interface LogDelivery {
  received: Received;
  appId: string;
  refusal: Refusal;
  /** Of a replay: the workspace of the app, where it is recorded. */
  workspaceId?: string;
}

/** Logs a delivery that was refused before it was counted. Gives the entry's id. */
export const logDelivery = defineAction({
  name: "logDelivery",
  duration: ({ received }) => durationOfBody(received.body),
  async run(unit: UnitOfWork, input: LogDelivery): Promise<string> {
    const { received, appId, refusal, workspaceId } = input;
    const id = newId("dlv", unit.now);
    log(unit, received, refused(unit, id, appId, refusal), workspaceId);
    return id;
  },
});

function log(unit: UnitOfWork, received: Received, answered: DeliveryOutcome, workspaceId: string | undefined): void {
  insertDelivery(unit.tx, received, answered);
  // Only what an admin has replayed is recorded: what tools deliver has a log of its own.
  if (received.replayOf === null || workspaceId === undefined) return;
  const target = { kind: "delivery", id: received.replayOf, name: null } as const;
  const details = { replay: answered.id, status: answered.status };
  record(unit, workspaceId, "delivery.replayed", { target, appId: answered.appId, details });
}
