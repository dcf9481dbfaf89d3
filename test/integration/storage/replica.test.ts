// Long reads from a replica: never less than anybody was told is written, by whichever server, and the primary where it has to be.
import { afterAll, beforeAll, expect, test } from "vitest";
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
