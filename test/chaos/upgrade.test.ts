// From every schema there ever was, killed while migrating and started twice at once: the newest schema, and every row.
import { expect, test } from "vitest";
import { NEWEST } from "../../chaos/old-schema.ts";
import { upgrade } from "../../chaos/upgrade.ts";
import { problemsOf } from "../support/trial.ts";
import { DATABASES } from "../world.ts";

test.each(DATABASES)("on %s", { timeout: 240_000 }, async (kind) => {
  expect(await problemsOf(upgrade, kind, NEWEST - 1)).toEqual([]);
});
