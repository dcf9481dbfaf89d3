// Receives what came in by the webhook, after the door has read it: counts it, raises it or finds it raised already,
// and logs it with its answer, all in one unit.
import type { Actor } from "../../domain/access/actor.ts";
import type { Reach } from "../../domain/access/grant.ts";
import type { FaultCode } from "../../domain/fault.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import type { Report } from "../../domain/report/report.ts";
import { HOUR_MS, windowAt } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import type { Tx } from "../../storage/database/database.ts";
import { countRepeat } from "../../storage/issues/issue-repeats.ts";
import { findSlot, type SlotHolder } from "../../storage/webhook/dedupe-slots.ts";
import { type Answered, insertDelivery, type Received } from "../../storage/webhook/deliveries.ts";
import { announceDelivery } from "../../storage/webhook/deliveries-under-way.ts";
import { countDelivery } from "../../storage/webhook/delivery-count.ts";
import { readDeliveriesAhead } from "../../storage/webhook/read-deliveries-ahead.ts";
import { closeLedger, type Ledger, openLedger } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction, durationOfBody } from "../define-action.ts";
import { allowanceUsedUp, claimAllowance, raise } from "../issues/raise-issue.ts";
import type { Unit } from "../unit-of-work.ts";

export interface Refusal {
  code: FaultCode;
  message: string;
  /** Seconds after which the same delivery may pass. */
  retryAfter?: number;
}

export interface ReceiveDelivery {
  workspaceId: string;
  /** The app's id. */
  app: string;
  received: Received;
  /** What the payload reports, or why it reports nothing. */
  read: { report: Report } | { refusal: Refusal; status: number };
  /** How long it waits at most for another server that holds the app; left out, as long as any unit. */
  patienceMs?: number;
}

export interface IssueRef {
  id: string;
  code: string;
}

export type Receipt =
  | { deliveryId: string; duplicate: boolean; issue: IssueRef }
  /** `deliveryId` is null where the door must see to the log: a flood is not logged at the pace it comes. */
  | { deliveryId: string | null; refusal: Refusal };

/** Throws `not_found`. Everything else that may be wrong is in the receipt, because it is logged and counted, too. */
export const receiveDelivery = defineAction({
  name: "receiveDelivery",
  queue: "app",
  wakes: ["forwards"],
  duration: ({ received }) => durationOfBody(received.body),
  prepare: prepareDeliveries,
  async run(unit: Unit, input: ReceiveDelivery): Promise<Receipt> {
    announceDelivery(unit.tx, input.app, keyOf(input));
    const ledger = await openLedger(unit, reachOf(input), input.app);
    if (ledger.app.mode !== "live") return { deliveryId: null, refusal: notLive() };
    if (!(await countDelivery(unit.tx, ledger.app.id, ledger.app.updatedAt, unit.settings.webhookRate)))
      return { deliveryId: null, refusal: rateLimited(unit, ledger) };
    if ("refusal" in input.read) return refuse(unit, ledger, input, input.read.status, input.read.refusal);
    const { report } = input.read;
    const holder = await holderOf(unit, ledger, report);
    if (holder !== null) return repeat(unit, ledger, input, holder);
    if (!(await claimAllowance(unit, ledger))) {
      return refuse(unit, ledger, input, 402, { code: "limit_reached", message: allowanceUsedUp(unit) });
    }
    const { source, externalId, link, dedupeKey } = report;
    const known = new Set(ledger.shape.platforms.map(({ code }) => code));
    const { issue } = await raise(ledger, {
      actor: toolActor(input.workspaceId, input.app, source),
      check: null,
      sectionId: null,
      text: report.text,
      platforms: report.platforms.filter((code) => known.has(code)),
      priority: report.priority,
      reporter: report.reporter,
      webhook: { source, externalId, link, deliveries: 1, lastDeliveryAt: ledger.app.updatedAt },
      dedupeKey,
    });
    const receipt = answer(unit, ledger, input, issue, false);
    closeLedger(ledger);
    return receipt;
  },
});

/** The open issue of the same thing; null when there is none. */
async function holderOf({ tx }: Unit, { app }: Ledger, { dedupeKey, formerKey }: Report): Promise<SlotHolder | null> {
  if (dedupeKey === null) return null;
  const holder = await findSlot(tx, app.id, dedupeKey);
  return holder !== null || formerKey === null ? holder : findSlot(tx, app.id, formerKey);
}

/** Raises nothing: the issue only says that it was reported once more. */
function repeat(unit: Unit, ledger: Ledger, input: ReceiveDelivery, holder: SlotHolder): Receipt {
  countRepeat(unit.tx, holder.id, ledger.app.updatedAt);
  const receipt = answer(unit, ledger, input, holder, true);
  closeLedger(ledger);
  return receipt;
}

/** What several deliveries to one app would ask for one by one. */
async function prepareDeliveries(tx: Tx, now: number, inputs: readonly ReceiveDelivery[]): Promise<void> {
  const keys = keysOf(inputs);
  if (keys.length >= 2) await readDeliveriesAhead(tx, reachOf(inputs[0]!), inputs[0]!.app, keys, now);
}

/** Each once. */
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

export function notLive(): Refusal {
  return {
    code: "not_live",
    message: "This app is not in live mode, so its webhook accepts no deliveries. Set its mode to live.",
  };
}

function rateLimited({ settings }: Unit, { app }: Ledger): Refusal {
  const { secondsLeft: retryAfter } = windowAt(app.updatedAt, HOUR_MS);
  const message = `This app has used up its ${settings.webhookRate} deliveries for this hour; the next hour starts in ${retryAfter} s.`;
  return { code: "rate_limited", message, retryAfter };
}

function refuse(unit: Unit, { app }: Ledger, { received }: ReceiveDelivery, status: number, refusal: Refusal): Receipt {
  const { code, message } = refusal;
  const id = newId("dlv", app.updatedAt);
  log(unit, received, { id, appId: app.id, status, code, message, issueId: null }, app.workspaceId);
  return { deliveryId: id, refusal };
}

function answer(
  unit: Unit,
  { app }: Ledger,
  { received }: ReceiveDelivery,
  issue: SlotHolder,
  duplicate: boolean,
): Receipt {
  const id = newId("dlv", app.updatedAt);
  const status = duplicate ? 200 : 201;
  const answered = { id, appId: app.id, status, code: null, message: null, issueId: issue.id };
  log(unit, received, answered, app.workspaceId);
  return { deliveryId: id, duplicate, issue: { id: issue.id, code: issueCode(app.prefix, issue.number) } };
}

export interface LogDelivery {
  received: Received;
  appId: string;
  status: number;
  refusal: Refusal;
  /** Of a replay: the workspace of the app, where it is recorded. */
  workspaceId?: string;
}

/** Logs a delivery that was refused before it got so far as to be counted. Gives the entry's id. */
export const logDelivery = defineAction({
  name: "logDelivery",
  duration: ({ received }) => durationOfBody(received.body),
  async run(unit: Unit, input: LogDelivery): Promise<string> {
    const { received, appId, status, refusal, workspaceId } = input;
    const { code, message } = refusal;
    const id = newId("dlv", unit.now);
    log(unit, received, { id, appId, status, code, message, issueId: null }, workspaceId);
    return id;
  },
});

function log(unit: Unit, received: Received, answered: Answered, workspaceId: string | undefined): void {
  insertDelivery(unit.tx, received, answered);
  // Only what an admin has replayed is recorded: what tools deliver has a log of its own.
  if (received.replayOf === null || workspaceId === undefined) return;
  const target = { kind: "delivery", id: received.replayOf, name: null } as const;
  const details = { replay: answered.id, status: answered.status };
  record(unit, workspaceId, "delivery.replayed", { target, appId: answered.appId, details });
}
