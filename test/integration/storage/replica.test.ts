// Long reads from a replica: never less than anybody was told is written, by whichever server, and the primary where it has to be.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { query } from "../../../src/storage/database/database.ts";
import { openPostgresSnapshots, replicaProblem } from "../../../src/storage/database/postgres-snapshots.ts";
import { until } from "../../support/database/migrate-in-process.ts";
import { type Replicated, replicatedPostgres } from "../../support/database/standby.ts";
import { createWorld, type World } from "../../support/server/test-server.ts";

let pair: Replicated;
let world: World;
let other: string;
// biome-ignore lint/suspicious/noExplicitAny: an answer's data
let app: any;

beforeAll(async () => {
  pair = await replicatedPostgres({ synchronous: false });
  world = await createWorld("postgres", { databaseUrl: pair.primary.url, replicaUrl: pair.standby.url });
  other = await world.anotherServer();
  app = await world.app();
  // A search is long where so many issues were raised.
  await pair.primary.ask(`update app set last_number = 2000 where id = '${app.id}'`);
});
afterAll(async () => {
  await world?.close();
  await pair?.stop();
});

const PAGE = 200;
const recovering = query<{ isReplica: number }>({ isReplica: "case when pg_is_in_recovery() then 1 else 0 end" }, "");
/** With a replica that is not one, or not of this database. */
async function lookWith(replicaUrl: string, log: string[] = []): Promise<void> {
  const mine = await createWorld("postgres", { databaseUrl: pair.primary.url, replicaUrl }, (line) => log.push(line));
  try {
    const found = await mine.callAt(mine.address, world.tester, "GET", `/issues?app=${app.id}&q=broken&limit=${PAGE}`);
    expect([found.status, found.body.data.length]).toEqual([200, Math.min(count, PAGE)]);
  } finally {
    await mine.close();
  }
}

let count = 0;
/** Raises an issue at one server, searches at the other, and gives how many were raised and found. */
async function raiseAndFind(): Promise<[raised: number, found: number]> {
  const body = { app: app.id, check: "PAY-1", text: "Broken" };
  expect((await world.call(world.tester, "POST", "/issues", body)).status).toBe(201);
  count++;
  const search = `/issues?app=${app.id}&q=broken&limit=${PAGE}`;
  const answer = await world.callAt(other, world.tester, "GET", search);
  expect(answer.status).toBe(200);
  return [Math.min(count, PAGE), answer.body.data.length];
}

/** What servers asked the replica last, on each of their connections. */
async function askedLast(): Promise<string[]> {
  const rows = await pair.standby.ask("select query from pg_stat_activity where application_name = 'retest'");
  return rows.map(({ query }) => query);
}

test("a search at one server shows what another has just written, and is read from the replica", async () => {
  // A machine that stands still may send one to the primary.
  await until(async () => {
    const [raised, found] = await raiseAndFind();
    expect(found).toBe(raised);
    return (await askedLast()).includes("commit");
  });
});

test("while the replica is behind, the primary is read", async () => {
  await pair.standby.ask("select pg_wal_replay_pause()");
  for (let i = 0; i < 3; i++) {
    const [raised, found] = await raiseAndFind();
    expect(found).toBe(raised);
  }
  expect(await askedLast()).toEqual([expect.stringContaining("pg_last_wal_replay_lsn")]);
  await pair.standby.ask("select pg_wal_replay_resume()");
  await until(async () => {
    const [raised, found] = await raiseAndFind();
    expect(found).toBe(raised);
    return (await askedLast()).includes("commit");
  });
});

test("when the replica goes away, reads go on at the primary", async () => {
  await pair.standby.shutDown("SIGQUIT");
  for (let i = 0; i < 3; i++) {
    const [raised, found] = await raiseAndFind();
    expect(found).toBe(raised);
  }
  await pair.standby.startAgain();
});

test("a replica of another database is never read, however far it is, and the log says so; so it is with a primary", async () => {
  const stranger = await replicatedPostgres({ synchronous: false });
  try {
    for (let i = 0; i < 20; i++) {
      await stranger.primary.ask("create table if not exists filler (n int)");
      await stranger.primary.ask("insert into filler values (1)");
      await stranger.primary.ask("select pg_switch_wal()");
    }
    for (const [url, words] of [
      [stranger.standby.url, "leads to another database than DATABASE_URL, not to a replica of it: it is not read."],
      [pair.primary.url, "leads to a database that is no replica, because it can be written to: it is not read."],
    ] as const) {
      const log: string[] = [];
      await lookWith(url, log);
      await until(async () => log.some((line) => line.includes(`RETEST_DATABASE_REPLICA_URL ${words}`)));
    }
    const read = await stranger.standby.ask(
      "select query from pg_stat_activity where query like '%issue%' and application_name = 'retest'",
    );
    expect(read).toEqual([]);
  } finally {
    await stranger.stop();
  }
});

test("a replica that accepts connections and never answers holds up nobody: the primary is read", async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  try {
    await lookWith(`postgres://someone@127.0.0.1:${port}/retest`);
    expect(sockets.size).toBeGreaterThan(0);
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});

test("whoever may not ask which cluster it is compares what only this database was given", async () => {
  await pair.primary.ask("revoke execute on function pg_control_system() from public");
  await pair.primary.ask("create role reader login; grant select on all tables in schema public to reader");
  const as = (url: string) => Object.assign(new URL(url), { username: "reader" }).href;
  expect(await replicaProblem(as(pair.primary.url), as(pair.standby.url))).toBeNull();
  expect(await replicaProblem(as(pair.primary.url), as(pair.primary.url))).toContain("no replica");
  const reader = openPostgresSnapshots(as(pair.primary.url), as(pair.standby.url));
  try {
    await until(async () => {
      const found = await reader.snapshot(async (db) => db.get(recovering));
      return found?.isReplica === 1;
    });
  } finally {
    await reader.close();
  }
});
