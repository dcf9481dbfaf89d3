// How much a workspace holds and has used of its month, at a cost that does not grow with what is in it.
import { firstIdAt } from "../lib/ids.ts";
import { listApps } from "./apps.ts";
import { allowanceScope, findCount } from "./counters.ts";
import { query, type Reads } from "./database.ts";
import type { Workspace } from "./workspaces.ts";

export interface Holdings {
  apps: number;
  people: number;
  keys: number;
}

const holdings = query<Holdings>(
  {
    apps: "(select count(*) from app a where a.workspace_id = w.id)",
    people: "(select count(*) from person p where p.workspace_id = w.id and p.removed_at is null)",
    keys: "(select count(*) from key k where k.workspace_id = w.id and k.revoked_at is null)",
  },
  "from workspace w where w.id = ?",
);
const firstSince = query<{ number: number }>(
  { number: "number" },
  "from issue where app_id = ? and status = ? and id >= ? order by id limit 1",
);

export async function findHoldings(db: Reads, { id }: Workspace): Promise<Holdings> {
  return (await db.get(holdings, id))!;
}

/** The issues raised since the month began. With an allowance they are counted; else each app's numbers tell. */
export async function countIssuesOfMonth(db: Reads, { id, plan }: Workspace, month: number): Promise<number> {
  if (plan === "free") return findCount(db, allowanceScope(id), month);
  let total = 0;
  for (const app of await listApps(db, { workspaceId: id, apps: null })) {
    const firsts: number[] = [];
    for (const status of ["open", "fixed"]) {
      const first = await db.get(firstSince, app.id, status, firstIdAt("iss", month));
      if (first !== undefined) firsts.push(first.number);
    }
    // An app numbers its issues without gaps, in the order of their ids.
    if (firsts.length > 0) total += Math.max(0, app.lastNumber - Math.min(...firsts) + 1);
  }
  return total;
}
