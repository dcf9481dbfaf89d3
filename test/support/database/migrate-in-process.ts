// Migrations in another process, so that it can be killed or can race with others.
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Migration } from "../../../src/storage/migrations/all.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const CODE = `
  import { migratePostgres, migrateSqlite } from "./src/storage/migrations/migrate.ts";
  import { openPostgres } from "./src/storage/open-postgres.ts";
  const [where, migrations] = JSON.parse(process.env.MIGRATE);
  if (!where.startsWith("postgres:")) migrateSqlite(where, migrations);
  else {
    const database = openPostgres(where, { failed() {}, worked() {} });
    await migratePostgres(database, migrations);
    await database.close();
  }`;

/** `where` is a file or the address of a PostgreSQL database. */
export function migrateInChild(where: string, migrations: readonly Migration[]): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", CODE], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, MIGRATE: JSON.stringify([where, migrations]) },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Waits for something that another process brings about. */
export async function until(happened: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 6_000; attempt++) {
    if (await happened()) return;
    await sleep(10);
  }
  throw new Error("it did not happen within a minute");
}
