import { expect, test } from "vitest";
import type { App } from "../../../src/storage/apps/apps.ts";
import { type Check, keep, keptOf } from "../../../src/storage/runbook/checks.ts";

const MOST_BYTES = 64_000_000;

test("of checks that were read no more is kept than there is room for, however long their instructions are", () => {
  const app = { id: "app_kept", configRevision: 1 } as App;
  const instructions = "x".repeat(10_000_000);
  const sizes: number[] = [];
  for (let n = 0; n < 20; n++) {
    const check = { id: `chk_${n}`, appId: app.id, instructions } as Check;
    keep(keptOf(app).byId, check.id, check, [check]);
    sizes.push(keptOf(app).byId.size);
  }
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  expect(Math.max(...sizes) * instructions.length).toBeLessThanOrEqual(MOST_BYTES);
});
