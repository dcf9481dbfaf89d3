// The systemd unit that comes with Retest, as far as systemd can judge it without running it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const UNIT = fileURLToPath(new URL("../../../deploy/retest.service", import.meta.url));
const ANALYZE = "/usr/bin/systemd-analyze";
/** Tenths, of which systemd calls up to 20 all right. */
const EXPOSURE = 20;

test.skipIf(!existsSync(ANALYZE))("the unit leaves the service no more than it needs", () => {
  const { status } = spawnSync(ANALYZE, ["security", "--offline=yes", `--threshold=${EXPOSURE}`, UNIT]);
  expect(status).toBe(0);
});
