// A standby that follows a primary, and the address that names both.
import { appendFileSync, chownSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "./migrate-in-process.ts";
import { type OwnPostgres, ownPostgres } from "./restartable-postgres.ts";

export interface Replicated {
  primary: OwnPostgres;
  standby: OwnPostgres;
  /** Of both, in this order. */
  url: string;
  /** The standby becomes the primary; resolves when it can be written to. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReplicatedOptions {
  durable?: boolean;
  /** Whether a commit waits until the standby has it. */
  synchronous?: boolean;
}

/** A standby of a primary that is shut down: it begins as a copy of its files. */
export async function standbyOf({ url, folder }: OwnPostgres, durable = false): Promise<OwnPostgres> {
  const at = new URL(url);
  return ownPostgres({
    durable,
    from: folder,
    files: { "standby.signal": "" },
    settings: [
      `primary_conninfo=host=${at.hostname} port=${at.port} user=${at.username} application_name=standby`,
      "wal_retrieve_retry_interval=100ms",
    ],
  });
}

/** What was a primary, and was shut down in order, follows the standby that was promoted, at its old address. */
export async function followAgain(former: OwnPostgres, primary: OwnPostgres): Promise<void> {
  const at = new URL(primary.url);
  const signal = join(former.folder, "standby.signal");
  writeFileSync(signal, "");
  const { uid, gid } = statSync(former.folder);
  chownSync(signal, uid, gid);
  const follows = `primary_conninfo = 'host=${at.hostname} port=${at.port} user=${at.username}'`;
  appendFileSync(join(former.folder, "postgresql.auto.conf"), `${follows}\nwal_retrieve_retry_interval = '100ms'\n`);
  await former.startAgain();
}

/** The primary is shut down for a moment, for the standby to be made of it. */
export async function replicatedPostgres({
  durable = false,
  synchronous = true,
}: ReplicatedOptions = {}): Promise<Replicated> {
  const primary = await ownPostgres({ durable });
  await primary.shutDown("SIGINT");
  const at = new URL(primary.url);
  const standby = await standbyOf(primary, durable);
  await primary.startAgain();
  await until(
    async () => (await primary.ask("select 1 from pg_stat_replication where state = 'streaming'")).length > 0,
  );
  if (synchronous) {
    await primary.ask("alter system set synchronous_standby_names = 'standby'");
    await primary.ask("select pg_reload_conf()");
    await until(
      async () => (await primary.ask("select 1 from pg_stat_replication where sync_state = 'sync'")).length > 0,
    );
  }
  return {
    primary,
    standby,
    url: `postgres://${at.username}@${at.host},${new URL(standby.url).host}${at.pathname}?target_session_attrs=read-write`,
    promote: async () => {
      await standby.ask("select pg_promote()");
    },
    async stop() {
      await primary.stop();
      await standby.stop();
    },
  };
}
