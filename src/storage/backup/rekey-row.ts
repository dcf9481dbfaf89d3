// A row under another secret key: what is encrypted in it is encrypted anew, and what vouches for the audit log vouches with that key. An
// export is written under a key of its own, and so never under that of an installation.
import {
  type AnchoredHead,
  type AuditKeys,
  auditKeysOf,
  BROKEN,
  headMac,
  keyOfHead,
} from "../../domain/workspace/audit-anchor.ts";
import { isErasureVouched, KEPT_START, vouchedAnew } from "../../domain/workspace/audit-chain.ts";
import { reseal, SEALED_VALUES, type SealedTable } from "../../domain/workspace/sealed-values.ts";
import { cipherOf, type SecretKeys } from "../../domain/workspace/secret-check.ts";
import type { Cipher } from "../../lib/crypto/cipher.ts";
import type { Value } from "../database/database.ts";
import { HEAD } from "../workspace/audit-heads.ts";
import { AUDIT_COLUMNS } from "../workspace/audit-log.ts";
import { idColumnOf } from "../workspace/read-sealed-values.ts";

/** The keys that rows are read and written with, and the workspace's id before and after. */
export interface Rekeying {
  from: SecretKeys;
  to: string;
  workspaceId: { from: string; to: string };
}

/** What can't be read with the keys that there are. */
export class UnreadableSecret extends Error {}

type Row = Record<string, Value>;

/** Throws `UnreadableSecret`. */
export type RekeyRow = (table: string, columns: readonly string[], row: Value[]) => Value[];

export function rekeyRows({ from, to, workspaceId }: Rekeying): RekeyRow {
  const former = [from.secretKey, from.oldSecretKey].filter((key) => key !== null).map(cipherOf);
  const next = cipherOf(to);
  const keys = { from: auditKeysOf(from), to: auditKeysOf({ secretKey: to, oldSecretKey: null }) };
  return (table, columns, values) => {
    const isOurs = table in SEALED_VALUES || table === "audit" || table === "audit_head";
    if (!isOurs) return values;
    const row = Object.fromEntries(columns.map((column, i) => [column, values[i]!]));
    if (table === "audit") Object.assign(row, vouchForEntry(row, keys, workspaceId));
    else if (table === "audit_head") row.mac = vouchForHead(row, keys, workspaceId);
    else Object.assign(row, resealed(table as SealedTable, row, next, former));
    return columns.map((column) => row[column]!);
  };
}

function resealed(table: SealedTable, row: Row, next: Cipher, former: readonly Cipher[]): Row {
  const changed: Row = {};
  for (const column of Object.keys(SEALED_VALUES[table])) {
    let value = row[column] as string | null;
    if (value === null) continue;
    const id = row[idColumnOf(table)] as string;
    for (const one of former) value = reseal({ next, former: one }, { table, column, id, value }).value;
    if (reseal({ next, former: null }, { table, column, id, value }).was !== "next") {
      throw new UnreadableSecret(`${table} ${id}: its ${column} can't be read with the secret key`);
    }
    changed[column] = value;
  }
  return changed;
}

interface AuditKeyPair {
  from: AuditKeys;
  to: AuditKeys;
}
type WorkspaceIds = Rekeying["workspaceId"];

/** A head that was changed from outside has no valid code before the move, and gets none here. */
function vouchForHead(row: Row, keys: AuditKeyPair, workspaceId: WorkspaceIds): string {
  const fields = Object.entries(HEAD).map(([field, column]) => [field, row[column]]);
  const head = Object.fromEntries(fields) as AnchoredHead & { mac: string };
  if (head.mac === "" || head.mac === BROKEN) return head.mac;
  if (keyOfHead(keys.from, workspaceId.from, head) === undefined) return BROKEN;
  return headMac(keys.to[0], workspaceId.to, head);
}

/** Renews the code of an entry. Only old entries from which something was erased have one. */
function vouchForEntry(row: Row, keys: AuditKeyPair, workspaceId: WorkspaceIds): Row {
  if (!String(row.salts ?? "").startsWith(KEPT_START)) return {};
  const fields = Object.entries(AUDIT_COLUMNS).map(([field, column]) => [field, row[column]]);
  const entry = Object.fromEntries(fields);
  if (!isErasureVouched(keys.from, workspaceId.from, entry)) return {};
  return { salts: vouchedAnew(entry, { keys: keys.to, workspaceId: workspaceId.to }).salts };
}
