// Every table of the schema says how its rows reach their workspace, by columns that are there, never empty, and held against the rows that
// they name. Here of the embedded database; test/integration/storage/workspace-of-rows.test.ts asks PostgreSQL the same.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TABLES } from "../../../src/storage/migrations/all.ts";
import { migrateSqlite } from "../../../src/storage/migrations/migrate.ts";
import { isOfWorkspace, WORKSPACE_OF_ROWS } from "../../../src/storage/workspace/workspace-of-rows.ts";
import { isUnchecked, UNCHECKED } from "../../support/checks/unchecked-references.ts";

/** Of the embedded database only, which searches by tables of their own. */
const ONLY_EMBEDDED = ["app_place", "issue_index"];
const STEPS = Object.entries(WORKSPACE_OF_ROWS).flatMap(([table, way]) =>
  "whole" in way ? [] : [{ table, by: "id", ...way }],
);

describe("the way of every row to its workspace", () => {
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
  const all = (sql: string) => db.prepare(sql).all() as Record<string, string | number>[];

  test("is said for every table of both databases, and for nothing else", () => {
    const sql = "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'";
    // The search index keeps its own tables behind its name.
    const embedded = all(sql).filter(({ name }) => !String(name).startsWith("issue_index_"));
    const listed = Object.keys(WORKSPACE_OF_ROWS);
    expect(listed.map((table) => table.replaceAll('"', "")).sort()).toEqual(embedded.map(({ name }) => name).sort());
    expect(listed.filter((table) => !ONLY_EMBEDDED.includes(table)).sort()).toEqual([...TABLES].sort());
  });

  test.each(STEPS)(
    "$table: its column $column names a row of $of, is never empty, and is held against that row",
    ({ table, column, of, by }) => {
      const columns = all(
        `select name, "notnull" as filled, pk from pragma_table_info('${table.replaceAll('"', "")}')`,
      );
      const found = columns.find(({ name }) => name === column)!;
      expect(found.filled === 1 || found.pk !== 0).toBe(true);
      const keys = all(`select name from pragma_table_info('${of.replaceAll('"', "")}') where pk > 0`);
      expect(keys).toEqual([{ name: by }]);
      const references = all(
        `select "table" as target from pragma_foreign_key_list('${table.replaceAll('"', "")}') where "from" = '${column}'`,
      );
      const isChecked = table !== of && !isUnchecked(table, UNCHECKED);
      expect(references).toEqual(isChecked ? [{ target: of.replaceAll('"', "") }] : []);
    },
  );

  test.each(STEPS)("$table: ends at the workspace, in a condition that the database understands", ({ table }) => {
    expect(isOfWorkspace(table)).toMatch(/(workspace_id|^id) = \?\)*$/);
    expect(db.prepare(`select count(*) as n from ${table} where ${isOfWorkspace(table)}`).get("wsp_none")).toEqual({
      n: 0,
    });
  });

  test("a table that no workspace owns says why", () => {
    const whole = Object.values(WORKSPACE_OF_ROWS).filter((way) => "whole" in way);
    expect(whole.every(({ whole: why }) => why.length > 20)).toBe(true);
    expect(isOfWorkspace("secret_check")).toBeNull();
  });
});
