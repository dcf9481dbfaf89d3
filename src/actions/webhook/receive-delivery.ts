// Receives a delivery once its payload was read: counts it, has each of its reports answered, and logs the delivery with its
// answer, all in one transaction.
import type { Reach } from "../../domain/access/grant.ts";
import type { Report } from "../../domain/report/report.ts";
import { NOT_LIVE, type Refusal, rateLimited, refusalOf } from "../../domain/webhook/refusals.ts";
import { HOUR_MS } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { windowAt } from "../../lib/time-window.ts";
import type { Tx } from "../../storage/database/database.ts";
import type { LoggedDelivery, Received } from "../../storage/webhook/deliveries.ts";
import { announceDelivery } from "../../storage/webhook/deliveries-under-way.ts";
import { countDelivery } from "../../storage/webhook/delivery-count.ts";
import { readDeliveriesAhead } from "../../storage/webhook/read-deliveries-ahead.ts";
import { type AppWrite, openAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction, durationOfBody, durationOfRows } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import {
  answerReport,
  type DeliveryResult,
  type IssueRef,
  ignoredFor,
  type ReportAnswer,
  refusedReport,
  type WhyIgnored,
} from "./answer-report.ts";

/** A report, or why there is none; `ignored` is a message of a kind that reports nothing. */
export type ReportOrRefusal = { report: Report } | { ignored: true } | { refusal: Refusal };

export interface ReceiveDelivery {
  workspaceId: string;
  /** The id of the app. */
  app: string;
  received: Received;
  /** What the payload reports as one, or each item of its list for itself. */
  read: ReportOrRefusal | { items: readonly ReportOrRefusal[] };
}

/** What each item of a list was answered with, in their order. */
export type ItemAnswer =
  | { outcome: Exclude<DeliveryResult, "ignored">; issue: IssueRef }
  | { outcome: "ignored"; why: WhyIgnored }
  | { refusal: Refusal };

export type DeliveryAnswer =
  /** For a list, the answer to the item of most consequence. */
  | { deliveryId: string; outcome: Exclude<DeliveryResult, "ignored">; issue: IssueRef; items?: ItemAnswer[] }
  | { deliveryId: string; outcome: "ignored"; why: WhyIgnored; items?: ItemAnswer[] }
  /** `deliveryId` is null for what is not logged here: a flood is not logged at the pace at which it comes. */
  | { deliveryId: string | null; refusal: Refusal };

/** Throws `not_found`. Everything else that may be wrong is in the answer, because it is logged and counted, too. */
export const receiveDelivery = defineAction({
  name: "receiveDelivery",
  queue: "app",
  wakes: ["forwards"],
  duration: ({ received, read }) =>
    durationOfRows(reportsOf(read).length) === "long" ? "long" : durationOfBody(received.body),
  prepare: prepareDeliveries,
  async run(unit: UnitOfWork, input: ReceiveDelivery): Promise<DeliveryAnswer> {
    announceDelivery(unit.tx, input.app, dedupeKeysOf(input.read));
    const write = await openAppWrite(unit, reachOf(input), input.app);
    const { app } = write;
    if (app.mode !== "live") return { deliveryId: null, refusal: refusalOf(NOT_LIVE) };
    if (!(await countDelivery(unit.tx, app.id, app.updatedAt, unit.settings.webhookRate))) {
      return { deliveryId: null, refusal: hourIsFull(unit, write) };
    }
    const { read } = input;
    if (!("items" in read)) return logAnswer(unit, write, input, await answerOne(unit, write, read), null);
    const items: ReportAnswer[] = [];
    for (const item of read.items) {
      items.push(await answerOne(unit, await openAppWrite(unit, reachOf(input), input.app), item));
    }
    return logAnswer(unit, write, input, mainOf(items), items);
  },
});

/** Receives a recovery that may fix an issue, so that notifications are sent at once. Throws `not_found`. */
export const receiveRecovery = defineAction({
  ...receiveDelivery,
  queue: "app",
  name: "receiveRecovery",
  wakes: ["notifications", "forwards"],
});

async function answerOne(unit: UnitOfWork, write: AppWrite, read: ReportOrRefusal): Promise<ReportAnswer> {
  if ("ignored" in read) return ignoredFor("event");
  return "refusal" in read ? refusedReport(read.refusal) : answerReport(unit, write, read.report);
}

const BY_IMPORTANCE: readonly DeliveryResult[] = ["raised", "fixed", "duplicate", "ignored"];

/** The answer for all items: the one of most consequence, or why the first was refused if none was taken. */
function mainOf(items: readonly ReportAnswer[]): ReportAnswer {
  for (const outcome of BY_IMPORTANCE) {
    const found = items.find((item) => "outcome" in item && item.outcome === outcome);
    if (found !== undefined) return found;
  }
  return items[0] ?? ignoredFor("empty");
}

/** What several deliveries to one app would ask for one by one. */
async function prepareDeliveries(tx: Tx, now: number, inputs: readonly ReceiveDelivery[]): Promise<void> {
  const keys = [...new Set(inputs.flatMap(({ read }) => dedupeKeysOf(read)))];
  if (keys.length >= 2) await readDeliveriesAhead(tx, reachOf(inputs[0]!), inputs[0]!.app, keys, now);
}

export function reportsOf(read: ReceiveDelivery["read"]): Report[] {
  const all = "items" in read ? read.items : [read];
  return all.flatMap((one) => ("report" in one ? one.report : []));
}

/** The dedupe keys of a delivery's reports, each once. */
export function dedupeKeysOf(read: ReceiveDelivery["read"]): string[] {
  return [...new Set(reportsOf(read).flatMap(({ dedupeKey }) => dedupeKey ?? []))];
}

function reachOf({ workspaceId, app }: Pick<ReceiveDelivery, "workspaceId" | "app">): Reach {
  return { workspaceId, apps: [app] };
}

function hourIsFull({ settings }: UnitOfWork, { app }: AppWrite): Refusal {
  return refusalOf(rateLimited(settings.webhookRate, windowAt(app.updatedAt, HOUR_MS).secondsLeft));
}

function logAnswer(
  unit: UnitOfWork,
  { app }: AppWrite,
  { received }: ReceiveDelivery,
  main: ReportAnswer,
  items: readonly ReportAnswer[] | null,
): DeliveryAnswer {
  const deliveryId = newId("dlv", app.updatedAt);
  log(unit, received, { id: deliveryId, appId: app.id, answer: main, items }, app.workspaceId);
  if ("refusal" in main) return { deliveryId, refusal: main.refusal };
  return {
    deliveryId,
    ...itemAnswer(main),
    ...(items === null ? {} : { items: items.map(itemAnswer) }),
  } as DeliveryAnswer;
}

function itemAnswer(answer: ReportAnswer): ItemAnswer {
  if ("refusal" in answer) return { refusal: answer.refusal };
  const { outcome } = answer;
  return outcome === "ignored" ? { outcome, why: answer.why } : { outcome, issue: answer.issue };
}

export interface LogDelivery {
  received: Received;
  appId: string;
  refusal: Refusal;
  /** For a replay, the workspace in which it is recorded. */
  workspaceId?: string;
}

/** Logs a delivery that was refused before it was counted. Gives the entry's id. */
export const logDelivery = defineAction({
  name: "logDelivery",
  duration: ({ received }) => durationOfBody(received.body),
  async run(unit: UnitOfWork, { received, appId, refusal, workspaceId }: LogDelivery): Promise<string> {
    const id = newId("dlv", unit.now);
    log(unit, received, { id, appId, answer: refusedReport(refusal), items: null }, workspaceId);
    return id;
  },
});

function log(unit: UnitOfWork, received: Received, answered: LoggedDelivery, workspaceId: string | undefined): void {
  const status = unit.addToDeliveryLog(received, answered);
  // Only what an admin has replayed is recorded: what tools deliver has a log of its own.
  if (received.replayOf === null || workspaceId === undefined) return;
  const target = { kind: "delivery", id: received.replayOf, name: null } as const;
  const details = { replay: answered.id, status };
  record(unit, workspaceId, "delivery.replayed", { target, appId: answered.appId, details });
}
