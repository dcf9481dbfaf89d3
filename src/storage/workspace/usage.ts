// How much a workspace holds and has used of its month, at a cost that does not grow with what is in it.
import { firstIdAt } from "../../lib/ids.ts";
import { query, type Reads } from "../database/database.ts";
import { allowanceScope, findCount } from "./counters.ts";
import type { Workspace } from "./workspaces.ts";

export interface Holdings {
  apps: number;
  people: number;
  keys: number;
}

const holdings = query<Holdings>(
  {
    apps: "(select count(*) from app a where a.workspace_id = w.id and a.archived_at is null)",
    people: "(select count(*) from person p where p.workspace_id = w.id and p.removed_at is null)",
    keys: "(select count(*) from key k where k.workspace_id = w.id and k.revoked_at is null)",
  },
  "from workspace w where w.id = ?",
);
const first = (status: string) =>
  `(select i.number from issue i where i.app_id = a.id and i.status = '${status}' and i.id >= ? order by i.id limit 1)`;
const numbers = query<{ last: number; open: number | null; fixed: number | null }>(
  { last: "a.last_number", open: first("open"), fixed: first("fixed") },
  "from app a where a.workspace_id = ?",
);

export async function findHoldings(db: Reads, { id }: Workspace): Promise<Holdings> {
  return (await db.get(holdings, id))!;
}

/** The issues raised since the month began, those of archived apps too. With an allowance they are counted; else each app's numbers tell. */
export async function countIssuesOfMonth(db: Reads, { id, plan }: Workspace, month: number): Promise<number> {
  if (plan === "free") return findCount(db, allowanceScope(id), month);
  const start = firstIdAt("iss", month);
  let total = 0;
  for (const { last, open, fixed } of await db.all(numbers, start, start, id)) {
    const since = Math.min(open ?? Number.POSITIVE_INFINITY, fixed ?? Number.POSITIVE_INFINITY);
    // An app numbers its issues without gaps, in the order of their ids.
    total += Math.max(0, last - since + 1);
  }
  return total;
}
