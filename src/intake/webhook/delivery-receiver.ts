// The reception behind the webhook's door: reads what was delivered as the app's webhook says and has it raised. What
// can be refused cheaply is refused before anything is read.
import {
  notLive,
  type Receipt,
  type ReceiveDelivery,
  type Refusal,
  receiveDelivery,
} from "../../actions/webhook/receive-delivery.ts";
import type { AppConfig } from "../../domain/apps/app-config.ts";
import { Fault } from "../../domain/fault.ts";
import type { Mapping } from "../../domain/mapping/mapping.ts";
import { readPayload } from "../../domain/payload/read-payload.ts";
import { compileReader, type Reader } from "../../domain/report/compiled-reader.ts";
import { type Reported, toReport } from "../../domain/report/report.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import type { Performer } from "../../engine/performer.ts";
import { PRESET_REGISTRY } from "../../integrations/preset-registry.ts";
import { within } from "../../lib/async/time-limit.ts";
import { type Clock, HOUR_MS, windowAt } from "../../lib/clock.ts";
import { findKnownShape, getShape } from "../../storage/apps/app-config.ts";
import type { ShapeKey } from "../../storage/apps/apps.ts";
import type { Reader as DatabaseReader } from "../../storage/database/database.ts";
import { isLockTimeout } from "../../storage/database/lock-timeout.ts";
import type { Received } from "../../storage/webhook/deliveries.ts";
import { isDeliveryUnderWay } from "../../storage/webhook/deliveries-under-way.ts";
import type { WebhookDoor } from "../../storage/webhook/webhooks.ts";
import { STATUS } from "../../wire/error.ts";

/** A delivery as it came. */
export interface Raw {
  bytes: Buffer;
  contentType: string | undefined;
  contentEncoding: string | undefined;
}

interface Tools {
  reader: DatabaseReader;
  performer: Performer;
  clock: Clock;
}

/** A delivery waits so long for another of the same id. */
const WAIT_MS = 1_000;
/** Each takes as long as a unit waits for an app that another server holds. */
const LOG_ATTEMPTS = 10;
const MAX_READERS = 1_000;
const MAX_LIMITED = 10_000;

export class Reception {
  private readonly tools: Tools;
  private readonly readers = new Map<string, Reader>();
  /** Apps that have had all the deliveries of their hour, and when it turns. */
  private readonly limited = new Map<string, number>();
  private lastFull: Fault | undefined;
  private readonly inProgress = new Map<string, Promise<unknown>>();

  constructor(tools: Tools) {
    this.tools = tools;
  }

  /** What a delivery can be refused with before it is read: `not_found`, `not_live`, `rate_limited`; null for nothing. */
  closed({ appId, mode, enabled }: WebhookDoor): Fault | null {
    if (enabled === 0) return NO_WEBHOOK;
    if (mode !== "live") return faultOf(notLive());
    const turn = this.limited.get(appId);
    if (turn === undefined) return null;
    const left = Math.ceil((turn - this.tools.clock()) / 1_000);
    if (left > 0) return this.full(left);
    this.limited.delete(appId);
    return null;
  }

  /** Whoever floods is told the same until the second has passed. */
  private full(left: number): Fault {
    if (this.lastFull?.retryAfter !== left) this.lastFull = faultOf(hourIsFull(left));
    return this.lastFull;
  }

  /** `received` is what the log keeps of it, and `by` who has it replayed. Gives the receipt, which may be a refusal. Throws `in_progress`, `not_found`. */
  async receive(door: WebhookDoor, raw: Raw, received: Received, by?: Author): Promise<Receipt> {
    const read = this.read(door, findKnownShape(keyOf(door)) ?? (await this.shapeOf(door)), raw);
    const input: ReceiveDelivery = { workspaceId: door.workspaceId, app: door.appId, received, read };
    const started = this.tools.clock();
    const perform = () => this.tools.performer.perform(receiveDelivery, input, by);
    const dedupeKey = "report" in read ? read.report.dedupeKey : null;
    try {
      const receipt = await (dedupeKey === null
        ? perform()
        : this.inTurn(door.appId, dedupeKey, (patienceMs) => {
            input.patienceMs = patienceMs;
            return perform();
          }));
      if ("refusal" in receipt && receipt.refusal.code === "rate_limited") this.remember(door.appId, started);
      return receipt;
    } catch (error) {
      // The app was archived after its webhook was found.
      if (error instanceof Fault && error.code === "not_found") throw NO_WEBHOOK;
      if (!(error instanceof Fault) || error.code !== "in_progress") throw error;
      const { code, message } = error;
      // It got as far as to be counted, and is logged with that.
      void this.logLate({ ...input, read: { refusal: { code, message }, status: STATUS[code] } }, by);
      throw Object.assign(error, { isLogged: true });
    }
  }

  /** Whoever holds the app may do so for longer than anybody waits: then it is tried again, a while. */
  private async logLate({ patienceMs: _, ...late }: ReceiveDelivery, by: Author | undefined): Promise<void> {
    for (let attempt = 1; attempt <= LOG_ATTEMPTS; attempt++) {
      try {
        await this.tools.performer.perform(receiveDelivery, late, by);
        return;
      } catch (error) {
        if (!isLockTimeout(error)) return;
      }
    }
  }

  /** What the payload says by the webhook's own preset and mapping. */
  async report(door: WebhookDoor, payload: Record<string, unknown>): Promise<Reported> {
    return this.reportOf(door, await this.shapeOf(door), payload);
  }

  private shapeOf(door: WebhookDoor): Promise<AppConfig> {
    return getShape(this.tools.reader, keyOf(door));
  }

  private reportOf(door: WebhookDoor, { platforms }: AppConfig, payload: Record<string, unknown>): Reported {
    return toReport(this.readerOf(door), payload, {
      platforms,
      defaultPlatforms: JSON.parse(door.defaultPlatforms),
      defaultPriority: door.defaultPriority,
    });
  }

  private read(door: WebhookDoor, shape: AppConfig, raw: Raw): ReceiveDelivery["read"] {
    try {
      const payload = readPayload(raw.bytes, raw.contentType, raw.contentEncoding);
      const { report } = this.reportOf(door, shape, payload);
      if (report === null) return { refusal: MISSING_TITLE, status: STATUS.missing_title };
      return { report };
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "invalid_json") throw error;
      return { refusal: { code: error.code, message: error.message }, status: STATUS.invalid_json };
    }
  }

  private readerOf({ preset, mapping }: WebhookDoor): Reader {
    const key = `${preset} ${mapping}`;
    let reader = this.readers.get(key);
    if (reader === undefined) {
      reader = compileReader(PRESET_REGISTRY[preset], JSON.parse(mapping) as Mapping);
      if (this.readers.size >= MAX_READERS) this.readers.clear();
      this.readers.set(key, reader);
    }
    return reader;
  }

  /**
   * One at a time for one id: the second then finds the issue of the first. One that another server raises holds the
   * app, and is waited for in what is left of the same time. Throws `in_progress`, and `unavailable` where the app was waited for
   * in vain without another delivery of this id being known of.
   */
  private async inTurn<T>(appId: string, dedupeKey: string, work: (patienceMs: number) => Promise<T>): Promise<T> {
    const key = `${appId} ${dedupeKey}`;
    const earlier = this.inProgress.get(key);
    const mine = work(earlier === undefined ? WAIT_MS : await this.patienceAfter(earlier));
    const isFirst = !this.inProgress.has(key);
    const isUnderWay = () => isDeliveryUnderWay(this.tools.reader, appId, dedupeKey);
    if (isFirst) this.inProgress.set(key, mine);
    try {
      return await mine;
    } catch (error) {
      const isAnother = isLockTimeout(error) && ((!isFirst && this.inProgress.has(key)) || (await isUnderWay()));
      throw isAnother ? inProgress() : error;
    } finally {
      if (isFirst) this.inProgress.delete(key);
    }
  }

  /** What is left of the time to wait, once the other has ended. Throws `in_progress`. */
  private async patienceAfter(earlier: Promise<unknown>): Promise<number> {
    const { clock } = this.tools;
    const came = clock();
    if (!(await endsWithin(WAIT_MS, earlier))) throw inProgress();
    return Math.max(WAIT_MS - (clock() - came), 0);
  }

  /** The count of an hour only grows: once it is full, it need not be asked for again until the hour turns. */
  private remember(appId: string, at: number): void {
    if (this.limited.size >= MAX_LIMITED) this.limited.clear();
    this.limited.set(appId, windowAt(at, HOUR_MS).end);
  }
}

function keyOf({ appId, shapeRevision }: WebhookDoor): ShapeKey {
  return { id: appId, shapeRevision };
}

export const NO_WEBHOOK = new Fault(
  "not_found",
  "There is no webhook at this address: it is off, was replaced, or never existed.",
);

export const MISSING_TITLE: Refusal = {
  code: "missing_title",
  message: "The payload has no title, and no description to take one from, where this webhook looks for them.",
};

function hourIsFull(left: number): Refusal {
  const message = `This app has used up its deliveries for this hour; the next hour starts in ${left} s.`;
  return { code: "rate_limited", message, retryAfter: left };
}

export function faultOf({ code, message, retryAfter }: Refusal): Fault {
  return new Fault(code, message, undefined, retryAfter);
}

function inProgress(): Fault {
  return new Fault(
    "in_progress",
    "Another delivery with this external id is being raised at this moment. Try again in a moment.",
    undefined,
    1,
  );
}

function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const ended = () => true;
  return within(limitMs, work.then(ended, ended), () => false);
}
