// Bodies that nobody would send on purpose, at every endpoint: no 5xx, the error shape, nothing half-written.
import { expect, test } from "vitest";
import { fuzz } from "../../chaos/fuzz/fuzz.ts";
import { DATABASES } from "../support/server/test-server.ts";
import { problemsOf } from "./small-fault.ts";

test.each(DATABASES)("on %s", async (kind) => {
  expect(await problemsOf(fuzz, kind, 120)).toEqual([]);
});
