// From the first schema, and from one whose audit log was hashed otherwise, killed while migrating and started twice at once: the newest schema, and every row.
import { expect, test } from "vitest";
import { upgrade } from "../../chaos/backup/upgrade.ts";
import { DATABASES } from "../support/server/test-server.ts";
import { problemsOf } from "./small-fault.ts";

test.each(DATABASES)("on %s", async (kind) => {
  expect(await problemsOf(upgrade, kind, 2)).toEqual([]);
});
