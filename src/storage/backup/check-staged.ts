// Whether a staged workspace can be put beside what is in a database: none of its ids, tokens and hashes is there already, and nothing in it
// names what is there. A file from somebody else must not reach into another workspace.
import { isAffordable } from "../../lib/crypto/password-hash.ts";
import { ATTACHMENT_TABLES, eachNamedFile } from "../attachments/attachments.ts";
import { listEveryOrphanedFile } from "../attachments/orphaned-files.ts";
import { placeholders, query, type Reads } from "../database/database.ts";
import { DamagedBackup } from "./backup-file.ts";
import { EXPORTED_TABLES } from "./exported-rows.ts";
import type { StagedWorkspace } from "./staged-workspace.ts";

const PAGE = 500;
const PEOPLE = ["person", "key", "connection"];
const SECTIONS = ["section", "archived_section"];

/** For each column that names a row of another table, the tables it may be in. A test compares this with the schema. */
export const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  app_id: ["app"],
  check_id: ['"check"'],
  archived_behind_id: ['"check"'],
  section_id: SECTIONS,
  archived_section_id: SECTIONS,
  default_section: SECTIONS,
  issue_id: ["issue"],
  result_id: ["result"],
  cycle_id: ["cycle"],
  from_cycle_id: ["cycle"],
  comment_id: ["comment"],
  connection_id: ["connection"],
  invitation_id: ["invitation"],
  key_id: ["key"],
  person_id: ["person"],
  created_by: PEOPLE,
  author_id: PEOPLE,
  actor_id: PEOPLE,
  started_by_id: PEOPLE,
  owner: ["person", "key"],
};

/** Columns that end like ids and name no row of another table. */
export const NAMING_NOTHING: readonly string[] = [
  "workspace_id",
  "external_id",
  "credential_id",
  "client_id",
  "request_id",
  "target_id",
  "cut_id",
  "last_id",
  "unanchored_id",
];
/** The audit log is only shown to its own workspace, and what it names may be long gone. */
const ONLY_SHOWN: readonly string[] = ["audit", "audit_head"];

/** Tables with a column that lists apps as JSON. */
const REACHES = ["key", "person", "invitation"];

type OneValue = { value: string };

/** Throws `DamagedBackup`, or a `TakenId` for what is in the database already. */
export async function requireApart(staged: StagedWorkspace, target: Reads): Promise<void> {
  requireAffordable(staged);
  for (const table of EXPORTED_TABLES) {
    // The workspace itself gets another id where its own is taken: the first one of every installation has the same.
    if (table === "workspace") continue;
    for (const column of uniqueColumns(staged, table)) {
      if (column === "workspace_id") continue;
      for (const values of pages(staged, `select ${column} as value from ${table} where ${column} is not null`)) {
        if (await isThere(target, table, column, values)) throw new TakenId(table.replaceAll('"', ""));
      }
    }
  }
  for (const { tables, values } of strangers(staged)) {
    for (const table of tables) {
      if (await isThere(target, table, "id", values)) throw reachesOut(table);
    }
  }
  await requireOwnFiles(staged, target);
}

/** What did not come along keeps its key: somebody copies it by other means. What is here by that key is another's. */
async function requireOwnFiles({ db }: StagedWorkspace, target: Reads): Promise<void> {
  const names = ATTACHMENT_TABLES.map((table) => `select 1 from ${table} where file = ?`).join(" union all ");
  const named = query<{ one: number }>(
    { one: "1" },
    `from (${names}) where ? not in (select kept from arrived) limit 1`,
  );
  const require = (file: string) => {
    if (db.get(named, ...ATTACHMENT_TABLES.map(() => file), file) === undefined) return;
    throw new DamagedBackup("it names a file that is here already");
  };
  for await (const { file } of eachNamedFile(target)) require(file);
  for (const file of await listEveryOrphanedFile(target)) require(file);
}

/** Thrown if something of the workspace is in the database already. */
export class TakenId extends Error {}

function reachesOut(table: string): DamagedBackup {
  return new DamagedBackup(`it names a row of another workspace (${table.replaceAll('"', "")})`);
}

/** Columns whose value is unique in the whole database: ids and hashes of tokens. */
function uniqueColumns({ db }: StagedWorkspace, table: string): string[] {
  const text = `select max(i.name) as value from pragma_index_list('${table.replaceAll('"', "")}') l join pragma_index_info(l.name) i
    where l."unique" = 1 group by l.name having count(*) = 1`;
  return [...new Set(db.all({ text, read: ([value]) => value as string }))];
}

/** Ids that rows of the file name and that the file doesn't have, page by page. */
function* strangers(staged: StagedWorkspace): Generator<{ tables: readonly string[]; values: string[] }> {
  const unknown = (tables: readonly string[], value: string) =>
    tables.map((table) => `${value} not in (select id from ${table})`).join(" and ");
  for (const table of EXPORTED_TABLES) {
    if (ONLY_SHOWN.includes(table)) continue;
    for (const column of columnsOf(staged, table)) {
      const tables = NAMED_BY[column];
      if (tables === undefined) continue;
      const text = `select distinct ${column} as value from ${table} where ${column} is not null and ${unknown(tables, column)}`;
      for (const values of pages(staged, text)) yield { tables, values };
    }
  }
  for (const table of REACHES) {
    const text = `select distinct j.value as value from ${table} t, json_each(t.apps) j
      where t.apps is not null and ${unknown(["app"], "j.value")}`;
    for (const values of pages(staged, text)) yield { tables: ["app"], values };
  }
}

function columnsOf({ db }: StagedWorkspace, table: string): string[] {
  const text = `select name from pragma_table_info('${table.replaceAll('"', "")}')`;
  return db.all({ text, read: ([name]) => name as string });
}

function* pages({ db }: StagedWorkspace, text: string): Generator<string[]> {
  const page = query<OneValue>({ value: "value" }, `from (${text}) where value > ? order by value limit ${PAGE}`);
  for (let after = ""; ; ) {
    const values = db.all(page, after).map(({ value }) => value);
    if (values.length > 0) yield values;
    if (values.length < PAGE) return;
    after = values.at(-1)!;
  }
}

async function isThere(target: Reads, table: string, column: string, values: readonly string[]): Promise<boolean> {
  const found = query<{ one: number }>(
    { one: "1" },
    `from ${table} where ${column} in (${placeholders(values.length)}) limit 1`,
  );
  return (await target.get(found, ...values)) !== undefined;
}

/** Refuses passwords that are hashed at a high cost: a sign-in with one could take all of a server's memory. */
function requireAffordable(staged: StagedWorkspace): void {
  const text = "select distinct password_hash as value from person where password_hash is not null";
  for (const hashes of pages(staged, text)) {
    if (!hashes.every(isAffordable)) throw new DamagedBackup("a password in it is kept in another way than here");
  }
}
