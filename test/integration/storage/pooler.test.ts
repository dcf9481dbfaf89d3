// PostgreSQL behind a pooler in transaction mode: a connection is somebody else's after each transaction, and remembers nothing.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { UNWATCHED } from "../../../src/lib/monitoring/outage.ts";
import { dumpPostgres, restorePostgres } from "../../../src/storage/backup/postgres-dump.ts";
import { query } from "../../../src/storage/database/database.ts";
import { MIGRATIONS } from "../../../src/storage/migrations/all.ts";
import { migratePostgres } from "../../../src/storage/migrations/migrate.ts";
import { openPostgres } from "../../../src/storage/open-postgres.ts";
import { listen } from "../../support/clients/event-source.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { LACKS_PGBOUNCER, type PgBouncer, startPgBouncer, throughPooler } from "../../support/database/pgbouncer.ts";
import { MIGRATED } from "../../support/database/postgres-server.ts";
import { createDatabase, createWorld, type World } from "../../support/server/test-server.ts";

describe("behind PgBouncer", { skip: LACKS_PGBOUNCER !== null }, () => {
  let pooler: PgBouncer;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let url: string;
  let world: World;
  beforeAll(async () => {
    // Fewer connections than a server has open: each of them is soon used by several.
    pooler = await startPgBouncer(inject("postgresUrl"), { size: 3 });
    database = await createDatabase(MIGRATED);
    url = throughPooler(pooler.url, database.url);
    world = await createWorld("postgres", { databaseUrl: url });
  });
  afterAll(async () => {
    await world?.close();
    await pooler?.stop();
    await database?.drop();
  });

  test("two servers write, read and follow at once, and nothing is lost or mixed up", async () => {
    const servers = [world.address, await world.anotherServer()];
    const app = await world.app();
    const stream = await listen(servers[1]!, await world.person("viewer"));
    await stream.heard(({ event }) => event === "apps");
    const texts = Array.from({ length: 16 }, (_, i) => `Broken ${i}`);
    const raised = await Promise.all(
      texts.map((text, i) =>
        world.callAt(servers[i % 2]!, world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text }),
      ),
    );
    expect(raised.map(({ status }) => status)).toEqual(texts.map(() => 201));
    expect(raised.map(({ body }) => body.data.text)).toEqual(texts);
    await stream.heard(({ event, data }) => event === "app" && data.id === app.id);
    stream.close();
    const fixed = await Promise.all(
      raised.map(({ body }, i) =>
        world.callAt(servers[(i + 1) % 2]!, world.admin, "POST", `/issues/${body.data.id}/fix`, {}),
      ),
    );
    expect(fixed.map(({ body }) => body.data.status)).toEqual(texts.map(() => "fixed"));
    const report = await world.call(world.viewer, "GET", `/issues?app=${app.id}&status=fixed&q=broken&limit=100`);
    expect(report.body.data).toHaveLength(16);
    expect(await world.problems()).toEqual([]);
  });

  test("when the pooler is killed and comes back, what was acknowledged is there, and servers go on by themselves", async () => {
    const app = await world.app();
    const mine = await startPgBouncer(inject("postgresUrl"), { size: 3 });
    const other = await createWorld("postgres", { databaseUrl: throughPooler(mine.url, database.url) });
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const raise = async (text: string) => {
      const { status, body } = await other.callAt(other.address, world.tester, "POST", "/issues", {
        app: app.id,
        check: "PAY-1",
        text,
      });
      statuses.add(status);
      if (status === 201) acknowledged.push(body.data.id);
      return status;
    };
    let isOver = false;
    const work = async () => {
      for (let i = 0; !isOver; i++) if ((await raise(`Under load ${i}`)) === 503) await sleep(20);
    };
    const load = Promise.all([work(), work(), work(), work()]);
    try {
      for (let round = 0; round < 2; round++) {
        const before = acknowledged.length;
        await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 10);
        await mine.kill();
        await expect.poll(() => statuses.has(503)).toBe(true);
        await mine.startAgain();
        await expect.poll(() => raise("After the restart")).toBe(201);
        statuses.delete(503);
      }
    } finally {
      isOver = true;
      await load;
      await other.close();
      await mine.stop();
    }
    statuses.delete(503);
    expect([...statuses]).toEqual([201]);
    const kept = new Set((await behind(world, `select id from issue where app_id = '${app.id}'`)).map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  test("a transaction and a read have the timeouts and plans that a connection would have, and leave none behind", async () => {
    const store = openPostgres(url, UNWATCHED);
    const settings = query<{ all: string }>(
      {
        all: `concat_ws(' ', current_setting('lock_timeout'), current_setting('statement_timeout'),
          current_setting('enable_seqscan'), current_setting('jit'))`,
      },
      "",
    );
    try {
      expect(await store.transaction((tx) => tx.get(settings), 700)).toEqual({ all: "700ms 5s off off" });
      expect(await store.get(settings)).toEqual({ all: "2s 5s off off" });
      const plain = await store.session((client) => client.query({ text: settings.text, rowMode: "array" }));
      expect(plain.rows[0]![0]).toMatch(/^0 0 on on$/);
    } finally {
      await store.close();
    }
  });

  test("servers that start together on an empty database make one schema", async () => {
    const empty = await createDatabase();
    const stores = [0, 1, 2].map(() => openPostgres(throughPooler(pooler.url, empty.url), UNWATCHED));
    try {
      await Promise.all(stores.map((store) => migratePostgres(store)));
      const { rows } = await stores[0]!.session((client) =>
        client.query("select version from schema_version order by 1"),
      );
      expect(rows.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, i) => i + 1));
    } finally {
      await Promise.all(stores.map((store) => store.close()));
      await empty.drop();
    }
  });

  test("a backup is taken through it; a restore knows a server that runs from a connection that is left over", async () => {
    const dump = await dumpPostgres(url);
    const tables = new Set<string>();
    for await (const { table } of dump.rows()) tables.add(table);
    await dump.close();
    expect([...tables]).toContain("issue");
    await expect(restorePostgres(url, MIGRATIONS.length, true)).rejects.toThrow(/A server is connected/);
    const other = await createDatabase(MIGRATED);
    const otherUrl = throughPooler(pooler.url, other.url);
    const ended = openPostgres(otherUrl, UNWATCHED);
    await ended.now();
    await ended.close();
    try {
      await (await restorePostgres(otherUrl, MIGRATIONS.length, true)).abandon();
    } finally {
      await other.drop();
    }
  });

  test.each([
    ["refuses", ""],
    ["ignores", "lock_timeout,statement_timeout,idle_in_transaction_session_timeout,options"],
  ])(
    "without the parameter, one that %s what a connection asks for stops the start with a sentence",
    async (_, ignored) => {
      const strict = await startPgBouncer(inject("postgresUrl"), { ignored });
      const plain = new URL(throughPooler(strict.url, database.url));
      plain.search = "";
      const store = openPostgres(plain.href, UNWATCHED);
      try {
        await expect(store.requireVersion()).rejects.toThrow(/^DATABASE_URL leads to a pooler.*pooler=transaction/);
      } finally {
        await store.close();
        await strict.stop();
      }
    },
  );
});
