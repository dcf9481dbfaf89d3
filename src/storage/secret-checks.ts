// A word sealed with the operator's secret key: whoever opens it has the key that this database was used with.
import { command, query, type Reads, type Tx } from "./database.ts";

export const secretCheck = query<{ sealed: string }>({ sealed: "sealed" }, "from secret_check where id = 1");
const add = command("insert into secret_check (id, sealed) values (1, ?) on conflict (id) do nothing");

export async function findSecretCheck(db: Reads): Promise<string | undefined> {
  return (await db.get(secretCheck))?.sealed;
}

/** Does nothing when there is one already, put there by a server that starts at the same moment. */
export function insertSecretCheck(tx: Tx, sealed: string): void {
  tx.run(add, sealed);
}
