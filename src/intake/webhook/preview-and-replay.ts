// What an admin does with deliveries by hand: previews a payload without raising anything, and replays a logged delivery.
import { toolActor } from "../../actions/webhook/answer-report.ts";
import { logDelivery } from "../../actions/webhook/receive-delivery.ts";
import { actorLabel, raisedBy } from "../../domain/access/actor.ts";
import { Fault } from "../../domain/fault.ts";
import { readPayload } from "../../domain/payload/read-payload.ts";
import type { Reported } from "../../domain/report/report.ts";
import { NO_PLACE } from "../../domain/report/report-place.ts";
import { MISSING_TITLE, NO_WEBHOOK, refusalOf, refusedWith } from "../../domain/webhook/refusals.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import type { Performer } from "../../engine/performer.ts";
import type { Clock } from "../../lib/clock.ts";
import { getApp } from "../../storage/apps/apps.ts";
import type { Reader } from "../../storage/database/database.ts";
import type { Delivery } from "../../storage/webhook/deliveries.ts";
import { findReportPlace } from "../../storage/webhook/report-places.ts";
import { getEndpointOfApp, type WebhookEndpoint } from "../../storage/webhook/webhooks.ts";
import type { ReportToPreview } from "../../wire/webhook/preview.ts";
import type { AppRefusals } from "./app-refusals.ts";
import type { DeliveryReceiver, RawDelivery } from "./delivery-receiver.ts";
import { maskTokens, maskTokensInPayload } from "./mask-tokens.ts";
import { loggedBytes } from "./redact.ts";

/** What is previewed: a payload, parsed or as a body's text, or a logged delivery. */
type Sample = { payload: Record<string, unknown> | string } | { delivery: Delivery };

/** Several where each item of a list is a report of its own. */
interface Preview {
  isList: boolean;
  reports: ReportToPreview[];
}

interface PreviewAndReplayDeps {
  reader: Reader;
  performer: Performer;
  appRefusals: AppRefusals;
  receiver: DeliveryReceiver;
  clock: Clock;
}

export class PreviewAndReplay {
  private readonly deps: PreviewAndReplayDeps;

  constructor(deps: PreviewAndReplayDeps) {
    this.deps = deps;
  }

  /** Throws `invalid_json`, `too_many_items`, `not_found`. */
  async preview(webhook: WebhookEndpoint, sample: Sample): Promise<Preview> {
    const { isList, reported } = await this.deps.receiver.report(webhook, payloadOf(sample));
    const reports: ReportToPreview[] = [];
    for (const one of reported) reports.push(await this.previewOne(webhook, one));
    return { isList, reports };
  }

  private async previewOne(webhook: WebhookEndpoint, reported: Reported): Promise<ReportToPreview> {
    const { report } = reported;
    const actor = toolActor(webhook.workspaceId, webhook.appId, report?.source ?? null);
    const { reader } = this.deps;
    const placed =
      report === null
        ? NO_PLACE
        : await findReportPlace(reader, await getApp(reader, actor.reach, webhook.appId), report.place);
    return {
      reported,
      placed,
      raisedBy: report === null ? actorLabel(actor) : raisedBy(actor, report.reporter),
      error: report === null && !reported.isIgnored ? refusalOf(MISSING_TITLE) : null,
    };
  }

  /**
   * Gives the id of the log's new entry. Throws `not_found` for a delivery whose body was not kept, and `in_progress`,
   * which the receiver has logged.
   */
  async replay(appId: string, delivery: Delivery, by: Author): Promise<string> {
    const { reader, appRefusals, receiver, performer, clock } = this.deps;
    const raw = rawOf(delivery);
    const webhook = await getEndpointOfApp(reader, appId);
    const { headers, encoding, body } = delivery;
    const received = { receivedAt: clock(), replayOf: delivery.replayOf ?? delivery.id, headers, encoding, body };
    try {
      const refusal = webhook.enabled === 0 ? NO_WEBHOOK : appRefusals.refusalOf(webhook);
      if (refusal !== null) throw refusal;
      const answer = await receiver.receive(webhook, raw, received, by);
      if (answer.deliveryId !== null) return answer.deliveryId;
      throw "refusal" in answer ? refusedWith(answer.refusal, false) : new Error("no entry");
    } catch (error) {
      if (!(error instanceof Fault) || error.code === "unavailable" || error.code === "in_progress") throw error;
      const { workspaceId } = webhook;
      const input = { received, appId, workspaceId, refusal: refusalOf(error) };
      return performer.perform(logDelivery, input, by);
    }
  }
}

function payloadOf(sample: Sample): Record<string, unknown> {
  if ("delivery" in sample) {
    const { bytes, contentType, contentEncoding } = rawOf(sample.delivery);
    return readPayload(maskTokens(bytes), contentType, contentEncoding);
  }
  const { payload } = sample;
  if (typeof payload !== "string") return maskTokensInPayload(payload);
  return readPayload(maskTokens(Buffer.from(payload)), undefined, undefined);
}

/** Throws `not_found`. */
function rawOf(delivery: Delivery): RawDelivery {
  const bytes = loggedBytes(delivery);
  if (bytes === null) throw new Fault("not_found", "The body of this delivery was not kept.");
  const headers = JSON.parse(delivery.headers) as Record<string, string>;
  return { bytes, contentType: headers["content-type"], contentEncoding: headers["content-encoding"] };
}
