import { describe, expect, test } from "vitest";
import { NOTIFICATION_STALLED_MS } from "../../../../src/domain/limits.ts";
import { notificationState } from "../../../../src/domain/webhook/notification-state.ts";

describe("the state of a notification", () => {
  test("is that of a row which is not being sent, however old", () => {
    for (const state of ["pending", "delivered", "failed", "cancelled"] as const) {
      expect(notificationState({ state, claimedAt: 0 }, NOTIFICATION_STALLED_MS * 100)).toBe(state);
    }
  });

  test("is sending for as long as a send may take, and interrupted after that", () => {
    const row = { state: "sending", claimedAt: 1_000 } as const;
    expect(notificationState(row, 1_000 + NOTIFICATION_STALLED_MS)).toBe("sending");
    expect(notificationState(row, 1_001 + NOTIFICATION_STALLED_MS)).toBe("interrupted");
  });
});
