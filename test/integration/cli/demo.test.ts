// `retest demo`: what it prints really works, and nothing is left when it stops.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ui } from "../../support/clients/person-client.ts";
import { call, type RunningServer, serve } from "../../support/clients/run-cli.ts";
import { until } from "../../support/database/migrate-in-process.ts";

let temporary: string;
let demo: RunningServer;
let shown: string;
let commands: string[];

beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), "retest-demo-test-"));
  // A database of one's own is left alone by the demo.
  demo = await serve({ TMPDIR: temporary, DATABASE_URL: "postgres://127.0.0.1:1/precious" }, "demo");
  await until(() => demo.output().stdout.includes('"external_id":"4711"'));
  shown = demo.output().stdout;
  commands = [...shown.replaceAll("\\\n", " ").matchAll(/^\s*(curl .*)$/gm)].map(([, line]) => line!);
});

afterAll(async () => {
  await demo?.stop("SIGKILL");
  rmSync(temporary, { recursive: true, force: true });
});

/** Runs a line as it was printed. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
function run(line: string): any {
  return JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8" }));
}

test("it prints the address it listens at", async () => {
  expect((await fetch(`${demo.address}/readyz`)).status).toBe(200);
});

test.each(["viewer", "tester", "admin"])("it prints a key that is a %s's", async (role) => {
  const key = new RegExp(`^ +${role} +(rt_\\w+)$`, "m").exec(shown)![1]!;
  expect(await call(demo.address, key, "GET", "/me")).toMatchObject({ status: 200, data: { role } });
});

test("it prints a link by which the first admin joins", async () => {
  const [, base, token] = /^ +(http:\/\/\S+)\/join#(\S+)$/m.exec(shown)!;
  expect(base).toBe(demo.address.replace("127.0.0.1", "localhost"));
  const body = { token, name: "Ada", email: "ada@example.com", password: "a password of ten" };
  const joined = await ui(demo.address, "POST", "/invitations/accept", body);
  expect(joined.body.data).toMatchObject({ name: "Ada", role: "admin", apps: null });
});

test("its curl lines work one after the other, from a failed check to a passed one", async () => {
  expect(commands).toHaveLength(6);
  const [progress, raise, list, fix, record] = commands as [string, string, string, string, string];
  const before = run(progress).data;
  expect(before.summary).toMatchObject({ checks: expect.any(Number), failed: expect.any(Number) });
  const { data: issue } = run(raise);
  expect(issue).toMatchObject({ status: "open", platforms: ["web"], app: { name: before.name } });
  expect(run(progress).data.summary.failed).toBe(before.summary.failed + 1);
  expect(run(list).data.map(({ id }: { id: string }) => id)).toContain(issue.id);
  expect(run(fix.replace("ISSUE_ID", issue.id)).data).toMatchObject({ id: issue.id, status: "fixed" });
  expect(run(progress).data.summary).toEqual({
    ...before.summary,
    passed: before.summary.passed - 1,
    needs_retest: before.summary.needs_retest + 1,
    percent_complete: expect.any(Number),
  });
  expect(run(record).data).toMatchObject([{ outcome: "passed", platform: "web" }]);
  expect(run(progress).data.summary).toEqual(before.summary);
});

test("its webhook line raises an issue once, and names an address that is the server's own", async () => {
  const { issue } = run(commands[5]!);
  expect(issue).toMatchObject({ id: expect.any(String), code: expect.any(String) });
  expect(issue.url).toBe(`${demo.address.replace("127.0.0.1", "localhost")}/issues/${issue.id}`);
  expect(run(commands[5]!)).toEqual({ duplicate: true, issue });
});

test("the samples show every status, and an app of each mode", () => {
  const { passed, failed, needs_retest, untested, not_applicable } = run(commands[0]!).data.summary;
  for (const count of [passed, failed, needs_retest, untested, not_applicable]) expect(count).toBeGreaterThan(0);
  const modes = run(commands[0]!.replace(/apps\/\S+/, "apps")).data.map(({ mode }: { mode: string }) => mode);
  expect(modes.sort()).toEqual(["live", "testing"]);
});

test("stopped, it ends with 0 and leaves nothing behind", async () => {
  const { code, stderr } = await demo.stop("SIGINT");
  expect([code, stderr]).toEqual([0, ""]);
  expect(readdirSync(temporary)).toEqual([]);
});
