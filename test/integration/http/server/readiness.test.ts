// /readyz: ready only while the database can be read and written, and again by itself as soon as it can.
import type { Worker } from "node:worker_threads";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { sqliteFile } from "../../../../src/startup/config.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const BEGAN = "the database fails: requests that need it are refused until it works again";
const OVER = "the database works again";

interface Line {
  level: number;
  msg: string;
  [fact: string]: unknown;
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, {}, (line) => lines.push(JSON.parse(line)));
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;
  const lines: Line[] = [];
  beforeAll(async () => {
    app = await world.app();
  });

  const ready = async () => {
    const response = await fetch(`${world.address}/readyz`);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const raise = () => world.call(world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text: "T" });
  /** What is in the log beyond the everyday. */
  const told = () => lines.filter(({ level }) => level >= 40);
  const readable = async () => (await world.call(world.viewer, "GET", `/issues?app=${app.id}`)).status;

  /** From now on nothing can be written, and everything read; until the answer is called. */
  const stopWriting = async (): Promise<() => Promise<unknown>> => {
    if (kind === "sqlite") {
      const db = new DatabaseSync(sqliteFile(world.config), { timeout: 5_000 });
      db.exec("begin immediate");
      return async () => {
        db.exec("rollback");
        db.close();
      };
    }
    const name = new URL(world.config.databaseUrl!).pathname.slice(1);
    const reconnect = () =>
      behind(
        world,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'retest'`,
      );
    await behind(world, `alter database ${name} set default_transaction_read_only = on`);
    await reconnect();
    return async () => {
      const client = new pg.Client({ connectionString: world.config.databaseUrl! });
      await client.connect();
      await client.query("set default_transaction_read_only = off");
      await client.query(`alter database ${name} reset default_transaction_read_only`).finally(() => client.end());
      await reconnect();
    };
  };

  test("it is ready while everything works, and looking writes nothing", async () => {
    expect((await raise()).status).toBe(201);
    const before = await behind(world, "select scope from counter where scope = 'trial'");
    for (let i = 0; i < 5; i++) expect(await ready()).toMatchObject({ status: 200, body: { status: "ready" } });
    expect([before, await behind(world, "select scope from counter where scope = 'trial'")]).toEqual([[], []]);
    expect(told()).toEqual([]);
  });

  test("once a write has failed it is not, while reading goes on; it is again when writing works, though nobody writes", async () => {
    const startAgain = await stopWriting();
    // The embedded database waits five seconds for whoever writes to its file.
    const refused = Array.from({ length: kind === "sqlite" ? 1 : 20 }, raise);
    for (const answer of await Promise.all(refused)) expectError(answer, 503, "unavailable");
    expectError(await ready(), 503, "unavailable", "written");
    expect(await readable()).toBe(200);
    expect((await fetch(`${world.address}/healthz`)).status).toBe(200);
    await startAgain();
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect((await raise()).status).toBe(201);
    expect(await world.problems()).toEqual([]);
  });

  test("of all that was refused the log says once that it began and once that it is over", async () => {
    await expect.poll(() => told().at(-1)?.msg).toBe(OVER);
    expect(told().map(({ msg }) => msg)).toEqual([BEGAN, OVER]);
    expect(told()[0]).toMatchObject({ level: 50, err: { message: expect.any(String) } });
    expect(told()[1]!.failures).toBeGreaterThan(0);
  });

  if (kind !== "sqlite") return;

  test("a writer that died is told of though nobody writes, until another has written", async () => {
    const { writer } = world.store.performer as unknown as { writer(): Worker };
    lines.length = 0;
    // Nothing that can be read as an order: the thread fails on it.
    writer().postMessage(0);
    await expect.poll(() => told()[0]?.msg, { interval: 5 }).toBe(BEGAN);
    expectError(await ready(), 503, "unavailable", "written");
    await expect.poll(async () => (await ready()).status).toBe(200);
    await expect.poll(() => told().at(-1)?.msg).toBe(OVER);
    expect(told()).toHaveLength(2);
  });
});
