// What has to be said before something is erased, and how long it is waited for what was being written.
import { expect, test } from "vitest";
import { requireNamed, SETTLE_MS, settledAt } from "../../../../src/domain/privacy/erasure.ts";

test("an app is confirmed by its name to the letter, people by their address whatever the case", () => {
  expect(() => requireNamed("app", "Old Shop", "Old Shop")).not.toThrow();
  expect(() => requireNamed("person", "ann@example.com", " Ann@Example.com ")).not.toThrow();
  for (const [kind, name, confirm] of [
    ["app", "Old Shop", "old shop"],
    ["app", "Old Shop", "Old Shop "],
    ["person", "ann@example.com", ""],
    ["reporter", "ann@example.com", "ann"],
  ] as const) {
    expect(() => requireNamed(kind, name, confirm)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  }
});

test("requests of whoever was signed in, or was removed a moment ago, are waited for; others wrote nothing lately", () => {
  const now = 1_000_000;
  expect(settledAt([], now)).toBe(now);
  expect(settledAt([{ removedAt: null, isSignedIn: false }], now)).toBe(now);
  expect(settledAt([{ removedAt: null, isSignedIn: true }], now)).toBe(now + SETTLE_MS);
  expect(settledAt([{ removedAt: now - SETTLE_MS - 1, isSignedIn: false }], now)).toBe(now);
  const removed = [now - 90_000, now - 1_000].map((removedAt) => ({ removedAt, isSignedIn: false }));
  expect(settledAt(removed, now)).toBe(now - 1_000 + SETTLE_MS);
});
