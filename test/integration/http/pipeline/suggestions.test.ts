// What was misspelt is refused with what was probably meant, and nothing is suggested that the caller can't reach.
import { beforeAll, describe, expect, test } from "vitest";
import { command } from "../../../support/clients/command.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let other: any;
  let scoped: string;

  beforeAll(async () => {
    app = await world.app({ name: "Harbour Shop" });
    other = await world.app({ name: "Harbour Shops" });
    scoped = await world.key("admin", [app.id]);
  });

  const said = async (method: string, path: string, body?: unknown, key = world.admin) => {
    const answer = await world.call(key, method, path, body);
    return `${answer.status} ${answer.body.error?.code}: ${answer.body.error?.message}`;
  };

  test.each<[what: string, request: [string, string, unknown?], told: string]>([
    [
      "a field",
      ["POST", "/issues", { app: "A", chekc: "PAY-1", text: "x" }],
      '400 invalid_request: unknown field "chekc"; did you mean "check"?',
    ],
    [
      "two fields",
      ["POST", "/issues", { app: "A", text: "x", prority: "low", platform: ["ios"] }],
      'unknown field "prority", "platform"; did you mean "priority", "platforms"?',
    ],
    [
      "a field that is like none",
      ["POST", "/issues", { app: "A", text: "x", colour: "red" }],
      'unknown field "colour".',
    ],
    [
      "a field within a list",
      ["POST", "/apps", { name: "N", platforms: [{ cod: "ios" }] }],
      'platforms[0]: unknown field "cod"; did you mean "code"?',
    ],
    ["a parameter", ["GET", "/issues?stauts=open"], 'unknown parameter "stauts"; did you mean "status"?'],
    [
      "a value of a parameter",
      ["GET", "/issues?status=fixd"],
      'status: expected one of "open", "fixed", "all"; did you mean "fixed"?',
    ],
    [
      "a value of a field",
      ["POST", "/issues", { app: "A", text: "x", priority: "hihg" }],
      'priority: expected one of "urgent", "high", "medium", "low"; did you mean "high"?',
    ],
    [
      "a value within a list",
      ["POST", "/apps/A/cycles", { name: "x", from: { cycle: "y", statuses: ["failled"] } }],
      'from.statuses[0]: expected one of "passed", "failed", "needs_retest", "untested", "not_applicable"; did you mean "failed"?',
    ],
    [
      "a platform",
      ["POST", "/issues", { app: "A", check: "PAY-1", text: "x", platforms: ["andriod"] }],
      '400 unknown_platform: platforms: unknown "andriod"; did you mean "android"? This app has "ios", "android".',
    ],
    ["a platform of the gate", ["GET", "/apps/A/gate?platforms=ioss"], 'unknown "ioss"; did you mean "ios"?'],
    [
      "a platform that is like none",
      ["GET", "/apps/A/gate?platforms=tv"],
      'unknown "tv"; this app has "ios", "android".',
    ],
    [
      "a ref",
      ["POST", "/issues", { app: "A", check: "PAY-2", text: "x" }],
      '404 not_found: No such check as "PAY-2", or it is out of your reach. Did you mean "PAY-1"?',
    ],
    [
      "the beginning of a ref",
      ["POST", "/results", { app: "A", check: "SGIN-1", outcome: "passed" }],
      'Did you mean "SIGN-1"?',
    ],
    [
      "a ref in a list of results",
      ["POST", "/results", { app: "A", results: [{ check: "sign-1", outcome: "passed" }] }],
      'results[0]: No such check as "sign-1", or it is out of your reach. Did you mean "SIGN-1"?',
    ],
    ["a ref of a filter", ["GET", "/results?app=A&check=PYA-1"], 'Did you mean "PAY-1"?'],
    ["a title of a check", ["POST", "/issues", { app: "A", check: "Walet", text: "x" }], 'Did you mean "Wallet"?'],
    [
      "a section",
      ["GET", "/checks?app=A&section=Sing+in"],
      '404 not_found: No such section as "Sing in", or it is out of your reach. Did you mean "Sign in"?',
    ],
    [
      "an app",
      ["GET", "/apps/Habour%20Shop"],
      '404 not_found: No such app, or it is out of your reach. Did you mean "Harbour Shop"?',
    ],
    [
      "an app of a key",
      ["POST", "/keys", { name: "CI", role: "viewer", apps: ["Harbor Shop"] }],
      'Did you mean "Harbour Shop"?',
    ],
  ])("%s that was misspelt is answered with what was meant", async (_, [method, path, body], told) => {
    const named = JSON.parse(JSON.stringify(body ?? null).replaceAll('"A"', JSON.stringify(app.id)));
    expect(await said(method, path.replace(/\bA\b/, app.id), named ?? undefined)).toContain(told);
  });

  test("a cycle that was misspelt is answered with an open one", async () => {
    await world.call(world.admin, "POST", `/apps/${app.id}/cycles`, { name: "1.5 RC 1" });
    expect(await said("GET", `/apps/${app.id}/gate?cycle=1.5+RC1`)).toContain('Did you mean "1.5 RC 1"?');
  });

  test("people who were misspelt are answered with somebody who reaches the app, and nobody else", async () => {
    const { body } = await world.call(world.admin, "POST", "/issues", { app: app.id, check: "PAY-1", text: "x" });
    const invite = async (name: string, apps: string[]) => {
      const cookie = await world.person("tester", apps);
      await world.call(cookie, "PATCH", "/me", { name });
    };
    await invite("Mara Lind", [app.id]);
    await invite("Marta Lindt", [other.id]);
    const assign = async (name: string) => {
      const answer = await world.call(world.admin, "POST", "/issues/batch", {
        ids: [body.data.id],
        change: { assignees: [name] },
      });
      return answer.body.data[0].error.message;
    };
    expect(await assign("Mara Lnid")).toBe(
      '"Mara Lnid" is not a person who reaches this app. Did you mean "Mara Lind"?',
    );
    expect(await assign("Marta Lindtt")).not.toContain('Lindt"?');
  });

  test("nothing out of the caller's reach is suggested", async () => {
    expect(await said("GET", "/apps/Harbour%20Shopp", undefined, scoped)).toContain('Did you mean "Harbour Shop"?');
    expect(await said("GET", "/apps/Harbour%20Shopss")).toContain('Did you mean "Harbour Shops"?');
    expect(await said("GET", "/apps/Harbour%20Shopss", undefined, scoped)).not.toContain("Shops");
    await world.call(world.admin, "POST", `/apps/${other.id}/archive`);
    expect(await said("GET", "/apps/Harbour%20Shopss")).not.toContain("Shops");
  });

  test("among thousands of checks and apps the near ones are found", async () => {
    const checks = Array.from({ length: 1_000 }, (_, i) => ({ title: `Step ${i}`, ref: `BIG-${i}` }));
    const big = await world.app({ name: "Big", sections: [{ ref: "BIG", title: "Big", checks }] });
    expect(await said("POST", "/issues", { app: big.id, check: "BGI-777", text: "x" })).toContain(
      'Did you mean "BIG-777"?',
    );
    expect(await said("POST", "/issues", { app: big.id, check: "Step 77x", text: "x" })).toMatch(
      /Did you mean "Step 77\d?"\?/,
    );
  });

  test("the command line answers with the command, the option and the value that were meant", async () => {
    const errors = async (...args: string[]) => (await command(args)).stderr;
    expect(await errors("app", "imprt", "x")).toContain('Did you mean "app import"?');
    expect(await errors("key", "create", "--nmae", "x")).toContain("Did you mean --name?");
    expect(await errors("key", "create", "--name", "x", "--role", "testr")).toContain('Did you mean "tester"?');
  });
});
