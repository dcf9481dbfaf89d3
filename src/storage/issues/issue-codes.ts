// Issues by their codes.

import { type Reach, reaches } from "../../domain/access/grant.ts";
import { parseCode } from "../../domain/issues/issue-code.ts";
import type { Awaitable } from "../../lib/async/awaitable.ts";
import { flushApps } from "../apps/apps.ts";
import { findFormerOwner } from "../apps/former-prefixes.ts";
import { query, type Reads } from "../database/database.ts";
import { findIssueByNumber } from "./issues.ts";

const byPrefix = query<{ id: string }>(
  { id: "id" },
  "from app where workspace_id = ? and prefix = ? and archived_at is null",
);

/** The id of an issue: a code is looked up in any case and with former prefixes; anything else is an id itself. */
export function issueIdOf(db: Reads, reach: Reach, name: string): Awaitable<string> {
  const code = parseCode(name);
  return code === null ? name : findIssueByCode(db, reach, code).then((id) => id ?? name);
}

/** The id of the issue that has this code, in reach. */
export async function findIssueByCode(
  db: Reads,
  reach: Reach,
  { prefix, number }: { prefix: string; number: number },
): Promise<string | undefined> {
  const appId = await findAppByPrefix(db, reach, prefix);
  return appId === undefined ? undefined : findIssueByNumber(db, appId, number);
}

/** The id of the app in reach that has the prefix, or had it before. */
export async function findAppByPrefix(db: Reads, reach: Reach, prefix: string): Promise<string | undefined> {
  const { workspaceId } = reach;
  flushApps(db);
  const id = (await db.get(byPrefix, workspaceId, prefix))?.id ?? (await findFormerOwner(db, workspaceId, prefix));
  return id !== undefined && reaches(reach, { workspaceId, id }) ? id : undefined;
}
