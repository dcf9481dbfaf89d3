// A tester who goes on working while the server dies, comes back and loses its answers: all of it is saved once.
import { expect, test } from "vitest";
import { offlineQueue } from "../../chaos/offline/offline-queue.ts";
import { problemsOf } from "../faults/small-fault.ts";

test("everything typed or recorded is in the database exactly once, or waits in the browser", {
  timeout: 300_000,
}, async () => {
  expect(await problemsOf(offlineQueue, "sqlite", 1)).toEqual([]);
});
