// Copies all rows of an app as often as asked for, inside PostgreSQL. Ids keep their times and get other ends, so that rows of all copies which are
// of the same moment stand beside each other, as those of apps that are written to at the same time do.
import type pg from "pg";
import { WORKSPACE_OF_ROWS } from "../../src/storage/workspace/workspace-of-rows.ts";

export interface AppCopy {
  /** The number at the end of its rows' ids. */
  number: number;
  workspaceId: string;
  name: string;
  prefix: string;
}

/** Random characters at the end of an id. */
const END = 8;
const RANDOM = `[0-9a-z]{${END}}`;
/** The part of an id that stays in a copy. */
const STAYS = "(?:app|sec|chk|iss|res)_[0-9a-z]{19}";
const ID = `${STAYS}${RANDOM}`;
const SLOT = "copy_slot";
const MODEL = "copy_model";
/** Columns of an app that aren't ids, with their value in a copy. */
const OF_SLOT: Record<string, string> = {
  name: "slot.name",
  name_form: "slot.name",
  name_of_form: "slot.name",
  prefix: "slot.prefix",
};
/** An issue's terms name the app and the check. */
const TAGS = { "§a": "app_id", "§c": "check_id" };

interface Column {
  name: string;
  type: string;
}

export function idOfCopy(id: string, number: number): string {
  return id.slice(0, -END) + String(number).padStart(END, "0");
}

export async function copyApp(client: pg.Client, appId: string, copies: readonly AppCopy[]): Promise<void> {
  await client.query("set synchronous_commit = off; set session_replication_role = replica; set work_mem = '256MB'");
  await client.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0");
  await client.query(
    `create temp table ${SLOT} as select lpad(number::text, ${END}, '0') collate "C" as number, "workspaceId" as workspace_id, name, prefix
     from json_to_recordset($1) as copy (number int, "workspaceId" text, name text, prefix text) order by number`,
    [JSON.stringify(copies)],
  );
  for (const table of Object.keys(WORKSPACE_OF_ROWS)) {
    const condition = isOfApp(table, appId);
    if (condition !== null && (await hasRows(client, table, condition))) await copyRows(client, table, condition);
  }
  await client.query("vacuum analyze");
}

/** Tables of the embedded database are none here. */
async function hasRows(client: pg.Client, table: string, condition: string): Promise<boolean> {
  const { rows } = await client.query("select 1 where to_regclass($1) is not null", [table]);
  if (rows.length === 0) return false;
  return (await client.query(`select 1 from ${table} where ${condition} limit 1`)).rows.length > 0;
}

async function copyRows(client: pg.Client, table: string, condition: string): Promise<void> {
  const began = performance.now();
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as sql
     from pg_index where indrelid = '${table}'::regclass and not indisunique`,
  );
  // Filling them row by row would take several times as long.
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const key = await firstOfKey(client, table);
  await client.query(
    `create temp table ${MODEL} as select row_number() over (order by ${key}) as place, * from ${table} where ${condition}`,
  );
  const { rows: columns } = await client.query<Column>(
    `select quote_ident(attname) as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
  );
  const values: string[] = [];
  for (const column of columns) values.push(await copyOf(client, table, column));
  const into = `insert into ${table} (${columns.map(({ name }) => name).join(", ")}) select ${values.join(", ")}`;
  const { rows: counted } = await client.query(`select count(*)::int as many from ${MODEL}`);
  const { many } = counted[0];
  // In the order of the primary key: one app after the other, or each row in all apps.
  if (key === "app_id")
    await client.query(`${into} from ${SLOT} slot cross join lateral (select * from ${MODEL} offset 0) one`);
  else {
    for (let place = 1; place <= many; place++) {
      await client.query(`${into} from ${MODEL} one cross join ${SLOT} slot where one.place = ${place}`);
    }
  }
  for (const { sql } of indexes) await client.query(sql);
  await client.query(`drop table ${MODEL}`);
  console.error(`  ${table}: ${many} rows of each app in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}

async function copyOf(client: pg.Client, table: string, { name, type }: Column): Promise<string> {
  if (name === "workspace_id") return "slot.workspace_id";
  if (table === "app" && name in OF_SLOT) return OF_SLOT[name]!;
  if (type === "tsvector") return retagged();
  if (type !== "text") return `one.${name}`;
  const { rows } = await client.query(
    `select bool_or(${name} ~ '${ID}') as any, bool_and(${name} ~ '^${ID}$') as whole from ${MODEL}`,
  );
  if (rows[0].any !== true) return `one.${name}`;
  return rows[0].whole === true
    ? copied(name)
    : `regexp_replace(one.${name}, '(${STAYS})${RANDOM}', '\\1' || slot.number, 'g')`;
}

function copied(column: string): string {
  return `left(one.${column}, -${END}) || slot.number`;
}

/** The terms of an issue without the old tags of its app and its check, and with the new ones. */
function retagged(): string {
  const tags = (of: (column: string) => string) =>
    `array[${Object.entries(TAGS)
      .map(([tag, column]) => `'${tag}' || substr(${of(column)}, 5)`)
      .join(", ")}]`;
  return `ts_delete(one.terms, ${tags((column) => `one.${column}`)}) || array_to_tsvector(${tags(copied)})`;
}

async function firstOfKey(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query(
    `select quote_ident(attname) as name from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
     where indrelid = '${table}'::regclass and indisprimary`,
  );
  return rows[0].name;
}

/** The condition that a table's row belongs to the app; null for tables of no app. */
function isOfApp(table: string, appId: string): string | null {
  if (table === "app") return `id = '${appId}'`;
  const way = WORKSPACE_OF_ROWS[table]!;
  if ("whole" in way || way.of === "workspace") return null;
  const { column, of, by = "id" } = way;
  if (of === "app") return `${column} = '${appId}'`;
  const inner = isOfApp(of, appId);
  return inner === null ? null : `${column} in (select ${by} from ${of} where ${inner})`;
}
