// One database, several servers: they must share its secret key, and they share its clock.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "../../support/clients/command.ts";
import { call, retest, serve } from "../../support/clients/run-cli.ts";
import { createDatabase, DATABASES } from "../../support/server/test-server.ts";

const KEY = "0123456789abcdef0123456789abcdef";
const AN_HOUR_AHEAD = "const now = Date.now; Date.now = () => now() + 3600000;";

describe.each(DATABASES)("on %s", (kind) => {
  let dir: string;
  let settings: Record<string, string>;
  let drop = async () => {};
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "retest-secret-key-"));
    settings = { RETEST_DATA_DIR: dir, RETEST_SECRET_KEY: KEY };
    if (kind === "sqlite") return;
    const database = await createDatabase();
    settings.DATABASE_URL = database.url;
    drop = database.drop;
  });
  afterAll(async () => {
    await drop();
    rmSync(dir, { recursive: true, force: true });
  });

  test("another RETEST_SECRET_KEY than the database was used with stops the start with a sentence that names it", async () => {
    await (await serve(settings)).stop();
    const other = { ...settings, PORT: "0", RETEST_SECRET_KEY: "fedcba9876543210fedcba9876543210" };
    const { code, stderr } = await retest(["serve"], other);
    expect(stderr).toMatch(/^retest: RETEST_SECRET_KEY is not the key [^\n]+\.\n$/);
    expect(code).toBe(2);
    // Commands record nothing with another key, either; what only reads works, and the doctor says what it can't tell.
    expect((await command(["key", "create", "--name", "K", "--role", "viewer"], other)).stderr).toBe(stderr);
    expect((await command(["key", "list"], other)).code).toBe(0);
    const examined = await command(["doctor"], other);
    expect([examined.code, examined.stdout]).toEqual([0, expect.stringContaining("The secret key is not the one")]);
    await (await serve(settings)).stop();
    expect((await command(["doctor"], settings)).stdout).toBe("0 apps examined, 0 differences.\n");
  });
});

test("on PostgreSQL a server whose own clock is wrong goes by the database's", async () => {
  const database = await createDatabase();
  const settings = { DATABASE_URL: database.url, RETEST_SECRET_KEY: KEY };
  const created = await command(["key", "create", "--name", "K", "--role", "admin", "--json"], settings);
  const { key } = JSON.parse(created.stdout);
  const preload = `data:text/javascript,${encodeURIComponent(AN_HOUR_AHEAD)}`;
  const server = await serve({ ...settings, NODE_OPTIONS: `--import=${preload}` });
  try {
    const app = { name: "Clock", mode: "live", platforms: [{ code: "web", label: "Web" }] };
    await call(server.address, key, "POST", "/apps", app);
    const { data } = await call(server.address, key, "POST", "/issues", { app: "Clock", text: "Now" });
    expect(Math.abs(Date.parse(data.raised_at) - Date.now())).toBeLessThan(60_000);
  } finally {
    await server.stop();
    await database.drop();
  }
});
