// `retest gate`: asks a server over HTTP as a CI job would, prints the reasons, and exits accordingly.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dataOf } from "../../support/checks/route-table.ts";
import { command } from "../../support/clients/command.ts";
import { ANY_DATABASE } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(ANY_DATABASE)("on %s", (kind) => {
  const world = worldOf(kind);
  const run = (...args: string[]) =>
    command(["gate", ...args], { RETEST_URL: `${world.address}/`, RETEST_API_KEY: world.viewer });

  test("exits with 1 and says why, and with 0 once the thresholds are met", async () => {
    const { id, name } = await world.app();
    await dataOf(world, "POST", "/issues", { app: id, check: "PAY-1", platforms: ["ios"], text: "Broken" });
    const closed = await run(name);
    expect([closed.code, closed.stderr]).toEqual([1, ""]);
    expect(closed.stdout).toBe(
      [
        `FAIL  ${name} (ios, android)`,
        "  - 16 % is tested (5 untested); 100 % is needed.",
        "  - 1 platform-check failed; none may fail.",
        "  - 1 issue is open; none may be open.",
        "  16 % tested: 0 passed, 1 failed, 0 need a retest, 5 untested; open issues: 1\n",
      ].join("\n"),
    );
    const open = await run(id, "--percent", "16", "--max-failed", "1", "--max-open", "1");
    expect([open.code, open.stderr]).toEqual([0, ""]);
    expect(open.stdout).toMatch(/^PASS {2}App/);
    const android = await run(id, "--percent=0", "--platform", "android", "--json");
    expect(android.code).toBe(0);
    expect(JSON.parse(android.stdout)).toMatchObject({ result: "pass", platforms: ["android"], untested: 3 });
    const both = await run(id, "--platform", "android", "--platform", "ios", "--json");
    expect([both.code, JSON.parse(both.stdout).platforms]).toEqual([1, ["android", "ios"]]);
  });

  test("takes the key from a file that is named, and says what is wrong with it without its content", async () => {
    const { id } = await world.app();
    const dir = mkdtempSync(join(tmpdir(), "retest-key-"));
    const file = join(dir, "key");
    writeFileSync(file, `${world.viewer}\n`);
    const url = { RETEST_URL: world.address };
    const ask = (env: Record<string, string>, ...args: string[]) =>
      command(["gate", id, "--percent", "0", ...args], { ...url, ...env });
    expect((await ask({ RETEST_API_KEY_FILE: file })).code).toBe(0);
    expect((await ask({ RETEST_API_KEY_FILE: join(dir, "none") }, "--key", world.viewer)).code).toBe(0);
    const both = await ask({ RETEST_API_KEY_FILE: file, RETEST_API_KEY: world.viewer });
    expect([both.code, both.stderr]).toEqual([
      2,
      "retest: RETEST_API_KEY and RETEST_API_KEY_FILE are both given: leave one of them out.\n",
    ]);
    const none = await ask({ RETEST_API_KEY_FILE: join(dir, "none") });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("RETEST_API_KEY_FILE must be a file")]);
    writeFileSync(file, "two words\n");
    const wrong = await ask({ RETEST_API_KEY_FILE: file });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("Give an API key")]);
    expect(wrong.stderr).not.toContain("two words");
    rmSync(dir, { recursive: true });
  });

  test.each<[string, string[], string]>([
    ["an unknown app", ["Nowhere"], "answered 404: No such app"],
    ["an unknown platform", ["APP", "--platform", "watch"], 'unknown "watch"; this app has "ios", "android"'],
    ["a threshold that is none", ["APP", "--percent", "200"], "percent: expected a whole number from 0 to 100"],
    ["a key that is none", ["APP", "--key", "rt_wrong"], "answered 401: This API key is not valid"],
  ])("%s exits with 2 and the server's own words", async (_name, args, words) => {
    const { id } = await world.app();
    const { code, stdout, stderr } = await run(...args.map((arg) => (arg === "APP" ? id : arg)));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain(world.viewer);
  });
});

test.each<[string, string[], Record<string, string>, string]>([
  ["no app", [], { RETEST_API_KEY: "rt_x" }, "Name the app"],
  ["no key", ["Shop"], { RETEST_URL: "http://127.0.0.1:9" }, "RETEST_API_KEY"],
  ["no address", ["Shop"], { RETEST_API_KEY: "rt_x" }, "RETEST_URL"],
  ["a key with a line break", ["Shop", "--url", "http://127.0.0.1:9"], { RETEST_API_KEY: "rt_\nx" }, "Give an API key"],
  ["an address that is none", ["Shop"], { RETEST_API_KEY: "rt_x", RETEST_URL: "shop" }, "--url"],
  ["nobody there", ["Shop", "--url", "http://127.0.0.1:9"], { RETEST_API_KEY: "rt_x" }, "can't be reached"],
  ["an unknown flag", ["Shop", "--colour", "red"], { RETEST_API_KEY: "rt_x" }, "--colour"],
])("%s exits with 2 and a sentence", async (_name, args, settings, words) => {
  const { code, stdout, stderr } = await command(["gate", ...args], settings);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/\n\s+at |DATABASE_URL/);
});

test("a server that is not Retest exits with 2", async () => {
  const server = createServer((_request, response) => response.end("<html>hello")).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stderr } = await command(["gate", "Shop", "--url", url, "--key", "rt_x"]);
  server.close();
  expect([code, stderr]).toEqual([
    2,
    `retest: ${url} answered 200: this is not an answer of Retest. Is the address right?\n`,
  ]);
});
