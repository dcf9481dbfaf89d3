// What the document says about what is sent by us: the notification of a fix, and the events for other programs.
import type { EventType } from "../../../domain/connections/connection.ts";
import { NOTIFY_TIMEOUT_SECONDS } from "../../../domain/limits.ts";
import { numberInWords } from "../../../lib/text/number-in-words.ts";
import { PUBLISHED_TYPES, publishedEventSchema } from "../../../wire/connections/published-event.ts";
import { IssueFixedSchema } from "../../../wire/webhook/notification.ts";
import type { Endpoint } from "../document/endpoint.ts";
import { connections } from "./connections.ts";
import { deliveries } from "./other-endpoints.ts";

const notification: Endpoint = {
  id: "issueFixed",
  method: "POST",
  path: "",
  tag: deliveries.tag,
  summary: "An issue that was raised through the webhook was fixed, or its fix was verified",
  description: `Sent to the app's notify URL, once: within ${numberInWords(NOTIFY_TIMEOUT_SECONDS)} seconds, without following redirects. Verify the signature over the exact bytes before you trust it.`,
  access: null,
  body: IssueFixedSchema,
  requestHeaders: {
    "X-Service-Event": "`issue.fixed`",
    "X-Signature": "`sha256=` and the hex HMAC-SHA256 of the exact bytes of the body, keyed with the signing secret.",
  },
  answers: { 200: null },
  codes: [],
};

const WHEN: Record<EventType | "test", string> = {
  "issue.raised": "An issue was raised",
  "issue.edited":
    "An issue was edited, assigned, got or lost files, was fixed on some platforms, or is no longer confirmed",
  "issue.moved": "An issue was placed on another check or section",
  "issue.fixed": "An issue was fixed on all its platforms",
  "issue.reopened": "An issue is open again",
  "issue.confirmed": "The fix of an issue was confirmed",
  "issue.commented": "Somebody commented on an issue",
  "results.recorded": "Results were recorded",
  "cycle.started": "A cycle was started",
  "cycle.closed": "A cycle was closed",
  "gate.changed": "The release gate opened or shut",
  test: "An admin sent a test",
};

const STANDARD_HEADERS = {
  "webhook-id": "The event's id: the same when it comes again.",
  "webhook-timestamp": "When it was sent, in seconds since 1970.",
  "webhook-signature":
    "One or two signatures (`v1,…`) as Standard Webhooks define them; two for a day after the secret was replaced.",
};

function eventOf(type: EventType | "test"): Endpoint {
  const name = type
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/\.(.)/, (_, first: string) => first.toUpperCase());
  return {
    id: `event${name}`,
    method: "POST",
    path: "",
    tag: connections.tag,
    summary: WHEN[type],
    description:
      "Sent to every event receiver of the app that chose this type, in order; tried again for a day unless it is answered with 200 to 299 within ten seconds. More fields may be added.",
    access: null,
    body: publishedEventSchema(type),
    requestHeaders: STANDARD_HEADERS,
    answers: { 200: null },
    codes: [],
  };
}

/** Events under their names: the notification's, and below `events` those for programs. */
export const OUTGOING_EVENTS: Record<string, Endpoint> = {
  "issue.fixed": notification,
  ...Object.fromEntries(PUBLISHED_TYPES.map((type) => [`events/${type}`, eventOf(type)])),
};
