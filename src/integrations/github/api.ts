// Calls to GitHub, and what its answers mean: being too fast is no refusal.

import { textAt } from "../../lib/formats/untrusted-fields.ts";
import type { CallOutcome } from "../../lib/network/call-once.ts";
import type { HostAnswer } from "../toolkit/code-host/issue-forwarder.ts";
import { callJson, type ForwardJob, type ForwardResult, resultOf } from "../toolkit/forwarder.ts";
import { msUntilReset } from "../toolkit/rate-limit-reset.ts";
import { baseOf } from "../toolkit/tracker/tracker-forwarder.ts";

/** The pause when GitHub doesn't name one. */
const WAIT_MS = 60_000;

export async function callGithub(job: ForwardJob, method: string, path: string, body?: unknown): Promise<HostAnswer> {
  const headers = {
    accept: "application/vnd.github+json",
    authorization: `Bearer ${job.credentials.token}`,
    "x-github-api-version": "2022-11-28",
  };
  const base = baseOf(job.settings.api_url ?? "https://api.github.com");
  const { done, data } = await callJson(job, method, base + path, headers, body);
  return { sent: resultBy(done, data), data };
}

function resultBy(done: CallOutcome, data: unknown): ForwardResult {
  const sent = resultOf(done);
  if (!isTooFast(done, data)) return sent;
  const reset = Number(done.headers["x-ratelimit-reset"]) * 1_000;
  return { ...sent, end: "again", waitMs: sent.waitMs ?? msUntilReset(done.headers, reset) ?? WAIT_MS };
}

function isTooFast({ status, headers }: CallOutcome, data: unknown): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  const isSpent = headers["x-ratelimit-remaining"] === "0" || headers["retry-after"] !== undefined;
  return isSpent || textAt(data, "message").toLowerCase().includes("rate limit");
}
