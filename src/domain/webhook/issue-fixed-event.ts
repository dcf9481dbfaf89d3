// The event issue.fixed: what the tool that reported an issue is told when it is fixed, and again when that is verified; its body and headers.
import { isoTime, isoTimeOrNull } from "../../lib/clock.ts";
import { sign } from "../../lib/crypto/body-signature.ts";
import { standardSignatures } from "../../lib/crypto/standard-webhooks-signature.ts";
import type { Issue } from "../issues/issue.ts";
import { issueCode } from "../issues/issue-code.ts";
import { issueUrl } from "../issues/issue-url.ts";

const ISSUE_FIXED = "issue.fixed";

export interface Verification {
  by: string;
  at: number;
}

interface NotifiedApp {
  id: string;
  name: string;
  prefix: string;
}

/** The body as it is sent and signed; `issue` is a fixed one that came in by the webhook. */
export function issueFixedBody(
  baseUrl: string,
  app: NotifiedApp,
  issue: Issue,
  at: number,
  verified: Verification | null,
): string {
  return JSON.stringify({
    event: ISSUE_FIXED,
    at: isoTime(at),
    app: { id: app.id, name: app.name },
    issue: {
      id: issue.id,
      code: issueCode(app.prefix, issue.number),
      url: issueUrl(baseUrl, issue.id),
      external_id: issue.webhook?.externalId ?? null,
      source: issue.webhook?.source ?? null,
      link: issue.webhook?.link ?? null,
      status: "fixed",
      fixed_by: issue.fixedBy,
      fixed_at: isoTimeOrNull(issue.fixedAt),
      verified_by: verified?.by ?? null,
      verified_at: isoTimeOrNull(verified?.at ?? null),
    },
  });
}

/**
 * The headers that go with the body, signed twice: in the way of GitHub, and by Standard Webhooks. `id` is the same each time that the
 * notification is sent, and `now` is when.
 */
export function issueFixedHeaders(secret: string, id: string, now: number, body: Buffer): Record<string, string> {
  const time = String(Math.floor(now / 1_000));
  return {
    "content-type": "application/json",
    "user-agent": "Retest",
    "x-service-event": ISSUE_FIXED,
    "x-signature": sign(secret, body),
    "webhook-id": id,
    "webhook-timestamp": time,
    "webhook-signature": standardSignatures(secret, id, time, body),
  };
}

/** A sample of the same shape, for somebody who sets a receiver up. */
export function sampleBody(baseUrl: string, app: NotifiedApp, at: number): string {
  return JSON.stringify({
    event: ISSUE_FIXED,
    at: isoTime(at),
    app: { id: app.id, name: app.name },
    issue: {
      id: "iss_sample",
      code: issueCode(app.prefix, 0),
      url: issueUrl(baseUrl, "iss_sample"),
      external_id: "sample",
      source: "sample",
      link: null,
      status: "fixed",
      fixed_by: "Sample",
      fixed_at: isoTime(at),
      verified_by: null,
      verified_at: null,
    },
  });
}
