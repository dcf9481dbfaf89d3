// What old servers wrote otherwise than those of today: the audit log before its entries had salts, chained by the hash of that time, and
// the secret check from before there were codes for its head.
import { auditKeysOf, headMac } from "../../src/domain/workspace/audit-anchor.ts";
import { auditHash } from "../../src/domain/workspace/audit-chain.ts";
import type { AuditEntry } from "../../src/domain/workspace/audit-log.ts";
import { cipherOf } from "../../src/domain/workspace/secret-check.ts";
import type { Settings } from "../../test/support/clients/run-cli.ts";
import type { Table } from "./backup-digest.ts";

type Row = Record<string, unknown>;
/** The text that older versions encrypted as the check of the key. */
const OLD_WORD = "secret-check";

/** Gives the audit log its form before codes, while nothing was purged from it yet. */
export function useOldAuditLog({ RETEST_SECRET_KEY }: Settings, tables: Map<string, Table>): void {
  const [key] = auditKeysOf({ secretKey: RETEST_SECRET_KEY!, oldSecretKey: null });
  const entries = rowsOf(tables, "audit");
  const heads = rowsOf(tables, "audit_head").map((head) => {
    const workspaceId = String(head.workspace_id);
    let last = String(head.cut_hash);
    for (const entry of entries.filter((one) => one.workspace_id === workspaceId).sort(byId)) {
      Object.assign(entry, { previous: last, salts: null });
      last = auditHash(inFields(entry) as unknown as AuditEntry);
    }
    const chained = { ...head, last_hash: last };
    const anchored = inFields(chained) as unknown as Parameters<typeof headMac>[2];
    return { ...chained, mac: headMac(key, workspaceId, anchored) };
  });
  putRows(tables, "audit", entries);
  putRows(tables, "audit_head", heads);
}

export function useOldWord({ RETEST_SECRET_KEY }: Settings, tables: Map<string, Table>): void {
  const sealed = cipherOf(RETEST_SECRET_KEY!).encrypt(OLD_WORD, OLD_WORD);
  const rows = rowsOf(tables, "secret_check").map((row) => ({ ...row, sealed }));
  putRows(tables, "secret_check", rows);
}

function rowsOf(tables: Map<string, Table>, name: string): Row[] {
  const { columns, rows } = tables.get(name)!;
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
}

function putRows(tables: Map<string, Table>, name: string, rows: readonly Row[]): void {
  const { columns } = tables.get(name)!;
  tables.set(name, { columns, rows: rows.map((row) => columns.map((column) => row[column])) });
}

function byId(a: Row, b: Row): number {
  return String(a.id) < String(b.id) ? -1 : 1;
}

/** A row under the names of fields: `last_hash` is `lastHash`. */
function inFields(row: Row): Row {
  const field = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [field(column), value]));
}
