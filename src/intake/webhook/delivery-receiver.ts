// Receives a delivery whose bytes are there and whose signature is right: reads what it reports, as the app's webhook says,
// and has that raised. What can be refused without reading was refused before (decide-delivery.ts).

import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import {
  type DeliveryAnswer,
  dedupeKeysOf,
  type ReceiveDelivery,
  type ReportOrRefusal,
  receiveDelivery,
  receiveRecovery,
  reportsOf,
} from "../../actions/webhook/receive-delivery.ts";
import type { AppConfig } from "../../domain/apps/app-config.ts";
import { Fault, type FaultCode } from "../../domain/fault.ts";
import type { Mapping } from "../../domain/mapping/mapping.ts";
import type { Payload } from "../../domain/mapping/value-at-path.ts";
import { readPayload } from "../../domain/payload/read-payload.ts";
import { compileReader, type ReportReader } from "../../domain/report/compiled-reader.ts";
import { type Reported, reportIn } from "../../domain/report/report.ts";
import { itemsIn, type ReportedItems } from "../../domain/report/report-items.ts";
import { MISSING_TITLE, NO_WEBHOOK, refusalOf, refusedWith } from "../../domain/webhook/refusals.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import type { Performer } from "../../engine/performer.ts";
import { PRESET_REGISTRY } from "../../integrations/preset-registry.ts";
import type { Awaitable } from "../../lib/async/awaitable.ts";
import type { Clock } from "../../lib/clock.ts";
import { BoundedMap } from "../../lib/collections/bounded-map.ts";
import { findCachedAppConfig, getAppConfig } from "../../storage/apps/app-config.ts";
import type { AppConfigKey } from "../../storage/apps/apps.ts";
import type { Reader } from "../../storage/database/database.ts";
import { isLockTimeout } from "../../storage/database/lock-timeout.ts";
import type { Received } from "../../storage/webhook/deliveries.ts";
import type { WebhookEndpoint } from "../../storage/webhook/webhooks.ts";
import type { AppRefusals } from "./app-refusals.ts";
import { SameIdQueue } from "./same-id-queue.ts";

/** The body of a delivery, and the headers that say how it is to be read. */
export interface RawDelivery {
  bytes: Buffer;
  contentType: string | undefined;
  contentEncoding: string | undefined;
}

interface ReceiverDeps {
  reader: Reader;
  performer: Performer;
  clock: Clock;
  /** Is told when an app has had all the deliveries of its hour. */
  appRefusals: AppRefusals;
}

/** Each attempt to log takes as long as a unit waits for an app that another server holds. */
const LOG_ATTEMPTS = 10;
const MAX_READERS = 1_000;
const NO_TITLE = refusalOf(MISSING_TITLE);
/** What a payload is refused with that can't be read. */
const UNREADABLE_CODES: ReadonlySet<string> = new Set(["invalid_json", "too_many_items"] satisfies FaultCode[]);

/** What a payload reports; `isList` where each item of a list is a report of its own. */
interface ReportedList {
  isList: boolean;
  reported: Reported[];
}

export class DeliveryReceiver {
  private readonly deps: ReceiverDeps;
  private readonly sameId: SameIdQueue;
  private readonly readers = new BoundedMap<string, ReportReader>(MAX_READERS);

  constructor(deps: ReceiverDeps) {
    this.deps = deps;
    this.sameId = new SameIdQueue(deps.reader, deps.clock);
  }

  /**
   * `received` is what the log keeps of the delivery, and `by` who has it replayed. The answer may be a refusal. Throws
   * `in_progress`, `not_found`.
   */
  async receive(webhook: WebhookEndpoint, raw: RawDelivery, received: Received, by?: Author): Promise<DeliveryAnswer> {
    const reading = this.read(webhook, findCachedAppConfig(keyOf(webhook)) ?? (await this.configOf(webhook)), raw);
    const read = reading instanceof Promise ? await reading : reading;
    const input: ReceiveDelivery = { workspaceId: webhook.workspaceId, app: webhook.appId, received, read };
    const started = this.deps.clock();
    const mayFix = reportsOf(read).some(({ recovery }) => recovery === "fix");
    const action = mayFix ? receiveRecovery : receiveDelivery;
    const perform = (lockBudgetMs?: number) => this.deps.performer.perform(action, input, by, lockBudgetMs);
    const dedupeKeys = dedupeKeysOf(read);
    try {
      const answer = await (dedupeKeys.length === 0 ? perform() : this.sameId.run(webhook.appId, dedupeKeys, perform));
      if ("refusal" in answer && answer.refusal.code === "rate_limited") {
        this.deps.appRefusals.rememberFullHour(webhook.appId, started);
      }
      return answer;
    } catch (error) {
      // The app was archived after its webhook was found.
      if (error instanceof Fault && error.code === "not_found") throw NO_WEBHOOK;
      if (!(error instanceof Fault) || error.code !== "in_progress") throw error;
      void this.logInProgress({ ...input, read: { refusal: refusalOf(error) } }, by);
      throw refusedWith(error, true);
    }
  }

  /** The payload as the webhook's preset and mapping read it, or why it reports nothing. A list is read item by item. */
  private read(webhook: WebhookEndpoint, config: AppConfig, raw: RawDelivery): Awaitable<ReceiveDelivery["read"]> {
    try {
      const payload = readPayload(raw.bytes, raw.contentType, raw.contentEncoding);
      const { isList, items } = itemsIn(this.readerOf(webhook), payload);
      const readOne = (item: Payload) => reportOrRefusal(this.reportOf(webhook, config, item));
      return isList ? inTurns(items, readOne).then((all) => ({ items: all })) : readOne(items[0]!);
    } catch (error) {
      if (!(error instanceof Fault) || !UNREADABLE_CODES.has(error.code)) throw error;
      return { refusal: refusalOf(error) };
    }
  }

  /** What each item of a payload reports, for whoever tries it. Throws `too_many_items`. */
  async report(webhook: WebhookEndpoint, payload: Record<string, unknown>): Promise<ReportedList> {
    const config = await this.configOf(webhook);
    const { isList, items }: ReportedItems = itemsIn(this.readerOf(webhook), payload);
    return { isList, reported: await inTurns(items, (item) => this.reportOf(webhook, config, item)) };
  }

  private configOf(webhook: WebhookEndpoint): Promise<AppConfig> {
    return getAppConfig(this.deps.reader, keyOf(webhook));
  }

  private reportOf(webhook: WebhookEndpoint, { platforms }: AppConfig, payload: Payload): Reported {
    const { defaultPriority, defaultSection, recoveries } = webhook;
    const defaultPlatforms = JSON.parse(webhook.defaultPlatforms);
    const target = { platforms, defaultPlatforms, defaultPriority, defaultSection };
    return reportIn(this.readerOf(webhook), payload, target, recoveries);
  }

  private readerOf({ preset, mapping }: WebhookEndpoint): ReportReader {
    const key = `${preset} ${mapping}`;
    let reader = this.readers.get(key);
    if (reader === undefined) {
      reader = compileReader(PRESET_REGISTRY[preset], JSON.parse(mapping) as Mapping);
      this.readers.set(key, reader);
    }
    return reader;
  }

  /**
   * A delivery that had to wait for too long is counted and logged all the same. Whoever holds the app may do so for longer
   * than anybody waits, so that is tried a few times.
   */
  private async logInProgress(late: ReceiveDelivery, by: Author | undefined): Promise<void> {
    for (let attempt = 1; attempt <= LOG_ATTEMPTS; attempt++) {
      try {
        await this.deps.performer.perform(receiveDelivery, late, by);
        return;
      } catch (error) {
        if (!isLockTimeout(error)) return;
      }
    }
  }
}

function reportOrRefusal({ report, isIgnored }: Reported): ReportOrRefusal {
  if (isIgnored) return { ignored: true };
  return report === null ? { refusal: NO_TITLE } : { report };
}

/** Lets others go on between any two items: each may be as large as a whole delivery. */
async function inTurns<Read>(items: readonly Payload[], readOne: (item: Payload) => Read): Promise<Read[]> {
  const read: Read[] = [];
  for (const item of items) {
    read.push(readOne(item));
    if (items.length > 1) await yieldToEventLoop();
  }
  return read;
}

function keyOf({ appId, configRevision }: WebhookEndpoint): AppConfigKey {
  return { id: appId, configRevision };
}
