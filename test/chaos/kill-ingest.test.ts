// A server killed while fifty clients write: what was acknowledged is there and whole, and what was not, whole or not at all.
import { expect, test } from "vitest";
import { killIngest } from "../../chaos/kill/kill-ingest.ts";
import { problemsOf } from "../support/trial.ts";
import { DATABASES } from "../world.ts";

test.each(DATABASES)("on %s", { timeout: 120_000 }, async (kind) => {
  expect(await problemsOf(killIngest, kind, 1)).toEqual([]);
});
