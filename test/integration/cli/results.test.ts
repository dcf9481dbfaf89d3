// `retest results upload`, against a running server and against one that has its moods.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { call, type RunningServer, type Settings, serve } from "../../support/clients/run-cli.ts";
import { writeSheets } from "../../support/samples/write-zip.ts";
import { ANY_DATABASE, sampleApp } from "../../support/server/test-server.ts";

const REPORTS = join(import.meta.dirname, "../../samples/reports");
const GITHUB = {
  GITHUB_ACTIONS: "true",
  GITHUB_REF_NAME: "main",
  GITHUB_SHA: "0123456789abcdef",
  GITHUB_SERVER_URL: "https://github.com",
  GITHUB_REPOSITORY: "o/shop",
  GITHUB_RUN_ID: "77",
};

describe.each(ANY_DATABASE)("on %s", (kind) => {
  let place: Place;
  let server: RunningServer;
  let env: Settings;
  let admin: string;
  beforeAll(async () => {
    place = await freshPlace(kind);
    admin = await place.key("admin");
    const key = await place.key("tester");
    server = await serve(place.settings);
    await call(server.address, admin, "POST", "/apps", { ...sampleApp(), name: "Shop" });
    env = { RETEST_URL: server.address, RETEST_API_KEY: key };
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const upload = (args: string[], more: Settings = {}) => command(["results", "upload", ...args], { ...env, ...more });
  const results = async () => (await call(server.address, admin, "GET", "/results?app=Shop")).data;

  test("what a pattern finds and is no report is told and skipped; what is named itself stops the command", async () => {
    const folder = mkdtempSync(join(tmpdir(), "retest-strange-"));
    writeFileSync(join(folder, "TEST-a.xml"), '<testsuite name="s"><testcase name="SIGN-1"/></testsuite>');
    writeFileSync(join(folder, "empty.xml"), "");
    writeFileSync(
      join(folder, "failsafe-summary.xml"),
      '<failsafe-summary result="255"><completed>1</completed></failsafe-summary>',
    );
    const pattern = join(folder, "*.xml");
    const found = await upload([pattern, "--app", "Shop", "--dry-run"]);
    expect(found.code).toBe(1);
    expect(found.stdout).toContain("TEST-a.xml: 1 case: 1 matched");
    for (const name of ["empty.xml", "failsafe-summary.xml"]) {
      expect(found.stderr).toContain(`${name}: skipped, it is no report that is known\n`);
    }
    const named = await upload([join(folder, "TEST-a.xml"), join(folder, "empty.xml"), "--app", "Shop", "--dry-run"]);
    expect([named.code, named.stdout]).toEqual([2, ""]);
    rmSync(folder, { recursive: true });
  });

  test("a file that is named, and that patterns find, is sent once", async () => {
    const folder = mkdtempSync(join(tmpdir(), "retest-twice-"));
    for (const name of ["TEST-a.xml", "TEST-b.xml"]) {
      writeFileSync(join(folder, name), '<testsuite name="s"><testcase name="SIGN-1"/></testsuite>');
    }
    const named = `${folder}/./TEST-a.xml`;
    const { code, stderr } = await upload([named, join(folder, "*.xml"), `${folder}/**`, "--app", "Shop", "--dry-run"]);
    expect([code, stderr.match(/sending/g)]).toEqual([0, ["sending", "sending"]]);
    expect(stderr).toContain(`[1/2] ${named}: sending`);
    expect(stderr).toContain(`[2/2] ${join(folder, "TEST-b.xml")}: sending`);
    rmSync(folder, { recursive: true });
  });

  test("a dry run tells what would be recorded, and records nothing", async () => {
    const { code, stdout, stderr } = await upload([join(REPORTS, "vitest.xml"), "--app", "Shop", "--dry-run"]);
    expect([code, await results()]).toEqual([0, []]);
    expect(stderr).toMatch(/^\[1\/1\] .*vitest\.xml: sending 2 KB of JUnit XML\n$/);
    const told = stdout.replaceAll(REPORTS, "");
    expect(told).toBe(
      [
        "/vitest.xml: 7 cases: 4 matched, 1 skipped, 1 unmatched, 1 ambiguous; would record 4 passed and 2 failed on 3 checks.",
        `  unmatched "Pay > rounds to the cent" (line 23): no check's ref stands in its name, tags or suites, and no check has its title`,
        '  ambiguous "Pay > SIGN-1 and PAY-1 together" (line 25): its name has the refs of several checks: SIGN-1, PAY-1',
        "",
      ].join("\n"),
    );
  });

  test("several reports of two formats are recorded, with the build and the run of the CI job", async () => {
    const files = ["jest-junit.xml", "playwright-ctrf.json"].map((name) => join(REPORTS, name));
    const { code, stdout } = await upload([...files, "--app", "Shop", "--platform", "ios", "--json"], GITHUB);
    expect(code).toBe(0);
    const told = JSON.parse(stdout);
    expect(
      told.map(({ file, counts }: { file: string; counts: { results: number } }) => [file, counts.results]),
    ).toEqual(files.map((file) => [file, 3]));
    const recorded = await results();
    expect(recorded).toHaveLength(6);
    for (const one of recorded) {
      expect(one).toMatchObject({ platform: "ios", build: "main@0123456789ab" });
      expect(one.note).toMatch(/https:\/\/github\.com\/o\/shop\/actions\/runs\/77$/);
    }
  });

  test("--strict ends with 1 when something matched nothing; without it, or when all matched, with 0", async () => {
    const folder = mkdtempSync(join(tmpdir(), "retest-upload-"));
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const good = write("good.xml", "<testsuite><testcase name='PAY-1'/></testsuite>");
    const stray = write("stray.xml", "<testsuite><testcase name='PAY-1'/><testcase name='who'/></testsuite>");
    const empty = write("empty.xml", "<testsuite/>");
    const wrong = write("wrong.xml", "<testsuite>\n<testcase");
    const codes: (number | null)[] = [];
    for (const args of [[good, "--strict"], [stray], [good, stray, "--strict"], [empty, "--strict"], [wrong]]) {
      codes.push((await upload([...args, "--app", "Shop"])).code);
    }
    expect(codes).toEqual([0, 0, 1, 1, 1]);
    const nothing = write("nothing.xml", "<testsuite><testcase name='who'/></testsuite>");
    const silent = await upload([nothing, empty, "--app", "Shop"]);
    expect([silent.code, silent.stderr]).toEqual([1, expect.stringContaining("NOTHING MATCHED: no case")]);
    expect((await upload([nothing, good, "--app", "Shop"])).code).toBe(0);
    const least = async (text: string) => (await upload([stray, "--app", "Shop", "--min-matched", text])).code;
    expect([await least("1"), await least("50%"), await least("2"), await least("51%")]).toEqual([0, 0, 1, 1]);
    expect([await least("many"), await least("101%")]).toEqual([2, 2]);
    const unrun = write("unrun.xml", "<testsuite><testcase name='PAY-1'><skipped/></testcase></testsuite>");
    const asking = (text: string) => upload([unrun, empty, "--app", "Shop", "--min-matched", text]);
    for (const text of ["1", "1%", "100%"]) {
      const { code, stderr } = await asking(text);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /None of these cases counts as run, .*: 1 was skipped, by a status that is not run or not known, .*:\n {2}it was not run/,
        ),
      ]);
    }
    expect([(await asking("0")).code, (await asking("0%")).code]).toEqual([0, 0]);
    const some = await upload([join(folder, "[x]*.xml"), "--app", "Shop"]);
    expect([some.code, some.stderr]).toEqual([2, expect.stringContaining("there is no such file")]);
    const found = await upload([join(folder, "**", "?oo*.xml"), "--app", "Shop", "--json"]);
    expect(JSON.parse(found.stdout).map(({ file }: { file: string }) => file)).toEqual([good]);
    const refused = await upload([wrong, "--app", "Shop"]);
    expect(refused.stdout).toMatch(/wrong\.xml: refused: line 2, column \d+: /);
    rmSync(folder, { recursive: true });
  });

  test("a spreadsheet with statuses is recognised and sent, and one that isn't read is told before anything is sent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "retest-sheet-"));
    const [sheet, old] = [join(folder, "run.xlsx"), join(folder, "run.xls")];
    const rows = [
      ["Case ID", "Title", "Status"],
      ["PAY-1", "Card", "Failed"],
    ];
    writeFileSync(sheet, writeSheets({ Run: rows }));
    writeFileSync(old, Buffer.from("d0cf11e0a1b11ae1", "hex"));
    const sent = await upload([sheet, "--app", "Shop", "--platform", "ios", "--dry-run"]);
    expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining("KB of a spreadsheet with statuses (.xlsx)")]);
    expect(sent.stdout).toContain("run.xlsx: 1 case: 1 matched");
    const refused = await upload([old, "--app", "Shop"]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("save it as .xlsx without one, or as CSV"),
    ]);
    rmSync(folder, { recursive: true });
  });

  test("a mapping is sent along, and what is wrong with it is told with its line", async () => {
    const folder = mkdtempSync(join(tmpdir(), "retest-map-"));
    const [report, map] = [join(folder, "old.xml"), join(folder, "retest.map.yaml")];
    writeFileSync(report, '<testsuite name="old" hostname="WebKit"><testcase name="legacy_7"/></testsuite>');
    writeFileSync(map, "checks:\n  legacy_?: SIGN-1\nplatforms:\n  Web*: ios\n");
    const given = [report, "--app", "Shop", "--map", map];
    const mapped = await upload([...given, "--dry-run", "--json"]);
    expect(JSON.parse(mapped.stdout)[0].cases[0]).toMatchObject({
      ...{ matched_by: "map", check: { ref: "SIGN-1" }, platforms: ["ios"] },
    });
    expect(mapped.stderr).toContain("retest.map.yaml: says which checks and platforms cases belong to");
    writeFileSync(map, "checks:\n  legacy_?: [SIGN-1]\n");
    const wrong = await upload(given);
    expect([wrong.code, wrong.stdout]).toEqual([
      1,
      expect.stringContaining("refused: map, line 2, column 13: expected"),
    ]);
    const missing = await upload([report, "--app", "Shop", "--map", join(folder, "none.yaml")]);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("none.yaml can't be read (ENOENT)")]);
    rmSync(folder, { recursive: true });
  });

  test("on a terminal a large file shows how far it is, on one line; elsewhere nothing of that is printed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "retest-large-"));
    const file = join(folder, "large.xml");
    writeFileSync(file, `<testsuite><testcase name="SIGN-1"/><!--${"x".repeat(900_000)}--></testsuite>`);
    const args = ["results", "upload", file, "--app", "Shop", "--dry-run"];
    const quiet = await command(args, env);
    expect([quiet.code, quiet.stderr]).toEqual([0, expect.not.stringContaining("% sent")]);
    const watched = await command(args, env, true);
    expect(watched.code).toBe(0);
    const shown = watched.stderr.replaceAll("\x1b[K", "").split("\r");
    expect(shown.filter((line) => /^\[1\/1\] \S+large\.xml: \d+ % sent$/.test(line)).length).toBeGreaterThan(5);
    expect(shown.slice(-2)).toEqual([expect.stringMatching(/large\.xml: sent, waiting for the answer$/), ""]);
    rmSync(folder, { recursive: true });
  });

  test("what can't be sent is told in a sentence before anything is", async () => {
    const before = (await results()).length;
    const report = join(REPORTS, "vitest.xml");
    for (const [args, more, naming] of [
      [[], {}, "Name the reports"],
      [[report], {}, "--app is required"],
      [[report, "/nowhere.xml", "--app", "Shop"], {}, "/nowhere.xml can't be read (ENOENT)"],
      [[report, join(REPORTS, "README.md"), "--app", "Shop"], {}, "is no report that is known: JUnit XML, TRX"],
      [[report, "--app", "Shop"], { RETEST_URL: "" }, "--url or RETEST_URL"],
      [
        [report, "--app", "Shop"],
        { RETEST_API_KEY: "" },
        "--key, RETEST_API_KEY, or a file that RETEST_API_KEY_FILE names",
      ],
    ] as const) {
      const { code, stderr } = await upload([...args], more);
      expect([code, stderr]).toEqual([2, expect.stringContaining(naming)]);
    }
    expect((await results()).length).toBe(before);
    const unknown = await upload([report, "--app", "Nobody's", "--json"]);
    expect([unknown.code, JSON.parse(unknown.stdout)[0].error.code]).toEqual([1, "not_found"]);
  });
});

describe("a server that has its moods", () => {
  const COUNTS = {
    cases: 1,
    recorded: 1,
    skipped: 0,
    unmatched: 0,
    ambiguous: 0,
    checks: 1,
    results: 1,
    passed: 1,
    failed: 0,
  };

  /** Answers with each of these in turn, and with the last one from then on. */
  async function moody(answers: [status: number, headers?: Record<string, string>][]) {
    const seen: { key: string | undefined; at: number }[] = [];
    const stub = createServer((request, response) => {
      request.resume().on("end", () => {
        const [status, headers = {}] = answers[Math.min(seen.length, answers.length - 1)]!;
        seen.push({ key: request.headers["idempotency-key"] as string | undefined, at: performance.now() });
        response.writeHead(status, { "content-type": "application/json", ...headers });
        const error = { error: { code: "unavailable", message: "Not now." } };
        response.end(JSON.stringify(status < 300 ? { data: { dry_run: false, counts: COUNTS, cases: [] } } : error));
      });
    });
    await new Promise<void>((resolve) => stub.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;
    const outcome = await command(["results", "upload", join(REPORTS, "vitest.xml"), "--app", "x"], {
      RETEST_URL: url,
      RETEST_API_KEY: "rt_secret",
    });
    stub.closeAllConnections();
    await new Promise((resolve) => stub.close(resolve));
    return { ...outcome, seen };
  }

  test("408, 429 and 5xx are tried again, as one and the same request, no sooner than the server says", async () => {
    const soon = new Date(Date.now() - 1_000).toUTCString();
    const { code, stdout, stderr, seen } = await moody([
      [408, { "retry-after": "0" }],
      [429, { "retry-after": "2" }],
      [503, { "retry-after": soon }],
      [500, { "retry-after": "0" }],
      [201],
    ]);
    expect([code, seen.length]).toEqual([0, 5]);
    expect(stdout).toContain("recorded 1 passed and 0 failed on 1 check");
    expect(stderr).toContain("429; trying again in 2 s");
    expect(seen[2]!.at - seen[1]!.at).toBeGreaterThanOrEqual(1_990);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
    expect(seen[0]!.key).toMatch(/^\S{20,}$/);
  });

  test("a server that sends elsewhere is not followed there, and its address is told at once", async () => {
    const { code, stderr, seen } = await moody([[302, { location: "https://retest.example.com/" }], [201]]);
    expect([code, seen.length]).toEqual([1, 1]);
    expect(stderr).toContain(
      "answers 302 and redirects to https://retest.example.com/: give the server's own address.",
    );
    expect(stderr).not.toContain("can't be reached");
  });

  test("another refusal is final, and so is one that asks for too long a wait", async () => {
    for (const answer of [[400], [429, { "retry-after": "86400" }]] as [number, Record<string, string>?][]) {
      const { code, stdout, stderr, seen } = await moody([answer]);
      expect([code, seen.length]).toEqual([1, 1]);
      expect(stdout).toContain("refused: Not now.");
      expect(stdout + stderr).not.toContain("rt_secret");
    }
  });
});
