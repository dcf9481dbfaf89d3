// Sign-ins that were right for several accounts: whoever has the token may open those that it names, each once. One opens nothing by itself, and ends
// whenever the sessions of its person are ended.
import type { Voucher } from "../../domain/access/identity.ts";
import { command, insert, query, type Reads, returning, type Tx } from "../database/database.ts";

export interface SignInChoice {
  /** The hash of the browser's token. */
  hash: string;
  personId: string;
  /** Who has vouched for the person; null: the password was right. */
  vouchedBy: Voucher | null;
  /** The name that a proxy has for the person. */
  vouchedFor: string | null;
  expiresAt: number;
}

/** A choice with its workspace and the address of its account. */
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
const takeOne = returning<{ hash: string }>("delete from sign_in_choice where hash = ? and person_id = ?", {
  hash: "hash",
});
const dropOfPerson = command("delete from sign_in_choice where person_id = ?");
// Whoever has only said that an address is theirs is not known to be its other accounts: but the same password, or the same identity, shows it.
const dropOfOwner = command(
  `delete from sign_in_choice where hash <> ? and person_id in (
     select same.id from person own join person same on same.email = own.email
       where own.id = ? and same.removed_at is null
         and (own.email_confirmed_at is not null or same.id = own.id or same.password_hash = own.password_hash)
     union all
     select same.person_id from identity own
       join identity same on same.issuer = own.issuer and same.subject = own.subject
       where own.person_id = ?)`,
);
const dropVouched = command("delete from sign_in_choice where person_id = ? and vouched_by = ?");
const dropAll = command("delete from sign_in_choice where hash = ?");
const dropEnded = command("delete from sign_in_choice where expires_at <= ?");

/** Choices that can still be opened at `now`, sorted by the names of their workspaces. */
export async function listChoices(db: Reads, hash: string, now: number): Promise<ListedChoice[]> {
  return db.all(ofToken, hash, now);
}

export function insertChoice(tx: Tx, choice: SignInChoice): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof SignInChoice)[]).map((field) => choice[field]));
}

/** Whoever opens it uses it up. False if somebody has put an end to it meanwhile. */
export async function takeChoice(tx: Tx, hash: string, personId: string): Promise<boolean> {
  return (await tx.get(takeOne, hash, personId)) !== undefined;
}

export function deleteChoicesOfPerson(tx: Tx, personId: string): void {
  tx.run(dropOfPerson, personId);
}

/** Deletes what all browsers but one could open of a person's confirmed accounts, in any workspace. */
export function deleteChoicesOfOwner(tx: Tx, personId: string, except: string | null): void {
  tx.run(dropOfOwner, except ?? "", personId, personId);
}

export function deleteChoicesVouchedBy(tx: Tx, personId: string, voucher: Voucher): void {
  tx.run(dropVouched, personId, voucher);
}

/** Deletes all choices of a browser's token. */
export function deleteChoices(tx: Tx, hash: string): void {
  tx.run(dropAll, hash);
}

export function dropEndedChoices(tx: Tx, now: number): void {
  tx.run(dropEnded, now);
}
