// What an admin does with deliveries by hand: tries a payload without raising anything, and delivers a kept one again.

import { logDelivery, toolActor } from "../../actions/webhook/receive-delivery.ts";
import { actorLabel, raisedBy } from "../../domain/access/actor.ts";
import { Fault } from "../../domain/fault.ts";
import { readPayload } from "../../domain/payload/read-payload.ts";
import type { Reported } from "../../domain/report/report.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import type { Performer } from "../../engine/performer.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Reader } from "../../storage/database/database.ts";
import type { Delivery } from "../../storage/webhook/deliveries.ts";
import { getDoorOfApp, type WebhookDoor } from "../../storage/webhook/webhooks.ts";
import { STATUS } from "../../wire/error.ts";
import { MISSING_TITLE, type Raw, type Reception } from "./delivery-receiver.ts";
import { maskTokens, maskTokensInPayload } from "./mask-tokens.ts";
import { bytesOf } from "./redact.ts";

/** What is tried: a payload as it was parsed, or as the text of a body; or a kept delivery. */
export type Tried = { payload: Record<string, unknown> | string } | { delivery: Delivery };

export interface Previewed {
  reported: Reported;
  raisedBy: string;
  /** What the delivery would be refused with. */
  error: { code: string; message: string } | null;
}

interface DeskTools {
  reader: Reader;
  performer: Performer;
  reception: Reception;
  clock: Clock;
}

export class WebhookDesk {
  private readonly tools: DeskTools;

  constructor(tools: DeskTools) {
    this.tools = tools;
  }

  /** Throws `invalid_json`, `not_found`. */
  async preview(door: WebhookDoor, tried: Tried): Promise<Previewed> {
    const reported = await this.tools.reception.report(door, payloadOf(tried));
    const { report } = reported;
    const actor = toolActor(door.workspaceId, door.appId, report?.source ?? null);
    return {
      reported,
      raisedBy: report === null ? actorLabel(actor) : raisedBy(actor, report.reporter),
      error: report === null ? MISSING_TITLE : null,
    };
  }

  /**
   * Gives the id of the log's new entry. Throws `not_found` for a delivery whose body was not kept, and `in_progress`,
   * which the reception has logged already.
   */
  async replay(appId: string, delivery: Delivery, by: Author): Promise<string> {
    const { reader, reception, performer, clock } = this.tools;
    const raw = rawOf(delivery);
    const door = await getDoorOfApp(reader, appId);
    const { headers, encoding, body } = delivery;
    const received = { receivedAt: clock(), replayOf: delivery.replayOf ?? delivery.id, headers, encoding, body };
    try {
      const closed = reception.closed(door);
      if (closed !== null) throw closed;
      const receipt = await reception.receive(door, raw, received, by);
      if (receipt.deliveryId !== null) return receipt.deliveryId;
      throw "refusal" in receipt ? new Fault(receipt.refusal.code, receipt.refusal.message) : new Error("no entry");
    } catch (error) {
      if (!(error instanceof Fault) || error.code === "unavailable" || error.code === "in_progress") throw error;
      const { code, message } = error;
      const { workspaceId } = door;
      const input = { received, appId, workspaceId, status: STATUS[code], refusal: { code, message } };
      return performer.perform(logDelivery, input, by);
    }
  }
}

function payloadOf(tried: Tried): Record<string, unknown> {
  if ("delivery" in tried) {
    const { bytes, contentType, contentEncoding } = rawOf(tried.delivery);
    return readPayload(maskTokens(bytes), contentType, contentEncoding);
  }
  const { payload } = tried;
  if (typeof payload !== "string") return maskTokensInPayload(payload);
  return readPayload(maskTokens(Buffer.from(payload)), undefined, undefined);
}

/** Throws `not_found`. */
function rawOf(delivery: Delivery): Raw {
  const bytes = bytesOf(delivery);
  if (bytes === null) throw new Fault("not_found", "The body of this delivery was not kept.");
  const headers = JSON.parse(delivery.headers) as Record<string, string>;
  return { bytes, contentType: headers["content-type"], contentEncoding: headers["content-encoding"] };
}
