// Long reads after a failover: a replica that did not follow the new primary shows what the new one never had, and lacks what it has.
import { expect, test } from "vitest";
import { until } from "../../support/database/migrate-in-process.ts";
import { followAgain, replicatedPostgres, standbyOf } from "../../support/database/standby.ts";
import { createWorld } from "../../support/server/test-server.ts";

test("a replica that had replayed more than the standby that was promoted is not read: the new primary is", async () => {
  const pair = await replicatedPostgres({ synchronous: false });
  await pair.primary.shutDown("SIGINT");
  const replica = await standbyOf(pair.primary);
  await pair.primary.startAgain();
  const world = await createWorld("postgres", { databaseUrl: pair.url, replicaUrl: replica.url });
  try {
    const app = await world.app();
    // A search is long where so many issues were raised.
    await pair.primary.ask(`update app set last_number = 2000 where id = '${app.id}'`);
    const positionOf = async (sql: string) => (await pair.primary.ask(`select ${sql} as lsn`))[0].lsn;
    const hasReplayed = (where: typeof replica, lsn: string) =>
      until(async () => (await where.ask(`select pg_last_wal_replay_lsn() >= '${lsn}' as has`))[0].has);
    await hasReplayed(pair.standby, await positionOf("pg_current_wal_insert_lsn()"));
    await pair.standby.shutDown("SIGINT");
    for (let i = 0; i < 5; i++) {
      await pair.primary.ask("create table if not exists filler (n int)");
      await pair.primary.ask("insert into filler values (1)");
      await pair.primary.ask("select pg_switch_wal()");
    }
    await hasReplayed(replica, await positionOf("pg_current_wal_insert_lsn()"));
    await pair.primary.shutDown("SIGQUIT");
    await pair.standby.startAgain();
    await pair.promote();

    const found = async () => {
      const answer = await world.call(world.tester, "GET", `/issues?app=${app.id}&q=broken`);
      return answer.status === 200 ? answer.body.data.length : answer.status;
    };
    const raise = () => world.call(world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    await until(async () => (await raise()).status === 201);
    // Whichever were not answered in between: as many as the new primary has.
    const [{ n }] = await pair.standby.ask("select count(*) as n from issue where document like '%Broken%'");
    expect(await found()).toBe(Number(n));
    const read = await replica.ask("select query from pg_stat_activity where application_name = 'retest'");
    expect(read.filter(({ query }) => query.includes("issue"))).toEqual([]);
  } finally {
    await world.close();
    await replica.stop();
    await pair.stop();
  }
});

test("where the address of the replica names both, the old primary is read once it follows the one that was promoted", async () => {
  const pair = await replicatedPostgres({ synchronous: false });
  const hosts = [pair.standby, pair.primary].map(({ url }) => new URL(url).host);
  const replicaUrl = pair.standby.url.replace(hosts[0]!, hosts.join(","));
  const world = await createWorld("postgres", { databaseUrl: pair.url, replicaUrl });
  try {
    const app = await world.app();
    await pair.primary.ask(`update app set last_number = 2000 where id = '${app.id}'`);
    const search = async () =>
      (await world.call(world.tester, "GET", `/issues?app=${app.id}&q=broken&limit=200`)).body.data?.length as number;
    const raise = () => world.call(world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    let written = 0;
    /** Whoever was told that it is written finds it. */
    const raiseAndFind = async () => {
      if ((await raise()).status === 201) written++;
      const found = await search();
      if (found !== undefined) expect(found).toBeGreaterThanOrEqual(written);
    };
    const isRead = async (where: typeof pair.primary) => {
      await raiseAndFind();
      const asked = await where.ask("select query from pg_stat_activity where application_name = 'retest'");
      return asked.some(({ query }) => query === "commit");
    };
    await until(() => isRead(pair.standby));
    await pair.primary.shutDown("SIGINT");
    await pair.promote();
    await followAgain(pair.primary, pair.standby);
    await until(() => isRead(pair.primary));
  } finally {
    await world.close();
    await pair.stop();
  }
});
