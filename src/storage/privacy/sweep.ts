// Goes through a table, some rows at a time, for whoever erases: what is in the rows is read, changed and deleted by the list of where
// personal data is.
import type { TextKind } from "../../domain/privacy/redaction.ts";
import { command, placeholders, type Query, type Tx, type Value } from "../database/database.ts";
import { flushWrites } from "../flush-writes.ts";
import { PERSONAL_DATA } from "./personal-data.ts";
import type { ColumnKinds } from "./table-data.ts";

const TEXT_KINDS: readonly TextKind[] = ["label", "text", "json", "title"];

export interface SweptRow {
  key: Value[];
  appId: string | null;
  workspaceId: string | null;
  /** The id of the person whose row it is. */
  owner: string | null;
  issueId: string | null;
  /** The person whose name is in one of the cells. */
  named: string | null;
  /** The row's texts, under the names of their columns. */
  texts: Record<string, string | null>;
  /** The body, where the row is a delivery. */
  body: string | null;
  encoding: string | null;
  /** The key of the file, where the row is an attachment. */
  file: string | null;
}

function columnsOfKind(table: string, kind: keyof ColumnKinds): readonly string[] {
  return PERSONAL_DATA[table]![kind]?.split(" ") ?? [];
}

/** The kind of text in each column that has one. */
export function textColumns(table: string): ReadonlyMap<string, TextKind> {
  return new Map(TEXT_KINDS.flatMap((kind) => columnsOfKind(table, kind).map((column) => [column, kind] as const)));
}

/** Whether there is anything to change in a table when somebody is erased. */
export function holdsPeople(table: string): boolean {
  return textColumns(table).size > 0 || PERSONAL_DATA[table]!.owner !== undefined;
}

/** Whether something is in a table that may say who somebody is. */
export function holdsTexts(table: string): boolean {
  return [...TEXT_KINDS, "body", "used", "own", "dropped"].some((kind) => kind in PERSONAL_DATA[table]!);
}

interface Statements {
  first: Query<SweptRow>;
  next: Query<SweptRow>;
}

const statements = new Map<string, Statements>();

function statementsOf(table: string): Statements {
  let known = statements.get(table);
  if (known === undefined) {
    known = makeStatements(table);
    statements.set(table, known);
  }
  return known;
}

function makeStatements(table: string): Statements {
  const data = PERSONAL_DATA[table]!;
  const keys = data.key.split(" ");
  const texts = [...textColumns(table).keys(), ...columnsOfKind(table, "dropped")];
  const [body] = columnsOfKind(table, "body");
  const hasFile = columnsOfKind(table, "none").includes("file") && keys.includes("name");
  const fixed = [
    data.app ?? "null",
    data.workspace ?? "null",
    data.owner ?? "null",
    data.named?.[0] ?? data.maker ?? "null",
    body ?? "null",
    body === undefined ? "null" : "encoding",
    hasFile ? "file" : "null",
    columnsOfKind(table, "none").includes("issue_id") ? "issue_id" : "null",
  ];
  const list = [...keys, ...fixed, ...texts].join(", ");
  const order = `order by ${keys.join(", ")} limit ?`;
  const read = (values: Value[]): SweptRow => {
    const [appId, workspaceId, owner, named, bodyText, encoding, file, issueId] = values.slice(keys.length) as (
      | string
      | null
    )[];
    const cells = values.slice(keys.length + fixed.length) as (string | null)[];
    return {
      key: values.slice(0, keys.length),
      appId: appId!,
      workspaceId: workspaceId!,
      owner: owner!,
      named: named!,
      body: bodyText!,
      encoding: encoding!,
      file: file!,
      issueId: issueId!,
      texts: Object.fromEntries(texts.map((column, i) => [column, cells[i]!])),
    };
  };
  return {
    first: { text: `select ${list} from ${table} ${order}`, read },
    next: {
      text: `select ${list} from ${table} where (${keys.join(", ")}) > (${placeholders(keys.length)}) ${order}`,
      read,
    },
  };
}

/** Rows behind one, in the order of the table's key: as the transaction has left them, too, which keeps some of what it writes back. */
export async function listSweptRows(
  tx: Tx,
  table: string,
  after: readonly Value[] | null,
  limit: number,
): Promise<SweptRow[]> {
  flushWrites(tx);
  const { first, next } = statementsOf(table);
  return after === null ? tx.all(first, limit) : tx.all(next, ...after, limit);
}

/** Replaces texts of a row. */
export function updateTexts(
  tx: Tx,
  table: string,
  key: readonly Value[],
  texts: Readonly<Record<string, string | null>>,
): void {
  const columns = Object.keys(texts);
  const set = columns.map((column) => `${column} = ?`).join(", ");
  tx.run(command(`update ${table} set ${set} where ${isRow(table)}`), ...Object.values(texts), ...key);
}

export function deleteRow(tx: Tx, table: string, key: readonly Value[]): void {
  tx.run(command(`delete from ${table} where ${isRow(table)}`), ...key);
}

function isRow(table: string): string {
  const keys = PERSONAL_DATA[table]!.key.split(" ");
  return keys.map((column) => `${column} = ?`).join(" and ");
}
