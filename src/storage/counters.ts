// Counters with a ceiling, one row per scope and period, exact across servers.
import { command, query, type Reads, returning, type Tx } from "./database.ts";

const take = returning<{ n: number }>(
  `insert into counter (scope, period, n) values (?, ?, 1)
   on conflict (scope, period) do update set n = counter.n + 1 where counter.n < ?`,
  { n: "n" },
);
const current = query<{ n: number }>({ n: "n" }, "from counter where scope = ? and period = ?");
const set = command(
  `insert into counter (scope, period, n) values (?, ?, ?)
   on conflict (scope, period) do update set n = excluded.n`,
);

/** Counts one more; false, and nothing counted, when `limit` is reached. */
export async function claimCount(tx: Tx, scope: string, period: number, limit: number): Promise<boolean> {
  return limit > 0 && (await tx.get(take, scope, period, limit)) !== undefined;
}

export async function findCount(db: Reads, scope: string, period: number): Promise<number> {
  return (await db.get(current, scope, period))?.n ?? 0;
}

export function setCount(tx: Tx, scope: string, period: number, n: number): void {
  tx.run(set, scope, period, n);
}

export function allowanceScope(workspaceId: string): string {
  return `issues:${workspaceId}`;
}
