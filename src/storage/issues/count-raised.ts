// How many issues a workspace has raised since a moment.
import type { IssueStatus } from "../../domain/issues/issue.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { query, type Reads } from "../database/database.ts";

const STATUSES: readonly IssueStatus[] = ["open", "fixed"];
const raised = query<{ n: number }>({ n: "count(*)" }, "from issue where workspace_id = ? and status = ? and id >= ?");
/** Counts issues raised by servers of an older version, which don't note the workspace. */
const raisedElsewhere = query<{ n: number }>(
  { n: "count(*)" },
  "from issue where workspace_id is null and id >= ? and app_id in (select id from app where workspace_id = ?)",
);

/** Counts issues raised at a moment or later: ids sort by the time of raising. */
export async function countRaisedSince(db: Reads, workspaceId: string, at: number): Promise<number> {
  const first = firstIdAt("iss", at);
  let total = (await db.get(raisedElsewhere, first, workspaceId))!.n;
  for (const status of STATUSES) total += (await db.get(raised, workspaceId, status, first))!.n;
  return total;
}
