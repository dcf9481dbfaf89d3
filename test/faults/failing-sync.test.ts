// A disk whose sync fails or is slow: a failure is noticed, writes wait for it, and reads don't.
import { expect, test } from "vitest";
import { failingSync, slowSync } from "../../chaos/environment/failing-sync.ts";
import { problemsOf } from "./small-fault.ts";

const options = { skip: failingSync.lacks!() !== null };

test(
  "a sync that fails is answered 503 or ends the process, nothing acknowledged is lost by kill -9, and the file is opened anew",
  options,
  async () => {
    expect(await problemsOf(failingSync, "sqlite", 2)).toEqual([]);
  },
);

test(
  "while every sync takes 300 ms longer, no write is answered before it and reads do not wait for it",
  options,
  async () => {
    expect(await problemsOf(slowSync, "sqlite", 1)).toEqual([]);
  },
);
