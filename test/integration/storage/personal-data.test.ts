// Every column of the schema says what is in it: whoever adds one must say whether it holds personal data, and what erasing does to it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TABLES } from "../../../src/storage/migrations/all.ts";
import { PERSONAL_DATA } from "../../../src/storage/privacy/personal-data.ts";
import type { TableData } from "../../../src/storage/privacy/table-data.ts";
import { rowsOf } from "../../support/clients/person-client.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const KINDS = ["none", "label", "text", "json", "title", "body", "used", "own", "dropped"] as const;
/** Of one of the two databases only. */
const ELSEWHERE: Record<string, string[]> = { sqlite: ["issue.terms"], postgres: [] };

const listed = Object.entries(PERSONAL_DATA).flatMap(([table, data]) =>
  KINDS.flatMap((kind) => (data[kind]?.split(" ") ?? []).map((column) => `${table.replaceAll('"', "")}.${column}`)),
);

test("every table is in the list of personal data, and nothing else is", () => {
  expect(Object.keys(PERSONAL_DATA).sort()).toEqual([...TABLES].sort());
});

test("a table with somebody's texts says whose app or workspace a row belongs to, or that it is shared", () => {
  const hasTexts = ({ label, text, json, title }: TableData) => (label ?? text ?? json ?? title) !== undefined;
  const homeless = Object.entries(PERSONAL_DATA).filter(
    ([, data]) => hasTexts(data) && !(data.app ?? data.workspace ?? data.shared),
  );
  expect(homeless.map(([table]) => table)).toEqual([]);
});

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  test("every column of the schema is said to hold personal data or none, once", async () => {
    const columns: string[] = [];
    for (const table of TABLES.map((quoted) => quoted.replaceAll('"', ""))) {
      const sql =
        kind === "sqlite"
          ? `select name from pragma_table_info('${table}')`
          : `select column_name as name from information_schema.columns where table_name = '${table}' and table_schema = 'public'`;
      for (const { name } of await rowsOf(world, sql)) columns.push(`${table}.${name}`);
    }
    const here = listed.filter((column) => !ELSEWHERE[kind]!.includes(column));
    expect(here.sort()).toEqual(columns.sort());
  });
});
