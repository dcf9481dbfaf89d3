// The tags of things: another one whenever anything that is shown of the thing is another.
import type { Reach } from "../domain/access/grant.ts";
import type { AppConfig } from "../domain/apps/app-config.ts";
import { requireMatch } from "../domain/if-match.ts";
import { tagOf } from "../lib/etag.ts";
import { getAppConfig } from "./apps/app-config.ts";
import { type App, flushApps, getApp } from "./apps/apps.ts";
import type { Reads, Tx } from "./database/database.ts";
import { findIssueText, type IssueText } from "./issues/issues.ts";
import { getShownCheck, type ShownCheck } from "./runbook/checks.ts";
import type { Section } from "./runbook/sections.ts";
import { listShownPlatformStatuses, type ShownPlatformStatus } from "./status/platform-statuses.ts";
import type { Webhook } from "./webhook/webhooks.ts";

/** What all that is shown of some apps depends on. */
export function versionOf(apps: readonly Pick<App, "id" | "revision">[]): string {
  return apps.map((app) => `${app.id}:${app.revision}`).join(" ");
}

export function appTag({ id, revision }: Pick<App, "id" | "revision">): string {
  return tagOf("app", id, revision);
}

/**
 * The tag of an issue. How often it was reported is behind a dot: whoever edits an issue need not have seen a tool's
 * last report.
 */
export function issueTag(issue: IssueText): string {
  const tag = unreportedTag(issue);
  return issue.repeats === 0 ? tag : `${tag.slice(0, -1)}.${issue.repeats}"`;
}

function unreportedTag({ id, code, appName, checkRef, checkTitle, document }: IssueText): string {
  return tagOf("issue", id, code, appName, checkRef, checkTitle, document);
}

/** The tag of a section, without its position, which isn't shown. */
export function sectionTag({ position: _, ...shown }: Section): string {
  return tagOf("section", JSON.stringify(shown));
}

/** The tag of a check, without its place among others, which isn't shown; `codes` are the app's platforms in order. */
export function checkEtag(
  app: Pick<App, "name">,
  codes: readonly string[],
  check: ShownCheck,
  platformStatuses: readonly ShownPlatformStatus[],
): string {
  const byPlatform = new Map(platformStatuses.map((platformStatus) => [platformStatus.platform, platformStatus]));
  const { position: _, sectionPosition: __, ...shown } = check;
  return tagOf("check", app.name, JSON.stringify([shown, codes.map((code) => byPlatform.get(code) ?? null)]));
}

/** The tag of a webhook's configuration, which deliveries don't change. */
export function webhookTag(webhook: Webhook): string {
  return tagOf("webhook", JSON.stringify(webhook));
}

/**
 * Compares If-Match with the issue as the transaction sees it; the caller has reached the issue. Throws
 * `precondition_failed`.
 */
export async function requireIssueMatch(tx: Tx, reach: Reach, id: string, ifMatch: string | undefined): Promise<void> {
  await requireMatch(ifMatch?.replaceAll(/\.\d+(?=")/g, ""), async () => {
    flushApps(tx);
    return unreportedTag((await findIssueText(tx, reach, id))!);
  });
}

/** The check with all that its tag is made of. Throws `not_found`. */
export async function readCheck(
  db: Reads,
  reach: Reach,
  id: string,
): Promise<{
  app: App;
  check: ShownCheck;
  platforms: AppConfig["platforms"];
  platformStatuses: ShownPlatformStatus[];
  tag: string;
}> {
  const check = await getShownCheck(db, reach, id);
  const app = await getApp(db, reach, check.appId);
  const { platforms } = await getAppConfig(db, app);
  const platformStatuses = await listShownPlatformStatuses(db, [id]);
  const codes = platforms.map(({ code }) => code);
  return { app, check, platforms, platformStatuses, tag: checkEtag(app, codes, check, platformStatuses) };
}
