// A bucket that goes away, refuses, breaks connections, loses answers and is slow while files go up: what was acknowledged is there, and nothing else is named.
import { expect, test } from "vitest";
import { objectStorage } from "../../chaos/environment/object-storage.ts";
import { DATABASES } from "../support/server/test-server.ts";
import { problemsOf } from "./small-fault.ts";

test.each(DATABASES)("on %s", async (kind) => {
  expect(await problemsOf(objectStorage, kind, 6)).toEqual([]);
});
