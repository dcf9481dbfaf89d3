import { expect, test } from "vitest";
import { connectionState } from "../../../../src/domain/connections/connection-state.ts";

const fresh = { enabled: 1, pausedAt: null, heardAt: null, sentAt: null };

test.each([
  ["nothing came or went yet", {}, "waiting"],
  ["something came", { heardAt: 1 }, "active"],
  ["something went", { sentAt: 1 }, "active"],
  ["it paused itself", { sentAt: 1, pausedAt: 2 }, "paused"],
  ["it is switched off", { enabled: 0, heardAt: 1, pausedAt: 2 }, "off"],
])("a connection when %s", (_, facts, state) => {
  expect(connectionState({ ...fresh, ...facts })).toBe(state);
});
