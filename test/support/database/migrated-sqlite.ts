// The embedded database at the current schema, migrated once by each process: others are copies of its file.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateSqlite } from "../../../src/storage/migrations/migrate.ts";

let migrated: Buffer | undefined;

/** Puts one where there is none. What migrations do is tested by itself, on empty ones. */
export function putMigratedSqlite(file: string): void {
  migrated ??= migrate();
  writeFileSync(file, migrated, { mode: 0o600, flag: "wx" });
}

function migrate(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "retest-migrated-"));
  const file = join(folder, "retest.db");
  try {
    migrateSqlite(file);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
