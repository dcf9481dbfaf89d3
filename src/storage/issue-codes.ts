// Issues by their codes, and the codes of issues: an app's prefix may change, so a code is put together when it is asked for.
import { issueCode } from "../domain/code.ts";
import type { Reach } from "../domain/grant.ts";
import { listApps } from "./apps.ts";
import { placeholders, query, type Reads } from "./database.ts";
import { findIssueByNumber } from "./issues.ts";

interface Named {
  id: string;
  number: number;
  prefix: string;
}

/** The id of the issue that has this code, in reach. */
export async function findIssueByCode(
  db: Reads,
  reach: Reach,
  { prefix, number }: { prefix: string; number: number },
): Promise<string | undefined> {
  const app = (await listApps(db, reach)).find((one) => one.prefix === prefix);
  return app === undefined ? undefined : findIssueByNumber(db, app.id, number);
}

/** The codes of issues that the caller has reached. */
export async function listIssueCodes(db: Reads, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const those = query<Named>(
    { id: "i.id", number: "i.number", prefix: "(select prefix from app where app.id = i.app_id)" },
    `from issue i where i.id in (${placeholders(ids.length)})`,
  );
  return new Map((await db.all(those, ...ids)).map(({ id, number, prefix }) => [id, issueCode(prefix, number)]));
}
