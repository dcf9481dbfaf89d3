// What was replaced is dead at once at both servers: URL, secret and key; and fixes are told with the secret of their time.
import { expect, test } from "vitest";
import { secrets } from "../../chaos/secrets/secrets.ts";
import { DATABASES } from "../support/server/test-server.ts";
import { problemsOf } from "./small-fault.ts";

test.each(DATABASES)("on %s", async (kind) => {
  expect(await problemsOf(secrets, kind, 2)).toEqual([]);
});
