// A test run of 10,000 cases in one request: the built server grows by less than 100 MB, and others go on meanwhile.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bigRun, bigRunbook, sendBigRun } from "../../support/clients/big-run.ts";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { call, type RunningServer, serve } from "../../support/clients/run-cli.ts";
import { DATABASES } from "../../support/server/test-server.ts";

const CASES = 10_000;

describe.each(DATABASES)("on %s", (kind) => {
  let place: Place;
  let server: RunningServer;
  let key: string;
  beforeAll(async () => {
    place = await freshPlace(kind);
    key = await place.key("admin");
    // Whoever asks meanwhile asks all the time.
    server = await serve({ ...place.settings, RETEST_API_RATE: "0" });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  test("it is taken in one request, in little memory, and others go on", async () => {
    const { data } = await call(server.address, key, "POST", "/apps/import", bigRunbook("Big", CASES));
    const app = data.app.id;
    const other = {
      name: "Other",
      platforms: [{ code: "web" }],
      sections: [{ title: "S", checks: [{ ref: "ONE", title: "One" }] }],
    };
    const elsewhere = (await call(server.address, key, "POST", "/apps", other)).data.id;
    const file = bigRun(CASES);
    const sent = await sendBigRun(server, key, `/results/junit?app=${app}&build=b1`, file, elsewhere);
    expect(sent.said).toMatch(/^201 /);
    expect(JSON.parse(sent.said.slice(4))).toMatchObject({
      cases: CASES,
      recorded: CASES,
      results: CASES,
      failed: 500,
    });
    expect(sent.grownMb).toBeLessThan(100);
    expect(Math.min(sent.reads, sent.writes)).toBeGreaterThan(0);
    const { summary } = (await call(server.address, key, "GET", `/apps/${app}`)).data;
    expect(summary).toMatchObject({ passed: 9_500, failed: 500, untested: 0 });
    expect((await command(["doctor"], place.settings)).code).toBe(0);
  }, 600_000);
});
