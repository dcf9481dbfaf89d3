// The accounts of one e-mail address: a person in each of the workspaces in which somebody has it.
import { MAX_ACCOUNTS } from "../../domain/limits.ts";
import { query, type Reads } from "../database/database.ts";
import { PERSON_COLUMNS, type Person } from "./people.ts";

// Those whose address is known to be theirs come first: whoever has only written it down elsewhere can't push them out.
const ORDER = "order by case when email_confirmed_at is null then 1 else 0 end, id limit ?";
const AT_ADDRESS = "from person where email = ? and removed_at is null";
const atAddress = query<Person>(PERSON_COLUMNS, `${AT_ADDRESS} ${ORDER}`);
const inNamed = query<Person>(
  PERSON_COLUMNS,
  `${AT_ADDRESS} and workspace_id in (select w.id from workspace w where w.name = ?) ${ORDER}`,
);
const withSalt = query<{ passwordHash: string }>(
  { passwordHash: "password_hash" },
  `${AT_ADDRESS} and password_hash is not null order by id limit 1`,
);

/** The accounts of an address in every workspace, or only in workspaces of that name. */
export async function listAccounts(db: Reads, email: string, workspace: string | null): Promise<Person[]> {
  return workspace === null ? db.all(atAddress, email, MAX_ACCOUNTS) : db.all(inNamed, email, workspace, MAX_ACCOUNTS);
}

/** The hash whose salt all accounts of the address should have; undefined if none has a password. */
export async function findSaltedHash(db: Reads, email: string): Promise<string | undefined> {
  return (await db.get(withSalt, email))?.passwordHash;
}
