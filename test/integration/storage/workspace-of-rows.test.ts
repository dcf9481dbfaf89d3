// The way of every row to its workspace, as PostgreSQL knows it: by columns that are there, never empty, and held against the rows that they name.
import { expect, test } from "vitest";
import { TABLES } from "../../../src/storage/migrations/all.ts";
import { WORKSPACE_OF_ROWS } from "../../../src/storage/workspace/workspace-of-rows.ts";
import { isUnchecked, UNCHECKED_BY_POSTGRES } from "../../support/checks/unchecked-references.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const world = worldOf("postgres");

/** A column of a table with what it refers to, and the columns of the table's key. */
const columnOf = (table: string, column: string) =>
  behind(
    world,
    `select a.attnotnull as filled,
       array(select c.confrelid::regclass::text from pg_constraint c
             where c.conrelid = a.attrelid and c.contype = 'f' and c.conkey = array[a.attnum]) as refers
     from pg_attribute a where a.attrelid = '${table}'::regclass and a.attname = '${column}'`,
  );
const keyOf = (table: string) =>
  behind(
    world,
    `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = '${table}'::regclass and i.indisprimary`,
  );

test("every table of PostgreSQL says how its rows reach their workspace", async () => {
  const tables = await behind(world, "select tablename from pg_tables where schemaname = 'public'");
  const versions = "schema_version";
  const known = tables.map(({ tablename }) => String(tablename)).filter((name) => name !== versions);
  expect(known.sort()).toEqual(TABLES.map((table) => table.replaceAll('"', "")).sort());
  expect(TABLES.filter((table) => WORKSPACE_OF_ROWS[table] === undefined)).toEqual([]);
});

test("each step of that way is a column that is never empty and names a row by its key, which PostgreSQL checks but for those that say why not", async () => {
  for (const table of TABLES) {
    const way = WORKSPACE_OF_ROWS[table]!;
    if ("whole" in way) continue;
    const isChecked = table !== way.of && !isUnchecked(table, UNCHECKED_BY_POSTGRES);
    expect([table, await columnOf(table, way.column)]).toEqual([
      table,
      [{ filled: true, refers: isChecked ? [way.of] : [] }],
    ]);
    expect([way.of, await keyOf(way.of)]).toEqual([way.of, [{ name: way.by ?? "id" }]]);
  }
});
