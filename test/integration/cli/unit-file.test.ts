// The systemd unit that comes with Retest, as far as systemd can judge it without running it.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test.skipIf(!existsSync(ANALYZE))("systemd understands every line of the unit", () => {
  const folder = mkdtempSync(join(tmpdir(), "retest-unit-"));
  const file = join(folder, "retest.service");
  // Whether the program is installed is another matter.
  writeFileSync(file, readFileSync(UNIT, "utf8").replace(/^ExecStart=.*$/m, "ExecStart=/bin/true"));
  const said = () => spawnSync(ANALYZE, ["verify", "--man=no", file], { encoding: "utf8" }).stderr;
  expect(
    said()
      .split("\n")
      .filter((line) => line.includes("retest.service")),
  ).toEqual([]);
  writeFileSync(file, readFileSync(file, "utf8").replace("RestrictRealtime=yes", "RestrictRealTime=yes"));
  expect(said()).toContain("RestrictRealTime");
  rmSync(folder, { recursive: true });
});
