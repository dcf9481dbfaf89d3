// A word sealed with the operator's secret key: whoever opens it has the key that this database was used with.
import { insert, query, type Reads, type Tx } from "./database.ts";

const kept = query<{ sealed: string }>({ sealed: "sealed" }, "from secret_check where id = 1");
const add = insert("secret_check", ["id", "sealed"]);

export async function findSecretCheck(db: Reads): Promise<string | undefined> {
  return (await db.get(kept))?.sealed;
}

export function insertSecretCheck(tx: Tx, sealed: string): void {
  tx.run(add, 1, sealed);
}
