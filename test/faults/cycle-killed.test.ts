// A server that is killed while a cycle is being closed: the cycle is frozen whole, or it is as open as before.
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { call, type RunningServer, retest, serve } from "../support/clients/run-cli.ts";
import { freshPlace } from "../support/server/cli-settings.ts";
import { DATABASES } from "../support/server/test-server.ts";

/** How long after the request to close each server is killed: before, during and after the transaction, on any machine. */
const KILLED_AFTER_MS = [0, 5, 15, 30, 60, 120];
const CHECKS = 400;
const running: RunningServer[] = [];
afterAll(() => Promise.all(running.map((server) => server.stop("SIGKILL"))));

const APP = {
  name: "Shop",
  platforms: ["ios", "android", "web", "tv"].map((code) => ({ code })),
  sections: [
    { title: "All", checks: Array.from({ length: CHECKS }, (_, n) => ({ ref: `C-${n}`, title: `Check ${n}` })) },
  ],
};

test.concurrent.each(DATABASES)("on %s", async (kind) => {
  const place = await freshPlace(kind);
  const start = async () => {
    const server = await serve({ ...place.settings, RETEST_API_RATE: "0" });
    running.push(server);
    return server;
  };
  try {
    const key = await place.key("admin");
    let server = await start();
    const ask = async (method: string, path: string, body?: unknown) =>
      (await call(server.address, key, method, path, body)).data;
    const app = (await ask("POST", "/apps", APP)).id as string;
    const states: string[] = [];
    for (const [round, ms] of KILLED_AFTER_MS.entries()) {
      const cycle = (await ask("POST", `/apps/${app}/cycles`, { name: `Round ${round}` })).id as string;
      const results = Array.from({ length: 50 }, (_, n) => ({ check: `C-${n}`, outcome: "passed", cycle }));
      await ask("POST", "/results", { app, results });
      const { summary } = await ask("GET", `/cycles/${cycle}`);
      const closing = ask("POST", `/cycles/${cycle}/close`).catch(() => {});
      await delay(ms);
      await server.stop("SIGKILL");
      await closing;
      server = await start();
      const found = await ask("GET", `/cycles/${cycle}`);
      states.push(found.status);
      expect(found.summary).toEqual(summary);
      const { sections, gate } = await ask("GET", `/cycles/${cycle}/report`);
      expect(sections[0].checks).toHaveLength(CHECKS);
      expect(sections[0].checks.flatMap((check: { platforms: object[] }) => check.platforms)).toHaveLength(4 * CHECKS);
      expect(gate).toMatchObject({ passed: summary.passed, untested: summary.untested });
      // PostgreSQL may finish what a killed server had begun after the next one has started.
      if (found.status === "open") await ask("POST", `/cycles/${cycle}/close`);
      expect((await ask("GET", `/cycles/${cycle}`)).status).toBe("closed");
    }
    expect(states).toHaveLength(KILLED_AFTER_MS.length);
    expect((await server.stop()).code).toBe(0);
    expect(await retest(["doctor"], place.settings)).toMatchObject({ code: 0 });
  } finally {
    await place.remove();
  }
});
