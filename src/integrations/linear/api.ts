// Calls to Linear, and what its answers mean: GraphQL says what went wrong in the body, whatever the status is.

import { fieldAt, listAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import type { CallOutcome } from "../../lib/network/call-once.ts";
import { callJson, type ForwardJob, type ForwardResult, resultOf } from "../toolkit/forwarder.ts";
import { msUntilReset } from "../toolkit/rate-limit-reset.ts";
import { baseOf, ended, unreadable } from "../toolkit/tracker/tracker-forwarder.ts";

export interface LinearAnswer {
  sent: ForwardResult;
  /** The answer's `data`. */
  data: unknown;
}

const WAIT_MS = 60_000;
const STOPS: ReadonlySet<string> = new Set(["AUTHENTICATIONERROR", "UNAUTHENTICATED", "FEATURENOTACCESSIBLE"]);
/** The outcome where the account is known and may not do this: other things it may. */
export const FORBIDDEN_THERE = "forbidden_there";
const PASSES_LATER: ReadonlySet<string> = new Set([
  ...["INTERNALERROR", "INTERNALSERVERERROR", "LOCKTIMEOUT", "NETWORKERROR", "UNKNOWN", "OTHER"],
]);

export async function callLinear(job: ForwardJob, query: string, variables: object): Promise<LinearAnswer> {
  const key = String(job.credentials.api_key);
  const headers = { authorization: key.startsWith("lin_oauth_") ? `Bearer ${key}` : key };
  const url = baseOf(job.settings.api_url ?? "https://api.linear.app/graphql");
  const { done, data } = await callJson(job, "POST", url, headers, { query, variables });
  return { sent: resultBy(done, data), data: fieldAt(data, "data") };
}

function resultBy(done: CallOutcome, data: unknown): ForwardResult {
  const sent = resultOf(done);
  const [error] = listAt(data, "errors");
  if (error !== undefined) return sentAfter(error, done, sent);
  if (sent.end !== "delivered") return sent;
  const isSaid = typeof fieldAt(data, "data") === "object" && fieldAt(data, "data") !== null;
  return isSaid ? sent : unreadable(done.status);
}

function sentAfter(error: unknown, { headers, status }: CallOutcome, sent: ForwardResult): ForwardResult {
  const named = [textAt(error, "extensions", "code"), textAt(error, "extensions", "type")].map(plain);
  const is = (codes: ReadonlySet<string>) => named.some((one) => codes.has(one));
  if (named.includes("RATELIMITED") || status === 429) {
    const reset = Number(headers["x-ratelimit-requests-reset"]);
    return {
      ...sent,
      end: "again",
      outcome: "rate_limited",
      waitMs: sent.waitMs ?? msUntilReset(headers, reset) ?? WAIT_MS,
    };
  }
  if (is(STOPS)) return { ...sent, end: "stopped", outcome: "not_allowed" };
  if (named.includes("FORBIDDEN")) return { ...sent, end: "stopped", outcome: FORBIDDEN_THERE };
  if (is(PASSES_LATER) || sent.end === "again") return { ...sent, end: "again", outcome: "failed_there" };
  return { ...sent, end: sent.end === "stopped" ? "stopped" : "refused", outcome: "refused_there" };
}

/** `invalid input` and `INVALID_INPUT` are the same. */
function plain(code: string): string {
  return code.slice(0, 60).toUpperCase().replaceAll("_", "").replaceAll(" ", "");
}

const TEAM = `query Team($team: String!) {
  teams(filter: { or: [{ key: { eq: $team } }, { name: { eq: $team } }] }, first: 1) { nodes { id } }
}`;
const TEAM_BY_ID = "query Team($team: ID!) { teams(filter: { id: { eq: $team } }, first: 1) { nodes { id } } }";

/** The id of the team that the settings name by id, key or name; else why nothing can be sent. */
export async function teamId(job: ForwardJob): Promise<string | ForwardResult> {
  const team = String(job.settings.team);
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(team);
  const { sent, data } = await callLinear(job, isId ? TEAM_BY_ID : TEAM, { team });
  if (sent.end !== "delivered") return sent;
  return textAt(listAt(data, "teams", "nodes")[0], "id") || ended("stopped", "no_such_team", sent.httpStatus);
}
