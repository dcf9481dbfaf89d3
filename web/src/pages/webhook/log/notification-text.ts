// What became of a notification, in words.
import { NOTIFY_TIMEOUT_SECONDS } from "../../../../../src/wire/limits.ts";
import type { Notification } from "../../../api/types.ts";
import { callOutcomeText } from "../../../components/log/call-outcome-text.ts";

export const NOTIFICATION_KIND_LABEL: Record<Notification["kind"], string> = {
  fixed: "Fixed",
  verified: "Fix verified",
  test: "Test",
};

export const NOTIFICATION_STATE_LABEL: Record<Notification["state"], string> = {
  pending: "Waiting to be sent",
  sending: "Being sent",
  delivered: "Delivered",
  failed: "Failed",
  interrupted: "Interrupted",
  cancelled: "Not sent",
};

const OUTCOME_TEXTS: Record<string, string> = {
  not_sent: "The server could not send it. Send it again.",
  no_receiver: "The secret or the notify URL was removed before it was sent.",
};

/** A sentence about how it ended; empty when there is nothing to add. */
export function outcomeText({ state, outcome }: Notification): string {
  if (state === "interrupted") return "The server stopped while it was being sent, so nobody knows whether it arrived.";
  if (outcome === null || outcome === "delivered") return "";
  const call = { who: "The receiver", url: "The notify URL", seconds: NOTIFY_TIMEOUT_SECONDS };
  return callOutcomeText(outcome, call) ?? OUTCOME_TEXTS[outcome] ?? outcome;
}

export function durationText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
