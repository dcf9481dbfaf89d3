// The systemd unit that comes with Retest, as far as systemd can judge it without running it.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { command } from "../../support/clients/command.ts";
import { retest, type Settings } from "../../support/clients/run-cli.ts";
import { freePort } from "../../support/machine/free-port.ts";

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

test("a wrong setting ends the service for good; whatever may pass by itself has it started again", async () => {
  const unit = readFileSync(UNIT, "utf8");
  const folder = mkdtempSync(join(tmpdir(), "retest-unit-"));
  const settings = { RETEST_DATA_DIR: folder, PORT: "0" };
  const final = Number(/^RestartPreventExitStatus=(\d+)$/m.exec(unit)?.[1]);
  expect([/^Restart=always$/m.test(unit), /^StartLimitIntervalSec=0$/m.test(unit)]).toEqual([true, true]);
  const wrongOnes: Settings[] = [{ PORT: "x" }, { DATABASE_URL: "nonsense" }, { RETEST_SECRET_KEY: "short" }];
  for (const wrong of wrongOnes) {
    expect((await command(["serve"], { ...settings, ...wrong })).code, JSON.stringify(wrong)).toBe(final);
  }
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const passingOnes: Settings[] = [
    { PORT: String(port) },
    { HOST: "192.0.2.1" },
    {
      DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/retest`,
      RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef",
    },
  ];
  for (const passing of passingOnes) {
    const { code, stderr } = await retest(["serve"], { ...settings, ...passing });
    expect([code, stderr], JSON.stringify(passing)).toEqual([1, expect.stringMatching(/^retest: [^\n]+\.\n$/)]);
  }
  taken.close();
  rmSync(folder, { recursive: true });
});
