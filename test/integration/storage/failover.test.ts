// A primary that fails over to its standby: with both in the address, writing goes on by itself and nothing that was acknowledged is lost.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UNWATCHED } from "../../../src/lib/monitoring/outage.ts";
import { query } from "../../../src/storage/database/database.ts";
import { openPostgresSnapshots } from "../../../src/storage/database/postgres-snapshots.ts";
import { openPostgres } from "../../../src/storage/open-postgres.ts";
import { until } from "../../support/database/migrate-in-process.ts";
import { type Replicated, replicatedPostgres } from "../../support/database/standby.ts";
import { type Answer, createWorld, type World } from "../../support/server/test-server.ts";

let pair: Replicated;
let world: World;
// biome-ignore lint/suspicious/noExplicitAny: an answer's data
let app: any;

beforeAll(async () => {
  pair = await replicatedPostgres();
  world = await createWorld("postgres", { databaseUrl: pair.url });
  app = await world.app();
});
afterAll(async () => {
  await world?.close();
  await pair?.stop();
});

const port = query<{ port: number }>({ port: "inet_server_port()" }, "");
const raise = (text: string): Promise<Answer> =>
  world.call(world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text });
const list = () => world.call(world.viewer, "GET", `/issues?app=${app.id}&limit=1`);

/** What another answer than 201 or 503 would be shows in the test that meets it. */
async function untilRaised(text: string): Promise<void> {
  let answer = await raise(text);
  for (; answer.status === 503; answer = await raise(text)) await sleep(50);
  expect(answer.status).toBe(201);
}

test("a standby alone is refused: it can't be written to", async () => {
  const store = openPostgres(pair.standby.url, UNWATCHED);
  await expect(store.requireVersion()).rejects.toThrow("DATABASE_URL leads to a standby");
  await store.close();
});

test("under load: answers are 201, 200 or 503, what was acknowledged is on the new primary, and writing goes on by itself", async () => {
  const answers: Answer[] = [];
  let isOver = false;
  const work = async (_: unknown, i: number) => {
    while (!isOver) {
      const answer = i % 4 === 0 ? await list() : await raise("under load");
      answers.push(answer);
      if (answer.status === 503) await sleep(20);
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, work));
  const acknowledged = () => answers.filter(({ status }) => status === 201);
  await until(async () => acknowledged().length >= 40);
  await pair.primary.shutDown("SIGQUIT");
  await until(async () => answers.some(({ status }) => status === 503));
  await pair.promote();
  await untilRaised("after the promotion");
  isOver = true;
  await clients;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 503]));
  const kept = new Set((await pair.standby.ask("select id from issue")).map(({ id }) => id));
  expect(acknowledged().filter(({ body }) => !kept.has(body.data.id))).toEqual([]);
  expect((await list()).status).toBe(200);
  expect(await world.problems()).toEqual([]);
});

test("a commit whose wait for the standby is cancelled is not acknowledged: the next primary may not have it", async () => {
  const { standby: primary } = pair;
  const set = async (names: string) => {
    await primary.ask(`alter system set synchronous_standby_names = '${names}'`);
    await primary.ask("select pg_reload_conf()");
  };
  await set("nobody");
  const waiting = "from pg_stat_activity where application_name = 'retest' and wait_event = 'SyncRep'";
  const answer = raise("in doubt");
  await until(async () => (await primary.ask(`select pg_cancel_backend(pid) ${waiting}`)).length > 0);
  expect((await answer).status).toBe(503);
  await set("");
  await untilRaised("no longer in doubt");
});

test("a server that can only be read from now on is left for the other one, also by long reads, though its connections live", async () => {
  await pair.primary.startAgain();
  await pair.primary.ask("alter system set synchronous_standby_names = ''");
  await pair.primary.ask("select pg_reload_conf()");
  const [one, other] = [pair.standby, pair.primary].map(({ url }) => new URL(url));
  const reader = openPostgresSnapshots(`postgres://${one!.username}@${one!.host},${other!.host}${one!.pathname}`);
  const portRead = async () => String((await reader.snapshot(async (db) => db.get(port)))?.port);
  expect(await portRead()).toBe(one!.port);
  const became = await pair.standby.connect();
  await became.query("alter system set default_transaction_read_only = on");
  await became.query("select pg_reload_conf()");
  await until(
    async () =>
      (await became.query("show default_transaction_read_only")).rows[0].default_transaction_read_only === "on",
  );
  await became.end();
  expect(await portRead()).toBe(other!.port);
  await reader.close();
  await until(async () => (await raise("elsewhere")).status === 201 && (await elsewhere()) > 0);
  expect(await raise("again")).toMatchObject({ status: 201 });
});

async function elsewhere(): Promise<number> {
  return (await pair.primary.ask("select 1 from issue where document like '%elsewhere%'")).length;
}
