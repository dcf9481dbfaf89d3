// What a list of issues is narrowed down to, from what its query says.
import type { z } from "zod";
import { Fault } from "../../../domain/fault.ts";
import { codeIn } from "../../../domain/issues/issue-code.ts";
import { askedOf, type IssueFilter, type IssueQuery } from "../../../domain/issues/search-terms.ts";
import { pickSection } from "../../../domain/runbook/find-by-name.ts";
import { ANY_TIME, firstIdAt } from "../../../lib/ids.ts";
import { quote } from "../../../lib/text/text.ts";
import { getAppConfig } from "../../../storage/apps/app-config.ts";
import type { App } from "../../../storage/apps/apps.ts";
import type { AskedCode } from "../../../storage/issues/issue-pages.ts";
import { isPlatformReached } from "../../../storage/issues/issues-of-many-apps.ts";
import { listSections } from "../../../storage/runbook/sections.ts";
import type { ListIssuesQuery } from "../../../wire/issues/issue.ts";
import type { Call } from "../../pipeline/route.ts";

type Query = z.infer<typeof ListIssuesQuery>;

export interface ReadIssueFilter {
  /** The apps that are left; undefined for every app in reach that has the platform. */
  apps: App[] | undefined;
  asked: IssueQuery;
  sectionId: string | undefined;
  code: AskedCode | null;
  raised: { from: string; below: string };
  /** What a cursor is bound to; nothing when nothing narrows the list. */
  context: string[];
}

/** The order of the list, and which issues it shows: sorting by when they were fixed goes with fixed ones. Throws `invalid_sort`. */
export function sortOf(query: Query): { sort: "raised_at" | "fixed_at"; status: NonNullable<Query["status"]> } {
  const { sort = "raised_at" } = query;
  const status = query.status ?? (sort === "fixed_at" ? "fixed" : "open");
  if (sort === "fixed_at" && status !== "fixed") {
    throw new Fault("invalid_sort", "sort: fixed_at lists fixed issues only; leave status out or set it to fixed.");
  }
  return { sort, status };
}

/** `app` is the one that the query names, `apps` those to list, if they are few. Throws `invalid_request`, `not_found`, `unknown_platform`. */
export async function readIssueFilter(
  call: Call,
  query: Query,
  app: App | null,
  apps: App[] | undefined,
): Promise<ReadIssueFilter> {
  const { q, priority, via, platform, assignee, raised_after: from, raised_before: below } = query;
  const filter: IssueFilter = {};
  if (priority !== undefined) filter.priority = priority === "none" ? null : priority;
  if (via !== undefined) filter.via = via === "interface" ? null : via;
  if (platform !== undefined) filter.platform = platform;
  if (assignee !== undefined) filter.assignee = assignee;
  const sectionId = query.section === undefined ? undefined : await sectionOf(call, app, query.section);
  const named = q === undefined ? null : codeIn(q);
  const context = [q, priority, via, platform, sectionId, assignee, from, below];
  return {
    apps: platform === undefined ? apps : await withPlatform(call, apps, platform),
    asked: askedOf({ ...filter, ...(q === undefined ? {} : { words: q }) }),
    sectionId,
    code: named && { prefix: named.prefix, number: named.number, asked: askedOf({ ...filter, words: named.rest }) },
    raised: {
      from: from === undefined ? ANY_TIME.from : firstIdAt("iss", from),
      below: below === undefined ? ANY_TIME.below : firstIdAt("iss", below),
    },
    context: context.every((part) => part === undefined) ? [] : context.map((part) => JSON.stringify(part ?? null)),
  };
}

async function sectionOf({ services }: Call, app: App | null, name: string): Promise<string> {
  if (app === null) throw new Fault("invalid_request", "section: needs app too, because sections belong to an app.");
  return pickSection(await listSections(services.reader, app), name).id;
}

/** An app without the platform has no issue on it, not even one that covers all of its platforms. */
async function withPlatform(
  { services, actor }: Call,
  apps: App[] | undefined,
  code: string,
): Promise<App[] | undefined> {
  const left: App[] = [];
  for (const app of apps ?? []) {
    const { platforms } = await getAppConfig(services.reader, app);
    if (platforms.some((platform) => platform.code === code)) left.push(app);
  }
  if (left.length > 0) return left;
  if (apps === undefined && (await isPlatformReached(services.reader, actor.reach, code))) return undefined;
  throw new Fault(
    "unknown_platform",
    `platform: ${quote(code)} is not a platform code of ${apps?.length === 1 ? "this app" : "these apps"}.`,
  );
}

/** What narrows a list to one range of an index. */
const IN_ONE_RANGE = new Set(["app", "status", "raised_after", "raised_before", "limit", "cursor"]);

/** How a query's list is read: as a page where one range of an index has it. */
export function readsPage(query: unknown): "page" | undefined {
  const { app, status } = query as Query;
  const isOneRange = Object.keys(query as Query).every((name) => IN_ONE_RANGE.has(name));
  return isOneRange && app !== undefined && status !== "all" ? "page" : undefined;
}
