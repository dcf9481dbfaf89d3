// Reads at once what several units that change issues of one app, about to share a transaction, would ask for one by one.
import type { Reach } from "../../domain/access/grant.ts";
import type { Issue } from "../../domain/issues/issue.ts";
import { type App, lockApp } from "../apps/apps.ts";
import type { Tx } from "../database/database.ts";
import { readFixesAhead } from "./fixes-ahead.ts";
import { readIssuesAhead } from "./issues-ahead.ts";

/**
 * Takes the app and reads those of the issues that are its own, with their fixes. All of it leaves together, the app first: the database goes through it in
 * that order, so the rest is read when the app is held. Throws `not_found`.
 */
export async function readChangedAhead(
  tx: Tx,
  reach: Reach,
  appId: string,
  issueIds: readonly string[],
): Promise<{ app: App; issues: Issue[] }> {
  const locked = lockApp(tx, reach, appId);
  const found = readIssuesAhead(tx, appId, issueIds);
  const fixes = readFixesAhead(tx, issueIds);
  // Without the app all of it fails, and only what became of the app says why: it is looked at first.
  for (const outcome of await Promise.allSettled([locked, found, fixes])) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
  return { app: await locked, issues: await found };
}
