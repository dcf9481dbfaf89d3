// What a forwarder is: one file for each tool that only translates. It is given what happened and what the tool knows of
// the issue, makes the calls that the tool wants, and says what came of them.
import type { ConnectionSettings, Credentials, IssueEvent, LinkedItem } from "../../domain/connections/connection.ts";
import type { CallOutcome, MakeCall } from "../../lib/network/call-once.ts";
import { msUntilReset } from "./rate-limit-reset.ts";

export interface ForwardJob {
  connectionId: string;
  settings: ConnectionSettings;
  /** Plain; never logged, never part of an outcome. */
  credentials: Credentials;
  event: IssueEvent;
  /** What the tool has of this issue already. */
  item: LinkedItem | null;
  /**
   * Whether it was tried before: the tool may have made something of which we never heard. It is then looked for by its
   * marker before it is made.
   */
  again: boolean;
  call: MakeCall;
}

/** The outcome of a job. */
export interface ForwardResult {
  /** `again`: it may pass later. `refused`: this one never. `stopped`: nothing passes before an admin sees to it. */
  end: "delivered" | "again" | "refused" | "stopped";
  /** A word for the admin: `delivered`, `http_500`, `timeout`. */
  outcome: string;
  httpStatus: number | null;
  /** How long the tool asked us to wait before the next. */
  waitMs: number | null;
  /** What is now known of the tool's item; kept even if a later call of the same job failed. */
  item: LinkedItem | null;
}

export type Forwarder = (job: ForwardJob) => Promise<ForwardResult>;

export const DELIVERED: ForwardResult = {
  end: "delivered",
  outcome: "delivered",
  httpStatus: 200,
  waitMs: null,
  item: null,
};

/**
 * Answers after which nothing passes until an admin has seen to it: the credential or the address is wrong. What has moved
 * must be named anew: nobody is followed elsewhere with a credential.
 */
const STOPS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 401, 403, 404, 410]);
const TRIED_AGAIN: ReadonlySet<number> = new Set([408, 409, 423, 425, 429]);

/** What an answer means. An address that may not be called is a matter for the admin, too. */
export function resultOf({ outcome, status, headers }: CallOutcome, item: LinkedItem | null = null): ForwardResult {
  const rest = { outcome, httpStatus: status, waitMs: retryAfter(headers), item };
  if (outcome === "delivered") return { end: "delivered", ...rest };
  if (outcome === "invalid_url" || outcome === "private_address") return { end: "stopped", ...rest };
  if (status === null || status >= 500 || TRIED_AGAIN.has(status) || !outcome.startsWith("http_")) {
    return { end: "again", ...rest };
  }
  return { end: STOPS.has(status) ? "stopped" : "refused", ...rest };
}

/** The pause that a header asks for, in seconds or as a time by the answering server's clock. */
function retryAfter(headers: CallOutcome["headers"]): number | null {
  const asked = headers["retry-after"]?.trim() || "-";
  const seconds = Number(asked);
  if (Number.isNaN(seconds)) return msUntilReset(headers, Date.parse(asked));
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

/** A call with JSON both ways; what is no JSON object reads as an empty one. */
export async function callJson(
  { call }: ForwardJob,
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<{ done: CallOutcome; data: Record<string, unknown> }> {
  const sent = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const common = { accept: "application/json", "user-agent": "Retest" };
  const type: Record<string, string> = sent === null ? {} : { "content-type": "application/json" };
  const done = await call({ method, url, headers: { ...common, ...type, ...headers }, body: sent });
  return { done, data: objectIn(done.answer) };
}

function objectIn(bytes: Buffer): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(bytes.toString("utf8"));
    return data !== null && typeof data === "object" ? (data as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
