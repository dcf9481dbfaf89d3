// What Sentry sends: issues that come up, are resolved or come back, alerts, and the old hook that can't sign.

import { Fault } from "../../domain/fault.ts";
import { MEGABYTE } from "../../domain/limits/connection-limits.ts";
import { MAX_NAME } from "../../domain/limits.ts";
import { readPayload } from "../../domain/payload/read-payload.ts";
import { nameLine } from "../../domain/report/reporter.ts";
import { ownValue } from "../../lib/collections/own-value.ts";
import { isSignedWith } from "../../lib/crypto/body-signature.ts";
import { sha256 } from "../../lib/crypto/sha256.ts";
import { fieldAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { type ErrorReport, notLive, toRaise } from "../toolkit/error-report.ts";
import type { ReportOutcome, ToolAnswer, ToolCommand } from "../toolkit/tool-command.ts";
import type { ToolIntake, ToolRequest } from "../toolkit/tool-intake.ts";
import { fromAlert, fromEvent, fromIssue, fromOldHook } from "./sentry-report.ts";

type Payload = Record<string, unknown>;

export const sentryIntake: ToolIntake = {
  maxBytes: 2 * MEGABYTE,
  verify({ headers, bytes, credentials }) {
    const { client_secret: secret } = credentials;
    const signature = headers["sentry-hook-signature"];
    if (secret === undefined && signature === undefined) return;
    if (secret !== undefined && isSignedWith(secret, bytes, signature, "")) return;
    throw new Fault(
      "invalid_signature",
      "The signature is missing or wrong: the connection needs the Client Secret of the integration that sends this. A hook that can't sign is accepted only while the connection has none.",
    );
  },
  read(request) {
    const { bytes, contentType, headers, credentials } = request;
    const payload = readPayload(bytes, contentType, headers["content-encoding"]);
    if (credentials.client_secret === undefined) return raise(request, payload, fromOldHook(payload));
    return ownValue(READERS, resourceOf(request, payload))?.(request, payload) ?? nothing("not_followed");
  },
};

const READERS: Partial<Record<string, (request: ToolRequest, payload: Payload) => ToolCommand>> = {
  issue(request, payload) {
    const action = textAt(payload, "action");
    const status = textAt(payload, "data", "issue", "status");
    if (action === "created") return raise(request, payload, fromIssue(payload), { isFirst: true });
    // The issue may have moved on before this is sent: what it is then is told by another request.
    if (action === "resolved") {
      return status === "unresolved" ? nothing("outdated") : follow(request, payload, fromIssue(payload), true);
    }
    if (action === "unresolved") {
      return status === "resolved" ? nothing("outdated") : follow(request, payload, fromIssue(payload), false);
    }
    return nothing("not_followed");
  },
  event_alert: (request, payload) => raise(request, payload, fromEvent(payload)),
  metric_alert(request, payload) {
    const action = textAt(payload, "action");
    if (action === "resolved") return follow(request, payload, fromAlert(payload), true);
    return action === "critical" || action === "warning"
      ? raise(request, payload, fromAlert(payload))
      : nothing("not_followed");
  },
};

/** The kind of thing that a message is about: named by a header, or by the payload, as a proxy may drop the header. */
function resourceOf({ headers }: ToolRequest, payload: Payload): string {
  const named = headers["sentry-hook-resource"];
  if (typeof named === "string" && Object.hasOwn(READERS, named)) return named;
  if (named !== undefined) return "";
  const data = fieldAt(payload, "data");
  const shown = [
    ["issue", "issue"],
    ["event", "event_alert"],
    ["metric_alert", "metric_alert"],
  ] as const;
  return shown.find(([field]) => fieldAt(data, field) !== undefined)?.[1] ?? "";
}

function raise(
  request: ToolRequest,
  payload: Payload,
  report: ErrorReport,
  more: { isFirst?: true } = {},
): ToolCommand {
  const by = whoIn(payload) || nameLine(report.project, MAX_NAME) || "";
  return { ask: "raise", by, raise: { ...toRaise(request, report), ...more }, answer: answerOf };
}

function follow(request: ToolRequest, payload: Payload, { item }: ErrorReport, fixed: boolean): ToolCommand {
  const update = { item: { ...item, state: fixed ? "closed" : "open", seen: null } as const, fixed };
  return { ask: "follow", by: whoIn(payload), receipt: receiptOf(request), updates: [update] };
}

/** Whoever did it there; nobody when it was Sentry itself. */
function whoIn(payload: Payload): string {
  return textAt(payload, "actor", "type") === "user"
    ? (nameLine(textAt(payload, "actor", "name"), MAX_NAME) ?? "")
    : "";
}

/** What a request is called; the same one sent again has the same name. */
function receiptOf({ headers }: ToolRequest): string | null {
  const id = headers["request-id"];
  return typeof id === "string" && id !== "" ? sha256(id) : null;
}

function nothing(why: string): ToolCommand {
  return { ask: "nothing", why };
}

function answerOf(raised: ReportOutcome | Fault): ToolAnswer {
  if (raised instanceof Fault) {
    throw raised.code === "missing_check" ? notLive() : raised;
  }
  const { duplicate, issue } = raised;
  return duplicate ? { status: 200, body: { duplicate, issue } } : { status: 201, body: { issue } };
}
