// Puts the rows of a staged workspace into a database that others use, in the caller's transaction.
import type { Vouching } from "../../domain/workspace/audit-anchor.ts";
import { sumFileBytes } from "../attachments/attachments.ts";
import { deleteOrphanedFile, findOrphanedFileLocked } from "../attachments/orphaned-files.ts";
import { insert, query, type SqlCommand, type Tx, type Value } from "../database/database.ts";
import { indexUnsearched } from "../issues/index-old-issues.ts";
import { type AuditHead, adoptAuditHead, HEAD } from "../workspace/audit-heads.ts";
import { allowanceScope, fileBytesScope, setCount } from "../workspace/counters.ts";
import { PLACED } from "./dump.ts";
import type { RekeyRow } from "./rekey-row.ts";
import type { StagedWorkspace } from "./staged-workspace.ts";

/** What the workspace is called here. Its age counts from now on: the oldest of an installation is its first, which it must not become. */
export interface PutAs {
  id: string;
  name: string;
  createdAt: number;
}

export interface Putting {
  as: PutAs;
  rekey: RekeyRow;
  vouching: Vouching;
  progress(table: string, rows: number): void;
}

/** Whoever sees to one installation does not see to another, and what they have limited there is not limited here. */
const OF_OPERATORS: readonly string[] = [
  "operator_since",
  "request_rate",
  "delivery_rate",
  "stream_limit",
  "file_limit",
];

/** Rows and characters that are on their way to the database at most. */
const ROWS_UNDER_WAY = 5_000;
const TEXT_UNDER_WAY = 4_000_000;

export async function putWorkspace(
  tx: Tx,
  staged: StagedWorkspace,
  { as, rekey, vouching, progress }: Putting,
): Promise<void> {
  const { id: before } = staged.workspace;
  const adds = new Map<string, SqlCommand>();
  let head: AuditHead | undefined;
  let underWay = { rows: 0, text: 0 };
  for await (const { table, columns, rows } of staged.rows()) {
    const all = PLACED.includes(table) ? [...columns, "workspace_id"] : columns;
    const add = adds.get(table) ?? insert(table, all);
    adds.set(table, add);
    for (const row of rows) {
      const rekeyed = rekey(table, columns, row);
      if (table === "audit_head") head = headOf(columns, rekeyed);
      else tx.run(add, ...renamed(table, all, rekeyed, before, as));
    }
    progress(table, rows.length);
    underWay.rows += rows.length;
    for (const value of rows.flat()) underWay.text += typeof value === "string" ? value.length : 0;
    if (underWay.rows < ROWS_UNDER_WAY && underWay.text < TEXT_UNDER_WAY) continue;
    underWay = { rows: 0, text: 0 };
    // Once it is answered, what was written before has arrived.
    await tx.get(query<{ one: number }>({ one: "1" }, `from ${table} limit 1`));
  }
  await indexUnsearched(tx);
  for (const { kept } of staged.arrivedFiles()) {
    // The row is locked, or the file might be removed in the same moment.
    if ((await findOrphanedFileLocked(tx, kept)) === undefined) throw new TookTooLong();
    deleteOrphanedFile(tx, kept);
  }
  // Not all files may have come along.
  const bytes = await sumFileBytes(tx, as.id);
  if (bytes > 0) setCount(tx, fileBytesScope(as.id), 0, bytes);
  // Last: others wait for it.
  if (head !== undefined) await adoptAuditHead(tx, vouching, as.id, head, as.createdAt);
}

/** Thrown when it took so long that files which came along would count as orphaned. */
export class TookTooLong extends Error {}

function headOf(columns: readonly string[], row: readonly Value[]): AuditHead {
  const fields = Object.entries(HEAD).map(([field, column]) => [field, row[columns.indexOf(column)]]);
  return Object.fromEntries(fields) as AuditHead;
}

function renamed(table: string, columns: readonly string[], row: readonly Value[], before: string, as: PutAs): Value[] {
  return columns.map((column, i) => {
    const value = row[i] ?? null;
    if (column === "workspace_id") return as.id;
    if (OF_OPERATORS.includes(column)) return null;
    if (table === "counter" && value === allowanceScope(before)) return allowanceScope(as.id);
    if (table !== "workspace") return value;
    return { id: as.id, name: as.name, created_at: as.createdAt }[column] ?? value;
  });
}
