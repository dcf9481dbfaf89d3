// What a fault is done on: an empty database with a data folder, and as many more as it asks for.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { randomText } from "../../src/lib/ids.ts";
import { retest, type Settings } from "../../test/support/clients/run-cli.ts";
import type { DatabaseKind } from "../../test/support/server/test-server.ts";

export interface ScratchDatabase {
  database: DatabaseKind;
  /** Settings of an empty database and a data folder, with the limits lifted. */
  settings: Settings;
  /** Settings of another database, with the same secret key. */
  another(database?: DatabaseKind): Promise<Settings>;
  /** A folder for files, deleted with the scratch database. */
  folder: string;
  close(): Promise<void>;
}

const LIFTED = { RETEST_API_RATE: "0", RETEST_WEBHOOK_RATE: "0" };
const SECRET_KEY = "0123456789abcdef0123456789abcdef";

/** `postgresUrl` is the address of a server on which databases may be made. */
export async function openScratchDatabase(
  database: DatabaseKind,
  postgresUrl: string | null,
): Promise<ScratchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "retest-chaos-"));
  const made: string[] = [];
  const another = async (kind = database): Promise<Settings> => {
    const settings = { RETEST_DATA_DIR: mkdtempSync(join(folder, "data-")), RETEST_SECRET_KEY: SECRET_KEY, ...LIFTED };
    if (kind === "sqlite") return settings;
    if (postgresUrl === null) throw new Error("there is no PostgreSQL");
    const name = `chaos_${randomText(12)}`;
    made.push(name);
    await onPostgres(postgresUrl, `create database ${name}`);
    const url = new URL(postgresUrl);
    url.pathname = `/${name}`;
    return { ...settings, DATABASE_URL: url.href };
  };
  return {
    database,
    settings: await another(),
    another,
    folder,
    async close() {
      for (const name of made) await onPostgres(postgresUrl!, `drop database ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Row = Record<string, unknown>;

/** Statements behind the product's back; gives the rows of the last. */
export async function directSql({ DATABASE_URL, RETEST_DATA_DIR }: Settings, sql: string): Promise<Row[]> {
  if (DATABASE_URL !== undefined) return onPostgres(DATABASE_URL, sql);
  const db = new DatabaseSync(join(RETEST_DATA_DIR!, "retest.db"), { timeout: 5_000 });
  try {
    if (!/^(select|pragma)/.test(sql)) db.exec(sql);
    else return db.prepare(sql).all() as Row[];
  } finally {
    db.close();
  }
  return [];
}

async function onPostgres(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const answer = await client.query(sql).finally(() => client.end());
  return (Array.isArray(answer) ? answer.at(-1) : answer).rows;
}

/** What `retest doctor` finds, and on the embedded database SQLite's own check. */
export async function examine(settings: Settings): Promise<string[]> {
  const { stdout, stderr } = await retest(["doctor", "--json"], settings);
  if (stdout === "") return [`doctor failed: ${stderr}`];
  const { differences, busy } = JSON.parse(stdout) as { differences: { problem: string }[]; busy: string[] };
  const found = [
    ...differences.map(({ problem }) => `doctor: ${problem}`),
    ...busy.map((app) => `doctor: ${app} busy`),
  ];
  if (settings.DATABASE_URL !== undefined) return found;
  const rows = await directSql(settings, "pragma integrity_check");
  return [...found, ...rows.map((row) => String(row.integrity_check)).filter((text) => text !== "ok")];
}
