// Help everywhere, and a plain sentence for what is no command.
import { expect, test } from "vitest";
import { command } from "../../support/clients/command.ts";
import { retest } from "../../support/clients/run-cli.ts";

// Nothing may be opened to show help.
const NOWHERE = { RETEST_DATA_DIR: "/nonexistent/retest", RETEST_SECRET_KEY: "short" };

const COMMANDS = [
  "serve",
  "demo",
  "key create",
  "key list",
  "key revoke",
  "person invite",
  "person list",
  "person reset",
  "person drop-factors",
  "person remove",
  "app import",
  "app export",
  "app copy",
  "section copy",
  "check copy",
  "app archive",
  "app restore",
  "app archived",
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
  "mail test",
  "workspace plan",
  "erase person",
  "erase reporter",
  "erase app",
  "erase remains",
  "secret rotate",
  "doctor",
];

test.each(COMMANDS)("retest %s --help and -h show how it is used, and run nothing", async (name) => {
  for (const flag of ["--help", "-h"]) {
    const { code, stdout, stderr } = await command([...name.split(" "), flag], NOWHERE);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.startsWith(`retest ${name}`)).toBe(true);
    expect(stdout.split("\n").length).toBeGreaterThan(2);
  }
});

test.each([[[]], [["--help"]], [["-h"]], [["help"]]])("retest %j lists every command", async (args) => {
  const { code, stdout, stderr } = await retest(args, NOWHERE);
  expect([code, stderr]).toEqual([0, ""]);
  for (const name of COMMANDS) expect(stdout).toContain(`retest ${name}`);
});

test("retest key --help lists the commands for keys", async () => {
  const { code, stdout } = await retest(["key", "--help"], NOWHERE);
  expect(code).toBe(0);
  expect(stdout).toContain("retest key revoke");
  expect(stdout).not.toContain("retest serve");
});

test("what is no command exits with 2 and names it", async () => {
  const { code, stdout, stderr } = await retest(["launch"], NOWHERE);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^retest: there is no command "launch"\./);
});
