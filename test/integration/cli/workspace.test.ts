// `retest workspace plan` and `retest doctor`, alone and beside a running server, on both databases.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { call, type RunningServer, serve } from "../../support/clients/run-cli.ts";
import { DATABASES, sampleApp } from "../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let place: Place;
  let server: RunningServer;
  let key: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;

  beforeAll(async () => {
    place = await freshPlace(kind);
    key = await place.key("admin");
    server = await serve({ ...place.settings, RETEST_FREE_PLAN_ISSUES: "2" });
    ({ data: app } = await call(server.address, key, "POST", "/apps", sampleApp()));
  });

  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const run = (...args: string[]) => command(args, place.settings);
  const raise = () => call(server.address, key, "POST", "/issues", { app: app.id, check: "PAY-1", text: "T" });

  test("a self-hosted workspace starts on the plan unlimited", async () => {
    expect(await run("workspace", "plan", "--json")).toMatchObject({ code: 0, stdout: '{"plan":"unlimited"}\n' });
    expect(await run("workspace", "plan")).toMatchObject({ code: 0, stdout: "Plan: unlimited\n" });
  });

  test("the plan free holds for a running server at once, and so does unlimited", async () => {
    expect((await raise()).status).toBe(201);
    expect(await run("workspace", "plan", "free")).toMatchObject({ code: 0, stdout: "Plan: free\n" });
    expect((await raise()).status).toBe(201);
    expect(await raise()).toMatchObject({ status: 402, error: { code: "limit_reached" } });
    expect(await run("workspace", "plan", "unlimited", "--json")).toMatchObject({ stdout: '{"plan":"unlimited"}\n' });
    expect((await raise()).status).toBe(201);
  });

  test("an unknown plan exits with 2 and names the plans there are", async () => {
    const { code, stderr } = await run("workspace", "plan", "gold");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^retest: .*free, unlimited.*gold.*\n$/);
  });

  test("the doctor finds nothing in a sound database", async () => {
    const { code, stdout, stderr } = await run("doctor", "--json");
    expect([code, JSON.parse(stdout), stderr]).toEqual([0, { apps: 1, differences: [], busy: [], notes: [] }, ""]);
    expect(await run("doctor")).toMatchObject({ code: 0, stdout: "1 app examined, 0 differences.\n" });
  });

  test("the doctor names what differs from the facts and exits with 1, also beside a running server", async () => {
    await place.meddle("update app set open_issues = open_issues + 7");
    const { code, stdout } = await run("doctor", "--json");
    const problem = "open issues of the app: stored 10, should be 3";
    expect([code, JSON.parse(stdout).differences]).toEqual([1, [{ app: app.name, problem }]]);
    expect(await run("doctor")).toMatchObject({
      code: 1,
      stdout: `${app.name}: ${problem}\n1 app examined, 1 difference.\n`,
    });
    await place.meddle("update app set open_issues = open_issues - 7");
    expect(await run("doctor")).toMatchObject({ code: 0 });
  });
});
