// What became of a notification, in words.
import type { Notification } from "../../../api/types.ts";

export const KIND_WORD: Record<Notification["kind"], string> = {
  fixed: "Fixed",
  verified: "Fix verified",
  test: "Test",
};

export const STATE_WORD: Record<Notification["state"], string> = {
  pending: "Waiting to be sent",
  sending: "Being sent",
  delivered: "Delivered",
  failed: "Failed",
  interrupted: "Interrupted",
  cancelled: "Not sent",
};

const OUTCOME_WORDS: Record<string, string> = {
  timeout: "The receiver did not answer within five seconds.",
  invalid_url: "The notify URL can't be used as it stands. Save it again to see what is wrong with it.",
  private_address: "The host leads to an address that is not public, so nothing was sent.",
  unresolved: "The host's name could not be looked up. Look for a typing mistake in the notify URL.",
  unreachable: "No way leads to the receiver's address.",
  refused: "The receiver refused the connection: nothing listens there.",
  tls: "The secure connection failed. Look at the receiver's certificate.",
  reset: "The receiver cut the connection before it answered.",
  bad_answer: "The receiver's answer was no HTTP.",
  failed: "The connection failed.",
  not_sent: "The server could not send it. Send it again.",
  no_receiver: "The secret or the notify URL was removed before it was sent.",
};

/** A sentence about how it ended; empty when there is nothing to add. */
export function outcomeWords({ state, outcome, http_status }: Notification): string {
  if (state === "interrupted") return "The server ended while it was being sent, so nobody knows whether it arrived.";
  if (outcome === null || outcome === "delivered") return "";
  if (outcome.startsWith("http_")) return httpWords(http_status ?? Number(outcome.slice(5)));
  return OUTCOME_WORDS[outcome] ?? outcome;
}

function httpWords(status: number): string {
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}. Redirects are not followed: give the final URL.`;
  if (status === 401 || status === 403)
    return `The receiver answered ${status}: it did not accept the signature, or the sender.`;
  if (status === 404 || status === 410) return `The receiver answered ${status}: nothing is at this URL.`;
  if (status >= 500) return `The receiver answered ${status}: it has trouble of its own. Send it again later.`;
  return `The receiver answered ${status}, which is no success.`;
}

export function durationText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
