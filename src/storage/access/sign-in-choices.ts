// Sign-ins that were right for several accounts: whoever has the token may open those that it names, each once. One opens nothing by itself, and ends
// whenever the sessions of its person are ended.
import type { Voucher } from "../../domain/access/identity.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

export interface SignInChoice {
  /** The hash of its token. */
  hash: string;
  personId: string;
  /** Who has vouched for the person; null: the password was right. */
  vouchedBy: Voucher | null;
  /** Whom a proxy calls the person. */
  vouchedFor: string | null;
  expiresAt: number;
}

/** With the workspace that it leads into, and the address of its account. */
export interface ListedChoice extends SignInChoice {
  email: string;
  workspaceId: string;
  workspaceName: string;
}

const COLUMNS = {
  hash: "c.hash",
  personId: "c.person_id",
  vouchedBy: "c.vouched_by",
  vouchedFor: "c.vouched_for",
  expiresAt: "c.expires_at",
};
const ofToken = query<ListedChoice>(
  { ...COLUMNS, email: "p.email", workspaceId: "p.workspace_id", workspaceName: "w.name" },
  `from sign_in_choice c join person p on p.id = c.person_id join workspace w on w.id = p.workspace_id
   where c.hash = ? and c.expires_at > ? and p.removed_at is null order by w.name, w.id`,
);
const add = insert(
  "sign_in_choice",
  Object.values(COLUMNS).map((column) => column.slice(2)),
);
const dropOne = command("delete from sign_in_choice where hash = ? and person_id = ?");
const dropVouched = command("delete from sign_in_choice where person_id = ? and vouched_by = ?");
const dropAll = command("delete from sign_in_choice where hash = ?");
const dropEnded = command("delete from sign_in_choice where expires_at <= ?");

/** Those that can still be opened at `now`, by the names of their workspaces. */
export async function listChoices(db: Reads, hash: string, now: number): Promise<ListedChoice[]> {
  return db.all(ofToken, hash, now);
}

export function insertChoice(tx: Tx, choice: SignInChoice): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof SignInChoice)[]).map((field) => choice[field]));
}

export function deleteChoice(tx: Tx, hash: string, personId: string): void {
  tx.run(dropOne, hash, personId);
}

export function deleteChoicesVouchedBy(tx: Tx, personId: string, voucher: Voucher): void {
  tx.run(dropVouched, personId, voucher);
}

/** All of one token. */
export function deleteChoices(tx: Tx, hash: string): void {
  tx.run(dropAll, hash);
}

export function dropEndedChoices(tx: Tx, now: number): void {
  tx.run(dropEnded, now);
}
