// A server killed while fifty clients write: what was acknowledged is there and whole, and what was not, whole or not at all.
import { expect, test } from "vitest";
import { killIngest } from "../../chaos/kill/kill-ingest.ts";
import { DATABASES } from "../support/server/test-server.ts";
import { problemsOf } from "./small-fault.ts";

test.each(DATABASES)("on %s", async (kind) => {
  expect(await problemsOf(killIngest, kind, 1)).toEqual([]);
});
