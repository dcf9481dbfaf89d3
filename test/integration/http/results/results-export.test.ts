// Results as a file: who tested what and when, whole however long it is, and safe to open in a spreadsheet.
import { describe, expect, test } from "vitest";
import { readCsv } from "../../../../src/lib/formats/csv.ts";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { attach, PNG } from "../../../support/samples/sample-files.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const COLUMNS = [
  ...["app", "section", "ref", "title", "platform", "outcome", "tester", "recorded_at", "build", "cycle", "note"],
  "attachments",
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const fetched = async (query: string, method = "GET") => {
    const response = await fetch(`${world.address}/api/v1/results/export?${query}`, {
      method,
      headers: { authorization: `Bearer ${world.viewer}` },
    });
    return {
      status: response.status,
      headers: response.headers,
      text: Buffer.from(await response.arrayBuffer()).toString(),
    };
  };
  const rows = (csv: string) => readCsv(csv.replace("\ufeff", "")).map((row) => row.map(({ text }) => text));

  test("a row has the app, section, check, platform, outcome, tester, time, build, cycle, note and files of a result", async () => {
    const { id: app, name } = await world.app();
    await dataOf(world, "POST", `/apps/${app}/cycles`, { name: "1.5" });
    const tester = await world.person("tester");
    const fields = { app, check: "PAY-1", platforms: ["ios"] };
    const details = { outcome: "failed", note: 'Two\nlines, "quoted"', build: "1.5.0", cycle: "1.5" };
    const [first] = (await ask(world, tester, "POST", "/results", { ...fields, ...details })).body.data;
    for (const file of ["shot.png", "more, of it.png"]) await attach(world, tester, first.id, file, PNG);
    const [second] = await dataOf(world, "POST", "/results", { ...fields, outcome: "passed" });
    const { status, headers, text } = await fetched(`app=${app}`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8; header=present"]);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename=".*results\.csv"/);
    expect(text.startsWith("\ufeff")).toBe(true);
    const check = [name, "Pay", "PAY-1", "Card", "ios"];
    expect(rows(text)).toEqual([
      COLUMNS,
      [...check, "passed", "admin key via API", second.recorded_at, "", "", "", ""],
      [
        ...[...check, "failed", "tester person", first.recorded_at, "1.5.0", "1.5", 'Two\nlines, "quoted"'],
        "shot.png, more, of it.png",
      ],
    ]);
  });

  test("what a spreadsheet would run as a formula leaves with an apostrophe", async () => {
    const { id: app } = await world.app();
    const note = '=HYPERLINK("http://example.com")';
    await dataOf(world, "POST", "/results", { app, check: "PAY-1", outcome: "passed", note, build: "@SUM(A1)" });
    const { text } = await fetched(`app=${app}`);
    expect(text).toContain("'=HYPERLINK(");
    expect(text).toContain("'@SUM(A1)");
  });

  test("json lines have each result as the list shows it", async () => {
    const { id: app } = await world.app();
    await dataOf(world, "POST", "/results", { app, check: "PAY-1", outcome: "passed", note: "two\nlines" });
    const { headers, text } = await fetched(`app=${app}&format=jsonl`);
    expect(headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    const lines = text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(await dataOf(world, "GET", `/results?app=${app}`));
  });

  test("all of a long list is in the file, once and in order, and the filters are those of the list", async () => {
    const { id: app } = await world.app();
    const results = Array.from({ length: 1_000 }, (_, i) => ({
      check: "PAY-1",
      outcome: i % 10 === 0 ? "failed" : "passed",
      platforms: [i % 3 === 0 ? "android" : "ios"],
      build: `b${i % 7}`,
    }));
    const recorded: { id: string; outcome: string; platform: string; build: string }[] = [];
    for (let i = 0; i < 5; i++)
      recorded.unshift(...(await dataOf(world, "POST", "/results", { app, results })).reverse());
    const ids = async (query: string) =>
      (await fetched(`app=${app}&format=jsonl${query}`)).text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line).id);
    expect(await ids("")).toEqual(recorded.map(({ id }) => id));
    const some = recorded.filter(
      ({ outcome, platform, build }) => outcome === "failed" && platform === "ios" && build === "b3",
    );
    expect(some.length).toBeGreaterThan(10);
    expect(await ids("&outcome=failed&platform=ios&build=b3&check=PAY-1")).toEqual(some.map(({ id }) => id));
    expect(rows((await fetched(`app=${app}`)).text).length).toBe(5_001);
  });

  test("with nothing in it, a file has the names of its columns, or nothing", async () => {
    const { id: app } = await world.app();
    expect(rows((await fetched(`app=${app}&tester=nobody`)).text)).toEqual([COLUMNS]);
    expect((await fetched(`app=${app}&format=jsonl`)).text).toBe("");
  });

  test("results of an archived check are in the file", async () => {
    const { id: app } = await world.app();
    const [result] = await dataOf(world, "POST", "/results", { app, check: "PAY-1", outcome: "passed" });
    await dataOf(world, "DELETE", `/checks/${result.check.id}`);
    expect(rows((await fetched(`app=${app}`)).text)[1]!.slice(1, 4)).toEqual(["Pay", "PAY-1", "Card"]);
  });

  test("HEAD has the headers and no body", async () => {
    const { id: app } = await world.app();
    const { status, headers, text } = await fetched(`app=${app}`, "HEAD");
    expect([status, headers.get("content-type"), text]).toEqual([200, "text/csv; charset=utf-8; header=present", ""]);
  });

  test.each([
    ["", "400 invalid_request"],
    ["app=nope", "404 not_found"],
    ["app={app}&check=nope", "404 not_found"],
    ["app={app}&cycle=nope", "404 not_found"],
    ["app={app}&platform=tv", "400 unknown_platform"],
    ["app={app}&since=soon", "400 invalid_request"],
    ["app={app}&format=xml", "400 invalid_request"],
    ["app={app}&limit=3", "400 invalid_request"],
  ])("?%s answers %s", async (query, outcome) => {
    const { id: app } = await world.app();
    const answer = await world.call(world.viewer, "GET", `/results/export?${query.replace("{app}", app)}`);
    expect(outcomeOf(answer)).toBe(outcome);
  });
});
