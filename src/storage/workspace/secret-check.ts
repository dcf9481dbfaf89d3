// The secret check, encrypted with the operator's secret key: whoever can read it has the key that this database was used with. Beside it
// stands what is known of all audit logs together, which is sealed, too.
import { command, query, type Reads, returning, type Tx } from "../database/database.ts";

export const secretCheck = query<{ sealed: string }>({ sealed: "sealed" }, "from secret_check where id = 1");
const take = returning<{ sealed: string }>(
  `insert into secret_check (id, sealed) values (1, ?)
   on conflict (id) do update set sealed = excluded.sealed where secret_check.sealed = ?`,
  { sealed: "sealed" },
);
const SINCE = { since: "audit_since" };
const since = query<{ since: string | null }>(SINCE, "from secret_check where id = 1");
const sinceHeld = query<{ since: string | null }>(SINCE, "from secret_check where id = 1 {lock}");
const setSince = command("update secret_check set audit_since = ? where id = 1");

export async function findSecretCheck(db: Reads): Promise<string | undefined> {
  return (await db.get(secretCheck))?.sealed;
}

/** Replaces the secret check, or none (""). False if a server that starts at the same moment replaced it. */
export async function replaceSecretCheck(tx: Tx, sealed: string, replaced: string): Promise<boolean> {
  return (await tx.get(take, sealed, replaced)) !== undefined;
}

/** Null while audit logs are not vouched for, undefined before a server has used the database. */
export async function findAuditSince(db: Reads): Promise<string | null | undefined> {
  return (await db.get(since))?.since;
}

export async function lockAuditSince(tx: Tx): Promise<string | null | undefined> {
  return (await tx.get(sinceHeld))?.since;
}

export function updateAuditSince(tx: Tx, sealed: string): void {
  tx.run(setSince, sealed);
}
