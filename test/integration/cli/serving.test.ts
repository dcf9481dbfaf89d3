// A server whose own clock is wrong, on a database that others share.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { createKey } from "../../../src/actions/access/change-key.ts";
import { startServing } from "../../../src/cli/workers/serve-in-process.ts";
import { readConfig } from "../../../src/startup/config.ts";
import { openStore } from "../../../src/startup/open-store.ts";
import { call } from "../../support/clients/run-cli.ts";
import { createDatabase, sampleApp } from "../../support/server/test-server.ts";

const HOUR = 3_600_000;
const WRONG_BY = 20 * 60_000;
const secondsLeft = (at: number) => Math.ceil((HOUR - (at % HOUR)) / 1_000);

afterEach(() => vi.useRealTimers());

test("on PostgreSQL the database's clock decides when an hour turns, also for what the server remembers itself", async () => {
  const { url, drop } = await createDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "retest-serving-"));
  const config = readConfig({
    PORT: "0",
    DATABASE_URL: url,
    RETEST_DATA_DIR: dataDir,
    RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef",
    RETEST_WEBHOOK_RATE: "1",
  });
  const logger = pino({ level: "silent" });
  const store = await openStore(config, logger);
  const input = { workspaceId: store.workspace.id, name: "CI", role: "admin", apps: null } as const;
  const { token } = await store.performer.perform(createKey, input);
  await store.close();
  const real = performance.timeOrigin + performance.now();
  vi.useFakeTimers({ toFake: ["Date"], now: real + WRONG_BY });
  const serving = await startServing(config, logger);
  try {
    const address = `http://127.0.0.1:${serving.port}`;
    const ask = (method: string, path: string, body?: unknown) => call(address, token, method, path, body);
    const app = (await ask("POST", "/apps", { ...sampleApp(), mode: "live" })).data;
    const { pathname } = new URL((await ask("GET", `/apps/${app.id}/webhook`)).data.url);
    const waits: number[] = [];
    for (let i = 0; i < 4; i++) {
      const answer = await fetch(address + pathname, { method: "POST", body: '{"title":"T"}' });
      if (answer.status === 429) waits.push(Number(answer.headers.get("retry-after")));
    }
    const now = performance.timeOrigin + performance.now();
    // The counts say nothing if the hour turned in between.
    if (Math.floor(real / HOUR) === Math.floor(now / HOUR)) {
      expect(waits).toHaveLength(3);
      for (const wait of waits) {
        expect(wait).toBeGreaterThanOrEqual(secondsLeft(now) - 1);
        expect(wait).toBeLessThanOrEqual(secondsLeft(real) + 1);
      }
    }
  } finally {
    await serving.stop();
    rmSync(dataDir, { recursive: true, force: true });
    await drop();
  }
});
