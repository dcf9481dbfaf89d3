// A disk whose sync fails or is slow: never a 201 for what is lost, and reads don't wait.
import { expect, test } from "vitest";
import { failingSync, slowSync } from "../../chaos/failing-sync.ts";
import { problemsOf } from "../support/trial.ts";

const options = { timeout: 120_000, skip: failingSync.lacks!() !== null };

test(
  "a sync that fails is answered 503, nothing acknowledged is lost, and the file is opened anew",
  options,
  async () => {
    expect(await problemsOf(failingSync, "sqlite", 2)).toEqual([]);
  },
);

test("while every sync takes 300 ms longer, reads do not wait for it", options, async () => {
  expect(await problemsOf(slowSync, "sqlite", 1)).toEqual([]);
});
