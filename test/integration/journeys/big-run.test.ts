// A test run of 10,000 cases in one request: the built server grows by less than 100 MB, and nobody else waits for it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bigRun, bigRunbook, sendBigRun } from "../../support/clients/big-run.ts";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { call, type RunningServer, serve } from "../../support/clients/run-cli.ts";
import { DATABASES } from "../../support/server/test-server.ts";

const CASES = 10_000;
/** The machine is shared: a pause counts only if it comes every time. */
const ATTEMPTS = 5;

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
    let busy = Number.POSITIVE_INFINITY;
    let grown: number | undefined;
    for (let attempt = 1; attempt <= ATTEMPTS && !(busy <= 50); attempt++) {
      const sent = await sendBigRun(server, key, `/results/junit?app=${app}&build=b${attempt}`, file, elsewhere);
      console.log(kind, JSON.stringify(sent));
      expect(sent.said).toMatch(/^201 /);
      expect(JSON.parse(sent.said.slice(4))).toMatchObject({
        cases: CASES,
        recorded: CASES,
        results: CASES,
        failed: 500,
      });
      grown ??= sent.grownMb;
      busy = Math.min(busy, sent.busy);
    }
    expect(grown).toBeLessThan(100);
    expect(busy).toBeLessThanOrEqual(50);
    const { summary } = (await call(server.address, key, "GET", `/apps/${app}`)).data;
    expect(summary).toMatchObject({ passed: 9_500, failed: 500, untested: 0 });
    expect((await command(["doctor"], place.settings)).code).toBe(0);
  }, 600_000);
});
