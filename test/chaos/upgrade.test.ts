// From the first schema, killed while migrating and started twice at once: the newest schema, and every row.
import { expect, test } from "vitest";
import { upgrade } from "../../chaos/backup/upgrade.ts";
import { problemsOf } from "../support/trial.ts";
import { DATABASES } from "../world.ts";

test.each(DATABASES)("on %s", { timeout: 240_000 }, async (kind) => {
  expect(await problemsOf(upgrade, kind, 1)).toEqual([]);
});
