// Every table says whether its rows are in the export of their workspace, and every column that names another row says of which table.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NAMED_BY, NAMING_NOTHING } from "../../../src/storage/backup/check-staged.ts";
import { EXPORTED, EXPORTED_TABLES, exportOf } from "../../../src/storage/backup/exported-rows.ts";
import { migrateSqlite } from "../../../src/storage/migrations/migrate.ts";
import { WORKSPACE_OF_ROWS } from "../../../src/storage/workspace/workspace-of-rows.ts";

describe("the export of a workspace", () => {
  let folder: string;
  let db: InstanceType<typeof DatabaseSync>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "retest-law-"));
    const file = join(folder, "retest.db");
    migrateSqlite(file);
    db = new DatabaseSync(file);
  });
  afterAll(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("says of every table whether its rows come along, or why they do not", () => {
    expect(Object.keys(EXPORTED).sort()).toEqual(Object.keys(WORKSPACE_OF_ROWS).sort());
    const left = Object.values(EXPORTED).flatMap((one) => (typeof one === "object" && "not" in one ? [one.not] : []));
    expect(left.every((why) => why.length > 20)).toBe(true);
    expect(EXPORTED_TABLES.length + left.length).toBe(Object.keys(EXPORTED).length);
  });

  test.each(EXPORTED_TABLES)("%s: its rows are found by a condition that the database understands", (table) => {
    const { where, values } = exportOf("wsp_none").rowsOf(table)!;
    expect(where.split("?").length - 1).toBe(values.length);
    expect(db.prepare(`select count(*) as n from ${table} where ${where}`).get(...values)).toEqual({ n: 0 });
  });

  test("knows of every column that ends like an id which table it names, or that it names none", () => {
    const columns = EXPORTED_TABLES.flatMap((table) =>
      (
        db.prepare(`select name from pragma_table_info('${table.replaceAll('"', "")}')`).all() as { name: string }[]
      ).map(({ name }) => name),
    );
    const unknown = columns.filter(
      (name) => name.endsWith("_id") && NAMED_BY[name] === undefined && !NAMING_NOTHING.includes(name),
    );
    expect([...new Set(unknown)]).toEqual([]);
    for (const name of [...Object.keys(NAMED_BY), ...NAMING_NOTHING]) expect(columns).toContain(name);
    for (const table of Object.values(NAMED_BY).flat()) expect(EXPORTED_TABLES).toContain(table);
  });
});
