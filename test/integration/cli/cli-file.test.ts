// GET /cli.mjs: one file from one's own server, run by Node alone in an empty folder.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ANY_DATABASE } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const RUNBOOK =
  "name: Harbour\nplatforms: [{code: web, label: Web}]\nsections:\n  - ref: PAY\n    title: Pay\n    checks:\n      - {ref: PAY-1, title: Card}\n";
const REPORT = '<testsuite name="pay"><testcase name="PAY-1 takes a card"/></testsuite>';

describe.each(ANY_DATABASE)("the command line as a file, of a server on %s", (kind) => {
  const world = worldOf(kind);
  const folder = mkdtempSync(join(tmpdir(), "retest-cli-file-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const fetchFile = (init?: RequestInit) => fetch(`${world.address}/cli.mjs`, init);
  const run = (...args: string[]): Promise<[code: number, stdout: string, stderr: string]> =>
    new Promise((resolve) => {
      const env = { RETEST_URL: world.address, RETEST_API_KEY: world.admin };
      execFile(process.execPath, ["cli.mjs", ...args], { cwd: folder, env }, (error, stdout, stderr) =>
        resolve([error === null ? 0 : Number(error.code), stdout, stderr]),
      );
    });

  test("from an empty folder: fetch it, import a runbook, upload a report, ask the gate, export again", async () => {
    const response = await fetchFile();
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    writeFileSync(join(folder, "cli.mjs"), await response.text());
    writeFileSync(join(folder, "harbour.yaml"), RUNBOOK);
    writeFileSync(join(folder, "junit.xml"), REPORT);
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(await run("--version")).toEqual([0, `${version}\n`, ""]);

    const [planned, plan] = await run("app", "import", "harbour.yaml", "--dry-run");
    expect([planned, plan]).toEqual([
      0,
      expect.stringContaining("Nothing was changed. An import would give: 4 created"),
    ]);
    const [imported, words] = await run("app", "import", "harbour.yaml");
    expect([imported, words]).toEqual([
      0,
      expect.stringMatching(/\+ create check PAY-1 "Card"[\s\S]*Created "Harbour" \(app_/),
    ]);
    expect((await run("gate", "Harbour"))[0]).toBe(1);
    const [uploaded, told] = await run("results", "upload", "junit.xml", "--app", "Harbour");
    expect([uploaded, told]).toEqual([0, expect.stringContaining("recorded 1 passed")]);
    expect(await run("gate", "Harbour")).toEqual([0, expect.stringMatching(/^PASS {2}Harbour/), ""]);
    expect((await run("app", "export", "Harbour", "--out", "again.csv"))[0]).toBe(0);
    const [same, unchanged] = await run("app", "import", "again.csv", "--app", "Harbour");
    expect([same, unchanged]).toEqual([0, '"Harbour" matches the file already: nothing changed.\n']);
    expect(readdirSync(folder).sort()).toEqual(["again.csv", "cli.mjs", "harbour.yaml", "junit.xml"]);
  });

  test("what the server refuses is told in its words, and the key in none of them", async () => {
    writeFileSync(join(folder, "broken.yaml"), "name: [");
    const [code, stdout, stderr] = await run("app", "import", "broken.yaml");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/answered 400: .*line 1/);
    expect(stderr).not.toContain(world.admin);
    expect((await run("app", "export", "Nowhere"))[2]).toContain("answered 404: No such app");
  });

  test("it has the commands that talk to a server, and no other", async () => {
    const [code, help] = await run("help");
    expect(code).toBe(0);
    const names = [...help.matchAll(/^ {2}retest ((?:[a-z]+ )*[a-z]+)/gm)].map(([, name]) => name);
    expect(names).toEqual([
      "results upload",
      "cycle start",
      "cycle close",
      "cycle list",
      "cycle report",
      "gate",
      "ci",
      "webhook templates",
      "webhook fill",
      "mcp",
      "app import",
      "app export",
    ]);
    expect((await run("key", "list"))[0]).toBe(2);
  });

  test("it is small and needs nothing but Node: no package, no other file, and it holds no database's driver", async () => {
    const text = await (await fetchFile()).text();
    const imported = [...text.matchAll(/(?:^|[;\n}])import\s*(?:[^"';]*?from\s*)?"([^"]+)"/g)].map(([, name]) => name!);
    expect(imported.length).toBeGreaterThan(3);
    expect(imported.filter((name) => !builtinModules.includes(name.replace(/^node:/, "")))).toEqual([]);
    expect(text).not.toMatch(/PRAGMA|SCRAM-SHA/);
    // What it holds is compiled at every start: the SDK and the schemas of the server alone would be four times as much.
    expect(Buffer.byteLength(text)).toBeLessThan(300_000);
    expect(text.startsWith("#!/usr/bin/env node\n")).toBe(true);
  });

  test("it needs no key, has a tag, and comes packed for whoever takes it so", async () => {
    const first = await fetchFile({ headers: { "accept-encoding": "gzip" } });
    expect(first.headers.get("content-encoding")).toBe("gzip");
    expect(Number(first.headers.get("content-length"))).toBeLessThan(100_000);
    const etag = first.headers.get("etag")!;
    await first.text();
    const again = await fetchFile({ headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const other = await fetchFile({ method: "POST", body: "{}" });
    expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
