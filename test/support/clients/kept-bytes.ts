// All bytes that a server keeps: files, tables, and what a backup takes along.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { sqliteFile } from "../../../src/startup/config.ts";
import { dumpPostgres } from "../../../src/storage/backup/postgres-dump.ts";
import { dumpSqlite } from "../../../src/storage/backup/sqlite-dump.ts";
import type { World } from "../server/test-server.ts";
import { everythingOfWorld } from "./person-client.ts";

export async function keptBytes(world: World): Promise<string> {
  const { config } = world;
  const files = readdirSync(config.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const bytes = files.map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
  const dump = config.databaseUrl === null ? dumpSqlite(sqliteFile(config)) : await dumpPostgres(config.databaseUrl);
  const rows: unknown[] = [];
  for await (const some of dump.rows()) rows.push(some);
  await dump.close();
  return [...bytes, await everythingOfWorld(world), JSON.stringify(rows)].join("\n").toLowerCase();
}

/** Whatever the case of the letters; what is found is shown with what is around it. */
export async function expectForgotten(world: World, ...needles: string[]): Promise<void> {
  const bytes = await keptBytes(world);
  for (const needle of needles) {
    const at = bytes.indexOf(needle.toLowerCase());
    expect(at === -1 ? "" : bytes.slice(Math.max(0, at - 300), at + 100), needle).toBe("");
  }
}
