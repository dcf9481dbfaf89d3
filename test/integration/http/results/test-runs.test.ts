// Recording the results of a test run, in JUnit XML, CTRF and other formats: what is matched, recorded, reported; all or nothing.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { rowsOf } from "../../../support/clients/person-client.ts";
import { writeSheets } from "../../../support/samples/write-zip.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const SUITE = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="run">
  <testsuite name="Pay">
    <properties><property name="retest.platforms" value="ios"/></properties>
    <testcase name="SIGN-1 opens" classname="a.b"/>
    <testcase name="Card"><failure message="declined &lt;0&gt;">trace</failure></testcase>
    <testcase name="left out"><properties><property name="retest.check">SIGN-2</property></properties><skipped/></testcase>
    <testcase name="nobody knows this"/>
    <testcase name="SIGN-1 and SIGN-2"/>
  </testsuite>
</testsuites>`;

// biome-ignore lint/suspicious/noExplicitAny: an answer's data
type Row = any;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const send = (app: string, file: string, query = "", format = "junit", key = world.tester) =>
    ask(world, key, "POST", `/results/${format}?app=${app}${query}`, file);
  const resultsOf = async (app: string) =>
    (await dataOf(world, "GET", `/results?app=${app}&limit=200`)).map(
      ({ check, platform, outcome, note, build }: Row) => `${check.ref} ${platform} ${outcome} ${build} ${note}`,
    );
  const revisionOf = async (id: string) =>
    Number((await rowsOf(world, `select revision from app where id = '${id}'`))[0]!.revision);

  test("a form brings a mapping with the report: what it says is matched and recorded", async () => {
    const { id } = await world.app();
    const part = (name: string, text: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const form = (map: string) => `${part("report", SUITE)}${part("map", map)}--x--\r\n`;
    const answer = await send(id, form('checks:\n  "Pay > nobody*": SIGN-2\n'));
    expect(answer.status).toBe(201);
    expect(answer.body.data.cases[3]).toMatchObject({
      matched_by: "map",
      check: { ref: "SIGN-2" },
      platforms: ["ios"],
    });
    expect(await resultsOf(id)).toContain("SIGN-2 ios passed null null");
    const refused = await send(id, form("checks:\n\tx: y\n"));
    expect([refused.status, refused.body.error]).toEqual([
      ...[400, { code: "invalid_request", message: expect.stringMatching(/^map, line 2/) }],
    ]);
    const large = await send(id, form(`# ${"x".repeat(140_000)}`));
    expect([large.status, large.body.error.message]).toEqual([400, "map: more than 131072 bytes."]);
  });

  test("every case is answered, what matched is recorded, and the statuses follow", async () => {
    const { id } = await world.app();
    const answer = await send(id, SUITE, "&build=main%401a2b");
    expect([answer.status, answer.headers.get("location")]).toEqual([201, `/api/v1/results?app=${id}`]);
    const { cases, ...rest } = answer.body.data;
    expect(rest).toEqual({
      app: { id, name: expect.any(String) },
      dry_run: false,
      counts: {
        cases: 5,
        recorded: 2,
        skipped: 1,
        unmatched: 1,
        ambiguous: 1,
        checks: 2,
        results: 2,
        passed: 1,
        failed: 1,
      },
    });
    expect(
      cases.map(({ line, fate, matched_by, check, recorded, platforms, candidates }: Row) => [
        line,
        fate,
        matched_by,
        check?.ref ?? null,
        recorded,
        platforms.join(),
        candidates.map(({ ref }: Row) => ref).join(),
      ]),
    ).toEqual([
      [5, "recorded", "ref", "SIGN-1", "passed", "ios", ""],
      [6, "recorded", "title", "PAY-1", "failed", "ios", ""],
      [7, "skipped", "property", "SIGN-2", null, "", ""],
      [8, "unmatched", null, null, null, "", ""],
      [9, "ambiguous", "ref", null, null, "", "SIGN-1,SIGN-2"],
    ]);
    expect((await resultsOf(id)).sort()).toEqual([
      "PAY-1 ios failed main@1a2b Card: declined <0>",
      "SIGN-1 ios passed main@1a2b null",
    ]);
    const { summary } = await dataOf(world, "GET", `/apps/${id}`);
    expect(summary).toMatchObject({ passed: 1, failed: 1, untested: 4 });
    expect(await world.problems()).toEqual([]);
  });

  test("a dry run answers the same and writes nothing", async () => {
    const { id } = await world.app();
    const before = await revisionOf(id);
    const dry = await send(id, SUITE, "&dry_run=true");
    expect([dry.status, dry.body.data.dry_run, await revisionOf(id)]).toEqual([200, true, before]);
    const real = await send(id, SUITE);
    expect({ ...real.body.data, dry_run: true }).toEqual(dry.body.data);
    expect(await revisionOf(id)).toBe(before + 1);
  });

  test("a run of which nothing matches answers 200 and leaves the revision as it was", async () => {
    const { id } = await world.app();
    const before = await revisionOf(id);
    const answer = await send(id, "<testsuite><testcase name='x'/></testsuite>");
    expect([answer.status, answer.body.data.counts.unmatched, await revisionOf(id)]).toEqual([200, 1, before]);
    expect((await send(id, "<testsuites/>")).body.data).toMatchObject({ counts: { cases: 0 }, cases: [] });
  });

  test("the address of the run stands in the note of every result, behind what a failure says", async () => {
    const { id } = await world.app();
    const run = encodeURIComponent("https://ci.example.com/runs/7");
    const long = `<testcase name="PAY-1 ${"x".repeat(1_900)}"><error message="${"y".repeat(3_000)}"/></testcase>`;
    await send(id, `<testsuite><testcase name="SIGN-1"/>${long}</testsuite>`, `&run=${run}&platforms=ios`);
    const notes = (await dataOf(world, "GET", `/results?app=${id}`)).map(({ note }: Row) => note);
    expect(notes).toContain("https://ci.example.com/runs/7");
    const failed = notes.find((note: string) => note.startsWith("PAY-1"));
    expect(failed).toMatch(/…\n\nhttps:\/\/ci\.example\.com\/runs\/7$/);
    expect(failed.length).toBeLessThanOrEqual(2_000);
  });

  test("several cases of one check: failed if any of them failed", async () => {
    const { id } = await world.app();
    const file = "<testsuite><testcase name='PAY-1 a'/><testcase name='PAY-1 b'><failure/></testcase></testsuite>";
    const { data } = (await send(id, file)).body;
    expect(data.counts).toMatchObject({ cases: 2, recorded: 2, checks: 1, results: 2, failed: 2 });
    expect(data.cases.map(({ outcome, recorded }: Row) => `${outcome} ${recorded}`)).toEqual([
      "passed failed",
      "failed failed",
    ]);
  });

  test("a passing run after the fix is the retest; one before it is not", async () => {
    const { id } = await world.app();
    const passed = "<testsuite><testcase name='PAY-1'/></testsuite>";
    const issue = await dataOf(world, "POST", "/issues", { app: id, check: "PAY-1", text: "Broken" });
    const statusOf = async () => (await dataOf(world, "GET", `/apps/${id}`)).sections[1].summary;
    await send(id, passed);
    expect(await statusOf()).toMatchObject({ failed: 2 });
    await dataOf(world, "POST", `/issues/${issue.id}/fix`);
    expect(await statusOf()).toMatchObject({ needs_retest: 2 });
    await send(id, passed);
    expect(await statusOf()).toMatchObject({ passed: 2 });
    expect(await world.problems()).toEqual([]);
  });

  test("CTRF: checks by labels, extra, tags, ref and title; pending and other record nothing", async () => {
    const { id } = await world.app();
    const tests = [
      { name: "a", status: "passed", duration: 1, labels: { "retest.check": "SIGN-1", "retest.platforms": "ios" } },
      { name: "b", status: "failed", duration: 1, extra: { "retest.check": "SIGN-2" }, message: "no", tags: null },
      { name: "c", status: "passed", duration: 1, tags: ["x", "retest.check:PAY-1"], suite: ["Pay"] },
      { name: "SIGN-1", status: "pending", duration: 1 },
      { name: "PAY-1", status: "other", duration: 1 },
      { name: "Wallet", status: "passed", duration: 1, suite: "file.ts > Sign in" },
      { name: "unknown", status: "passed", duration: 1 },
    ];
    const report = { reportFormat: "CTRF", specVersion: "0.0.0", results: { tool: { name: "t" }, summary: {}, tests } };
    const answer = await send(id, JSON.stringify(report), "&platforms=ios,android", "ctrf");
    expect(
      answer.body.data.cases.map(({ fate, check, recorded, platforms }: Row) =>
        [fate, check?.ref, recorded, platforms.join()].join(" "),
      ),
    ).toEqual([
      "recorded SIGN-1 passed ios",
      "recorded SIGN-2 failed ios,android",
      "recorded PAY-1 passed ios,android",
      "skipped SIGN-1  ",
      "skipped PAY-1  ",
      "recorded SIGN-2 failed ios,android",
      "unmatched   ",
    ]);
    expect(answer.body.data.counts).toMatchObject({ results: 5, checks: 3 });
  });

  test("platforms that the app doesn't have are refused, in the query and in the file, and nothing is written", async () => {
    const { id } = await world.app();
    const before = await revisionOf(id);
    const inFile = SUITE.replace('value="ios"', 'value="ios, tv"');
    for (const answer of [await send(id, SUITE, "&platforms=tv"), await send(id, inFile)]) {
      expect(outcomeOf(answer)).toBe("400 unknown_platform");
      expect(answer.body.error.message).toContain('"tv"');
    }
    expect(await revisionOf(id)).toBe(before);
  });

  test("a larger file goes by a thread, and means the same", async () => {
    const { id } = await world.app();
    const cases = Array.from({ length: 3_000 }, (_, i) => `<testcase name="PAY-1 case ${i}" classname="bulk"/>`);
    const file = `<testsuite name="bulk">\n${cases.join("\n")}\n</testsuite>`;
    const { data } = (await send(id, file)).body;
    expect(data.counts).toMatchObject({ cases: 3_000, recorded: 3_000, checks: 1, results: 2 });
    expect(data.cases).toHaveLength(3_000);
    expect(data.cases[2_999]).toMatchObject({ name: "PAY-1 case 2999", line: 3_001, recorded: "passed" });
  });

  test("a report in any format is recognised by what it holds: a small one and a large one, which goes by a thread", async () => {
    const { id } = await world.app();
    const points = (count: number) =>
      Array.from({ length: count }, (_, i) => `ok ${i + 1} - PAY-1 point ${i}\n`).join("");
    const trx = `<TestRun><Results><UnitTestResult testName="SIGN_1_opens"/></Results></TestRun>`;
    const scenario = {
      type: "scenario",
      name: "a",
      tags: [{ name: "@SIGN-2" }],
      steps: [{ result: { status: "passed" } }],
    };
    for (const [file, recorded] of [
      [trx, 1],
      [JSON.stringify([{ name: "f", elements: [scenario] }]), 1],
      [`1..3\n${points(3)}`, 3],
      [`TAP version 14\n${points(3_000)}1..3000\n`, 3_000],
    ] as const) {
      const answer = await send(id, file, "&platforms=ios", "report");
      expect([answer.status, answer.body.data.counts.recorded]).toEqual([201, recorded]);
    }
    expect((await resultsOf(id)).map((told: string) => told.split(" ").slice(0, 3).join(" "))).toEqual([
      "PAY-1 ios passed",
      "PAY-1 ios passed",
      "SIGN-2 ios passed",
      "SIGN-1 ios failed",
    ]);
    for (const file of ["hello", `\ufeff${"x ".repeat(40_000)}`, `1..2\n${points(1_000)}`]) {
      expect(outcomeOf(await send(id, file, "", "report"))).toBe("400 invalid_request");
    }
    expect(await resultsOf(id)).toHaveLength(4);
  });

  test("statuses of another tool's run become results where they are asked for; a dry run shows them and records none", async () => {
    const { id } = await world.app();
    const table =
      "Case ID,Title,Status,Comment\nSIGN-1,opens,Passed,\nPAY-1,Card,Failed,Declined\nSIGN-2,closes,Blocked,\nSIGN-2,closes,Odd,\n";
    const planned = await send(id, table, "&platforms=ios&dry_run=true", "report");
    expect([planned.status, planned.body.data.counts]).toMatchObject([200, { recorded: 2, passed: 1, failed: 1 }]);
    expect(planned.body.data.cases[3].why).toContain('"Odd" is not known');
    expect(await resultsOf(id)).toEqual([]);
    expect((await send(id, table, "&platforms=ios", "report")).status).toBe(201);
    expect((await resultsOf(id)).sort()).toEqual([
      "PAY-1 ios failed null Card: Declined",
      "SIGN-1 ios passed null null",
    ]);
  });

  const STATUSES = [
    ["Case ID", "Title", "Status", "Comment"],
    ["SIGN-1", "opens", "Passed", ""],
    ["PAY-1", "Card", "Failed", "Declined"],
    ["SIGN-2", "closes", "Blocked", ""],
  ];
  const test1 = (id: string, title: string, status: string, comment = "") =>
    `<test><title>${title}</title><caseid>${id}</caseid><status>${status}</status><comment>${comment}</comment></test>`;
  const result = (id: string, letter: string, notes = "") =>
    `<testcase external_id="${id}"><result>${letter}</result><notes>${notes}</notes></testcase>`;
  const csv = STATUSES.map((row) => row.join(",")).join("\n");
  test.each<[what: string, file: Buffer, name: string]>([
    ["a spreadsheet", writeSheets({ About: [["Run of Monday"]], Run: STATUSES }), "Card"],
    [
      "a spreadsheet larger than what is read at once",
      writeSheets({ Noise: [Array.from({ length: 3_000 }, (_, i) => `${i} ${Math.sin(i)}`)], Run: STATUSES }),
      "Card",
    ],
    ["a table in UTF-16", Buffer.from(`\ufeff${csv}`, "utf16le"), "Card"],
    [
      "TestRail's XML of a run",
      Buffer.from(
        `<run><tests>${test1("SIGN-1", "opens", "Passed")}${test1("PAY-1", "Card", "Failed", "Declined")}${test1("SIGN-2", "closes", "Blocked")}</tests></run>`,
      ),
      "Card",
    ],
    [
      "TestLink's XML of results",
      Buffer.from(
        `<results>${result("SIGN-1", "p")}${result("PAY-1", "f", "Declined")}${result("SIGN-2", "b")}</results>`,
      ),
      "PAY-1",
    ],
  ])("statuses in %s are recorded as those of its CSV, also beside a mapping in a form", async (_what, file, name) => {
    const { id } = await world.app();
    const post = (body: Buffer, query: string) =>
      world.call(world.tester, "POST", `/results/report?app=${id}&platforms=ios${query}`, body, {
        "content-type": "application/octet-stream",
      });
    const planned = await post(file, "&dry_run=true");
    expect([planned.status, planned.body.data.counts]).toMatchObject([
      200,
      { cases: 3, recorded: 2, passed: 1, failed: 1, skipped: 1 },
    ]);
    expect(await resultsOf(id)).toEqual([]);
    expect((await post(file, "")).status).toBe(201);
    expect((await resultsOf(id)).sort()).toEqual([
      `PAY-1 ios failed null ${name}: Declined`,
      "SIGN-1 ios passed null null",
    ]);
    const head = (field: string) => `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n`;
    const form = [`${head("map")}statuses: {Blocked: failed}\r\n${head("report")}`, file, "\r\n--x--\r\n"];
    const mapped = await post(Buffer.concat(form.map((part) => Buffer.from(part as Buffer))), "&dry_run=true");
    expect(mapped.body.data?.counts).toMatchObject({ recorded: 3, failed: 2 });
  });

  test("a small file for a runbook of many checks goes by a thread too, and means the same", async () => {
    const checks = Array.from({ length: 300 }, (_, i) => ({ ref: `BULK-${i}`, title: `Bulk ${i}` }));
    const { id } = await world.app({ sections: [{ title: "Bulk", checks }] });
    const { counts, cases } = (await send(id, `<testsuite><testcase name="test_BULK_299_adds"/></testsuite>`)).body
      .data;
    expect([counts.recorded, cases[0].check.ref]).toEqual([1, "BULK-299"]);
  });

  test("who may not see the app learns nothing, and a viewer can't record", async () => {
    const [{ id }, other] = [await world.app(), await world.app()];
    const scoped = await world.key("tester", [other.id]);
    expect(outcomeOf(await send(id, "not xml", "", "junit", scoped))).toBe("404 not_found");
    expect(outcomeOf(await send(id, SUITE, "", "junit", world.viewer))).toBe("403 forbidden");
    expect(outcomeOf(await ask(world, world.tester, "POST", "/results/junit", SUITE))).toBe("400 invalid_request");
    expect(await resultsOf(id)).toEqual([]);
  });

  test("repeated with its Idempotency-Key a run is recorded once; with another file or build it is refused", async () => {
    const { id } = await world.app();
    const post = (file: string, query = "", key = "run-1") =>
      world.call(world.tester, "POST", `/results/junit?app=${id}${query}`, file, { "idempotency-key": key });
    const file = "<testsuite><testcase name='PAY-1'/></testsuite>";
    const first = await post(file);
    const again = await post(file);
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(again.body).toEqual(first.body);
    expect(outcomeOf(await post(file.replace("PAY-1", "SIGN-1")))).toBe("409 idempotency_conflict");
    expect(outcomeOf(await post(file, "&build=2"))).toBe("409 idempotency_conflict");
    expect(await resultsOf(id)).toHaveLength(2);
    expect(outcomeOf(await post(file, "", "run-2"))).toBe("201");
    expect(await resultsOf(id)).toHaveLength(4);
    const at = await Promise.all(Array.from({ length: 5 }, () => post(file, "", "run-3")));
    expect(at.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await resultsOf(id)).toHaveLength(6);
  });

  test("a runbook that changes while a file is on its way is read again: nothing is recorded on what is gone", async () => {
    const { id } = await world.app();
    const checks = Array.from({ length: 30 }, (_, i) => ({ ref: `X-${i}`, title: `Check ${i}` }));
    const section = await dataOf(world, "POST", "/sections", { app: id, title: "More" });
    const made: { id: string }[] = [];
    for (const check of checks)
      made.push(await dataOf(world, "POST", "/checks", { app: id, section: section.id, ...check }));
    const cases = checks.map(({ ref }) => `<testcase name="${ref}"/>`).join("");
    const sending = Array.from({ length: 5 }, () => send(id, `<testsuite>${cases}</testsuite>`));
    for (const { id: gone } of made.slice(0, 10)) await dataOf(world, "DELETE", `/checks/${gone}`);
    for (const answer of await Promise.all(sending)) {
      expect(["201", "409 in_progress"]).toContain(outcomeOf(answer));
    }
    expect(await world.problems()).toEqual([]);
  });
});
