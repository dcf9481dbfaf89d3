// Posts an event to a program, signed by Standard Webhooks. While a secret is being replaced, the old one signs beside the new one.
import { publishedBody } from "../../domain/connections/published-event.ts";
import { standardSignature } from "../../lib/crypto/standard-webhooks-signature.ts";
import type { CallOutcome } from "../../lib/network/call-once.ts";
import { type ForwardResult, resultOf } from "../toolkit/forwarder.ts";
import type { Publisher, PublishJob } from "../toolkit/publisher.ts";

export const eventsPublisher: Publisher = async (job) => {
  const { eventId, now, settings, event, call } = job;
  const body = Buffer.from(publishedBody(event));
  const time = String(Math.floor(now / 1_000));
  const headers = {
    "content-type": "application/json",
    "user-agent": "Retest",
    "webhook-id": eventId,
    "webhook-timestamp": time,
    "webhook-signature": secretsOf(job)
      .map((secret) => standardSignature(secret, eventId, time, body))
      .join(" "),
  };
  return eventResult(await call({ method: "POST", url: String(settings.url), headers, body }));
};

function secretsOf({ now, settings, credentials }: PublishJob): string[] {
  const { secret, previous_secret: previous } = credentials;
  const until = Date.parse(String(settings.previous_secret_until));
  return previous !== undefined && now < until ? [secret!, previous] : [secret!];
}

/**
 * A program that is being set up, moved or mended answers with anything: all of it is tried again, for a day. Only who says that it is gone is
 * believed at once.
 */
function eventResult(done: CallOutcome): ForwardResult {
  const result = resultOf(done);
  const isFinal = result.end === "delivered" || done.status === 410 || done.status === null;
  return isFinal ? result : { ...result, end: "again" };
}
