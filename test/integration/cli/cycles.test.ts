// `retest cycle …`, and `--cycle` of the commands that have it: against a running server, as a CI job would.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dataOf } from "../../support/checks/route-table.ts";
import { command } from "../../support/clients/command.ts";
import { ANY_DATABASE } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "retest-cycles-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(ANY_DATABASE)("on %s", (kind) => {
  const world = worldOf(kind);
  const as = (key: string, ...args: string[]) => command(args, { RETEST_URL: world.address, RETEST_API_KEY: key });
  const cycle = (...args: string[]) => as(world.admin, "cycle", ...args);
  const done = async (...args: string[]) => {
    const { code, stdout, stderr } = await cycle(...args);
    expect([code, stderr]).toEqual([0, ""]);
    return stdout;
  };
  const record = (app: string, check: string, fields: object = {}) =>
    dataOf(world, "POST", "/results", { app, check, outcome: "passed", ...fields });

  test("a release from start to report: a cycle, a rest of it, the list, the gate, the closing and the evidence", async () => {
    const { id, name } = await world.app();
    const started = await done("start", name, "--name", "1.5 RC 1", "--build", "1.5.0");
    const [, cycleId] = /^Started "1\.5 RC 1" \((cyc_\w+)\) with 3 checks\.\n$/.exec(started)!;
    await record(id, "SIGN-1");
    await record(id, "SIGN-2", { build: "other" });
    await record(id, "PAY-1", { outcome: "failed", platforms: ["ios"], note: "No" });

    const rest = await done("start", id, "--name", "Rest", "--from", "1.5 RC 1", "--status", "failed", "--json");
    expect(JSON.parse(rest)).toMatchObject({ name: "Rest", from: { id: cycleId }, summary: { checks: 1, failed: 0 } });
    const part = ["--platform", "ios", "--section", "SIGN", "--section", "Pay"];
    expect(JSON.parse(await done("start", id, "--name", "Part", ...part, "--json"))).toMatchObject({
      platforms: ["ios"],
      sections: [{ ref: "SIGN" }, { ref: "PAY" }],
    });

    const figures = "50 % tested: 2 passed, 1 failed, 0 need a retest, 3 untested";
    const list = (await done("list", name)).trim().split("\n");
    expect(list).toHaveLength(3);
    expect(list[2]).toBe(`${cycleId}  open    1.5 RC 1: ${figures}`);
    const gate = await as(world.viewer, "gate", id, "--cycle", "1.5 RC 1", "--percent", "50", "--max-failed", "1");
    expect([gate.code, gate.stdout.split("\n")[0]]).toEqual([0, `PASS  ${name}, 1.5 RC 1 (ios, android)`]);

    expect(await done("close", name, "1.5 RC 1")).toBe(`Closed "1.5 RC 1" (${cycleId}): ${figures}.\n`);
    expect(JSON.parse(await done("close", name, "Rest", "--json"))).toMatchObject({ name: "Rest", status: "closed" });
    expect((await done("list", id, "--status", "open")).trim().split("\n")).toHaveLength(1);
    const closed = JSON.parse(await done("list", id, "--status", "closed", "--json"));
    expect(closed.map((one: Record<string, unknown>) => one.name)).toEqual(["Rest", "1.5 RC 1"]);

    const report = JSON.parse(await done("report", name, "1.5 RC 1", "--percent", "50"));
    expect(report).toMatchObject({ cycle: { id: cycleId, status: "closed" }, gate: { thresholds: { percent: 50 } } });
    const file = join(folder, `${kind}.csv`);
    expect(await done("report", id, cycleId!, "--out", file)).toBe("");
    const lines = readFileSync(file, "utf8").split("\r\n");
    expect(lines).toHaveLength(8);
    expect(lines[0]).toMatch(/^\uFEFFsection_ref,section,ref,/);
    expect(await done("report", id, cycleId!, "--format", "csv")).toBe(readFileSync(file, "utf8"));
  });

  test("uploaded results count for the cycle that is named, whatever build the CI job has", async () => {
    const { id } = await world.app();
    await done("start", id, "--name", "1.5", "--build", "1.5.0");
    const file = join(folder, `${kind}.xml`);
    writeFileSync(file, "<testsuite><testcase name='PAY-1'/></testsuite>");
    const upload = (...args: string[]) =>
      as(world.tester, "results", "upload", file, "--app", id, "--build", "nightly", ...args);
    expect((await upload()).code).toBe(0);
    expect(await done("list", id)).toContain(" 0 passed");
    expect((await upload("--cycle", "1.5")).code).toBe(0);
    expect(await done("list", id)).toContain(" 2 passed");
    const [last] = await dataOf(world, "GET", `/results?app=${id}&limit=1`);
    expect(last.cycle.name).toBe("1.5");

    await done("start", id, "--name", "Android only", "--platform", "android");
    const partly = await upload("--cycle", "Android only");
    expect([partly.code, partly.stdout]).toEqual([
      0,
      expect.stringContaining(
        'recorded "PAY-1" (line 1): it does not count for the cycle on ios: its check is not in it there',
      ),
    ]);
    await done("close", id, "Android only");

    const unknown = await upload("--cycle", "1.6");
    expect([unknown.code, unknown.stdout]).toEqual([1, expect.stringContaining("refused: No such cycle")]);
    await done("close", id, "1.5");
    const closed = await upload("--cycle", "1.5");
    expect([closed.code, closed.stdout]).toEqual([1, expect.stringMatching(/refused: .*"1\.5" is closed/)]);
  });

  test("a cycle that the app doesn't have is named, also where another app has it: no closing, no report, no gate", async () => {
    const { id, name } = await world.app();
    const other = await world.app();
    const theirs = JSON.parse(await done("start", other.id, "--name", "Theirs", "--json")).id;
    for (const asked of ["Theirs", theirs]) {
      const command = asked === theirs ? "close" : "report";
      const { code, stdout, stderr } = await cycle(command, name, asked);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toBe(`retest: ${name} has no cycle "${asked}". See: retest cycle list\n`);
      const gate = await as(world.viewer, "gate", id, "--cycle", asked);
      expect([gate.code, gate.stderr]).toEqual([2, expect.stringContaining("answered 404: No such cycle")]);
      const from = await cycle("start", id, "--name", "Rest", "--from", asked);
      expect([from.code, from.stderr]).toEqual([1, expect.stringContaining("answered 404: No such cycle")]);
    }
    expect(await done("list", id)).toBe("No cycle.\n");
    expect(await done("list", id, "--status", "closed")).toBe("No cycle is closed.\n");
  });

  test("what the server refuses exits with 1 and its own words: closed, name taken, nothing in scope, 21st, role, app", async () => {
    const { id } = await world.app();
    const refused = async (words: string, ...args: string[]) => {
      const { code, stdout, stderr } = await cycle(...args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(words);
    };
    await done("start", id, "--name", "1.5");
    await refused("answered 409: ", "start", id, "--name", "1.5");
    await done("close", id, "1.5");
    await refused('answered 409: The cycle "1.5" is closed', "close", id, "1.5");
    await refused("answered 409: ", "start", id, "--name", "1.5");
    await refused("answered 400: from", "start", id, "--name", "Rest", "--from", "1.5", "--status", "failed");
    await refused("answered 400: from.statuses", "start", id, "--name", "Rest", "--from", "1.5", "--status", "broken");
    await refused('unknown "watch"', "start", id, "--name", "1.6", "--platform", "watch");
    await refused("answered 404: No such section", "start", id, "--name", "1.6", "--section", "Nowhere");
    await refused("answered 404: No such app", "list", "Nowhere");
    await refused("answered 400: status", "list", id, "--status", "late");
    for (let n = 0; n < 20; n++) await dataOf(world, "POST", `/apps/${id}/cycles`, { name: `Open ${n}` });
    await refused("20", "start", id, "--name", "One more");
    const tester = await as(world.tester, "cycle", "close", id, "Open 3");
    expect([tester.code, tester.stderr]).toEqual([1, expect.stringContaining("answered 403: ")]);
  });
});

test.each<[string, string[], string]>([
  ["no app", ["start", "--name", "1.5"], "Name the app"],
  ["no name", ["start", "Shop"], "--name is required"],
  ["statuses of no cycle", ["start", "Shop", "--name", "1.5", "--status", "failed"], "--status goes with --from"],
  ["no cycle to close", ["close", "Shop"], "Name the cycle"],
  ["two cycles to close", ["close", "Shop", "1.5", "1.6"], 'Unexpected "1.6"'],
  ["no cycle to report", ["report", "Shop"], "Name the cycle"],
  ["a format that is none", ["report", "Shop", "1.5", "--format", "pdf"], "--format must be json or csv"],
])("%s exits with 2 and a sentence", async (_name, args, words) => {
  const settings = { RETEST_URL: "http://127.0.0.1:9", RETEST_API_KEY: "rt_x" };
  const { code, stdout, stderr } = await command(["cycle", ...args], settings);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(words);
});
