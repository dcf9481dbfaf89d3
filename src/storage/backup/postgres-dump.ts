// A PostgreSQL database taken out and put back, with nothing but a connection to its server. Both are one transaction: what
// is taken out is of one moment, and what is put back is there whole or not at all.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { postgresAddressOf } from "../database/postgres-address.ts";
import { connectOnce, Hosts, POOLED_SERVER_NAME, SERVER_NAME } from "../database/postgres-pool.ts";
import { together } from "../database/unsent-rows.ts";
import { MIGRATIONS, TABLES } from "../migrations/all.ts";
import { postgresSchema, takePostgresSteps } from "../migrations/migrate.ts";
import { secretCheck } from "../workspace/secret-check.ts";
import {
  AFTERWARDS,
  type Choice,
  type Dump,
  InUse,
  isDumped,
  isUsed,
  type Restoring,
  ROWS_AT_ONCE,
  WHOLE,
} from "./dump.ts";

/** The name of these connections; it differs from those of servers, which are looked for by theirs. */
const NAME = "retest-backup";
/** A server asks its database for something every second. */
const ASKS_WITHIN_MS = 3_000;

export async function dumpPostgres(url: string, { tables, rowsOf }: Choice = WHOLE): Promise<Dump> {
  const client = await connect(url);
  await client.query("begin isolation level repeatable read read only");
  const schema = await postgresSchema(client);
  const hasCheck = (await columnsOf(client, "secret_check")).length > 0;
  const check = hasCheck ? (await client.query<{ sealed: string }>(secretCheck.text)).rows[0] : undefined;
  return {
    schema,
    secretCheck: check?.sealed ?? null,
    async *rows() {
      for (const table of tables) {
        const columns = await columnsOf(client, table);
        if (columns.length === 0) continue;
        const from = `${table}${conditionOf(rowsOf(table))}`;
        await client.query(`declare dump no scroll cursor for select ${columns.join(", ")} from ${from}`);
        for (;;) {
          const { rows } = await client.query({ text: `fetch ${ROWS_AT_ONCE} from dump`, rowMode: "array" });
          if (rows.length === 0) break;
          yield { table, columns, rows };
        }
        await client.query("close dump");
      }
    },
    close: () => client.end(),
  };
}

/** A cursor takes no values beside its text. */
function conditionOf(rows: ReturnType<Choice["rowsOf"]>): string {
  if (rows === null) return "";
  let taken = 0;
  return ` where ${rows.where.replaceAll("?", () => pg.escapeLiteral(rows.values[taken++]!))}`;
}

/** Throws `InUse` if a server is connected, or if there is anything in the database and it is not to be overwritten. */
export async function restorePostgres(url: string, schema: number, overwrite: boolean): Promise<Restoring> {
  const client = await connect(url);
  try {
    await client.query("begin");
    await requireFree(client, postgresAddressOf(url).isPooled, overwrite);
    await client.query(`drop table if exists ${[...TABLES, "schema_version"].join(", ")} cascade`);
    await takePostgresSteps(client, 0, schema);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async add({ table, columns, rows }) {
      const { text, values } = together({ table, columns }, rows);
      await client.query({ text: text.replace("?", "$1"), values });
    },
    async finish() {
      await takePostgresSteps(client, schema, MIGRATIONS.length);
      for (const { text } of AFTERWARDS) await client.query(text);
      await client.query("commit");
      await client.end();
    },
    abandon: () => client.end(),
  };
}

function connect(url: string): Promise<pg.Client> {
  return connectOnce(new Hosts(postgresAddressOf(url)), NAME);
}

/** Texts and whole numbers; anything else is made from them. */
async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and data_type in ('text', 'bigint') order by ordinal_position`,
    [table.replaceAll('"', "")],
  );
  return rows.map(({ name }) => name as string).filter((column) => isDumped(table, column));
}

async function requireFree(client: pg.Client, isPooled: boolean, overwrite: boolean): Promise<void> {
  if (await isServerConnected(client, isPooled)) {
    throw new InUse("A server is connected to this database: stop it first.");
  }
  if (overwrite || (await postgresSchema(client)) === 0) return;
  const { rows } = await client.query({ text: isUsed.text, rowMode: "array" });
  if (isUsed.read(rows[0]!)) throw new InUse("This database is not empty: give --overwrite to replace what is in it.");
}

/**
 * A pooler's connections outlive the servers that used them, and one of them may now be ours: whether there still is a server shows by
 * whether any other is used while this transaction goes on.
 */
async function isServerConnected(client: pg.Client, isPooled: boolean): Promise<boolean> {
  const named = async (name: string, condition: string) => {
    const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = $1`;
    return (await client.query(`select 1 ${others} and ${condition} limit 1`, [name])).rows.length > 0;
  };
  if (await named(SERVER_NAME, "true")) return true;
  if (!isPooled && !(await named(POOLED_SERVER_NAME, "true"))) return false;
  await sleep(ASKS_WITHIN_MS);
  await client.query("select pg_stat_clear_snapshot()");
  return named(POOLED_SERVER_NAME, "(state <> 'idle' or state_change > now())");
}
