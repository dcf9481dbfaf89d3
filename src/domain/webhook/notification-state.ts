// How far a notification of a fix is, as an admin reads it.
import { NOTIFICATION_STALLED_MS } from "../limits.ts";

export const NOTIFICATION_STATES = ["pending", "sending", "delivered", "failed", "interrupted", "cancelled"] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];
/** The states that are stored; `interrupted` follows from them. */
export type KeptNotificationState = Exclude<NotificationState, "interrupted">;

interface Attempt {
  state: KeptNotificationState;
  claimedAt: number | null;
}

/** Nobody writes down that a server died while it was sending: one that has been sending for too long was interrupted. */
export function notificationState({ state, claimedAt }: Attempt, now: number): NotificationState {
  return state === "sending" && now - claimedAt! > NOTIFICATION_STALLED_MS ? "interrupted" : state;
}
