// /issues
import { confirmIssue } from "../../../actions/issues/confirm-issue.ts";
import { editIssue } from "../../../actions/issues/edit-issue.ts";
import { fixIssue } from "../../../actions/issues/fix-issue.ts";
import { placeIssue } from "../../../actions/issues/place-issue.ts";
import { raiseIssue } from "../../../actions/issues/raise-issue.ts";
import { notFound } from "../../../domain/fault.ts";
import type { IssueStatus } from "../../../domain/issues/issue.ts";
import { asksNothing } from "../../../domain/issues/search-terms.ts";
import { andThen } from "../../../lib/async/awaitable.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import { listFewApps, reachApps } from "../../../storage/apps/few-apps.ts";
import { issueTag, versionOf } from "../../../storage/etags.ts";
import { type HistoryEntry, listHistory } from "../../../storage/issues/issue-history.ts";
import { type AskedCode, type ListedIssues, listNewest, type PageIssue } from "../../../storage/issues/issue-pages.ts";
import type { IssuePlace } from "../../../storage/issues/issue-ranges.ts";
import { findIssueText, getAppIdOfIssue, type IssueText } from "../../../storage/issues/issues.ts";
import { dataOf, pageSchema, presentData, presentPage } from "../../../wire/envelope.ts";
import { HistoryEntrySchema, HistoryQuery, presentHistoryEntry } from "../../../wire/issues/history.ts";
import {
  ConfirmIssueBody,
  EditIssueBody,
  FixIssueBody,
  IssueSchema,
  ListIssuesQuery,
  PlaceIssueBody,
  presentIssue,
  RaiseIssueBody,
} from "../../../wire/issues/issue.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { performOnce } from "../../pipeline/idempotency-header.ts";
import { cachedPage, openCursor, pageOf } from "../../pipeline/paging.ts";
import { readInThread, SHORT } from "../../pipeline/read-in-thread.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";
import { findFilterCheck } from "../runbook/check-filter.ts";
import { readIssueFilter, readsPage, sortOf } from "./issue-filter.ts";

const STATUSES: Record<"open" | "fixed" | "all", readonly IssueStatus[]> = {
  open: ["open"],
  fixed: ["fixed"],
  all: ["open", "fixed"],
};

export const issueRoutes: Route[] = [
  route({
    method: "POST",
    path: "/issues",
    summary: "Raise an issue",
    role: "tester",
    subject: "body.app",
    body: RaiseIssueBody,
    response: dataOf(IssueSchema),
    async handle(call) {
      const { actor, body } = call;
      const { output, headers } = await performOnce(call, raiseIssue, {
        actor,
        app: body.app,
        check: body.check ?? null,
        section: body.section ?? null,
        text: body.text,
        platforms: body.platforms ?? [],
        priority: body.priority ?? null,
        reporter: body.reporter ?? null,
      });
      const issue = await withCode(call, output);
      return {
        status: 201,
        body: presentData(presentIssue(issue, call.services.baseUrl)),
        location: `/issues/${issue.id}`,
        headers,
      };
    },
  }),
  route({
    method: "GET",
    path: "/issues",
    summary: "List issues, newest or most recently fixed first",
    compressible: true,
    role: "viewer",
    cacheable: true,
    query: ListIssuesQuery,
    reads: readsPage,
    response: pageSchema(IssueSchema),
    async handle(call) {
      const { services, actor, query } = call;
      const { sort, status } = sortOf(query);
      const app = query.app === undefined ? null : await getApp(services.reader, actor.reach, query.app);
      const check = query.check === undefined ? null : await findFilterCheck(call, app, query.check);
      const reach = check === null ? actor.reach : reachApps(actor.reach, [check]);
      const apps = app !== null ? [app] : await listFewApps(services.reader, reach);
      const {
        apps: listed,
        code,
        context: narrowed,
        sectionId,
        ...filter
      } = await readIssueFilter(call, query, app, apps);
      const sorted = ["issues", actor.reach.workspaceId, app?.id ?? "", check?.id ?? "", status, sort];
      const context = [...sorted, ...narrowed];
      const after = openCursor<IssuePlace>(call, context, query.cursor);
      return cachedPage(call, listed, async () => {
        const asked = { ...filter, statuses: STATUSES[status], sort, after, limit: query.limit + 1 };
        const wanted: ListedIssues =
          listed === undefined
            ? { ...asked, reach: actor.reach, platform: query.platform ?? null, checkId: null }
            : { ...asked, apps: listed, checkId: check?.id ?? null, sectionId };
        const found = await find(call, wanted, code);
        const { rows, nextCursor } = pageOf(call, context, found, query.limit, ({ place }) => place);
        return presentPage(
          rows.map((row) => presentIssue(row, services.baseUrl)),
          nextCursor,
        );
      });
    },
  }),
  route({
    method: "GET",
    path: "/issues/:id",
    summary: "Get an issue",
    role: "viewer",
    subject: "issue",
    cacheable: true,
    reads: () => "row",
    response: dataOf(IssueSchema),
    handle(call) {
      return call.cached(null, () =>
        andThen(findIssueText(call.services.reader, call.actor.reach, call.id), (issue) => {
          if (issue === undefined) throw notFound("issue");
          return presentSingle(call, issue);
        }),
      );
    },
  }),
  route({
    method: "PATCH",
    path: "/issues/:id",
    summary: "Edit an issue's text, platforms or priority",
    role: "tester",
    subject: "issue",
    conditional: true,
    body: EditIssueBody,
    response: dataOf(IssueSchema),
    async handle(call) {
      const { services, actor, id, body, request } = call;
      const ifMatch = request.headers["if-match"];
      return presentSingle(call, await services.performer.perform(editIssue, { actor, id, change: body, ifMatch }));
    },
  }),
  route({
    method: "POST",
    path: "/issues/:id/fix",
    summary: "Mark an issue fixed, or reopen it",
    role: "admin",
    subject: "issue",
    body: FixIssueBody,
    bodyOptional: true,
    response: dataOf(IssueSchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      const { fixed = true, platforms = null, pull_request: pullRequest = null } = body;
      const input = { actor, id, fixed, platforms, pullRequest };
      return presentSingle(call, await services.performer.perform(fixIssue, input, authorOf(call)));
    },
  }),
  route({
    method: "POST",
    path: "/issues/:id/confirm",
    summary: "Confirm that the fix of an issue without a check holds",
    role: "tester",
    subject: "issue",
    body: ConfirmIssueBody,
    bodyOptional: true,
    response: dataOf(IssueSchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      const confirmed = body.confirmed ?? true;
      return presentSingle(call, await services.performer.perform(confirmIssue, { actor, id, confirmed }));
    },
  }),
  route({
    method: "PUT",
    path: "/issues/:id/place",
    summary: "Place an issue on a check, in a section, or nowhere in particular",
    role: "tester",
    subject: "issue",
    conditional: true,
    body: PlaceIssueBody,
    response: dataOf(IssueSchema),
    async handle(call) {
      const { services, actor, id, body, request } = call;
      const { check = null, section = null } = body;
      const input = { actor, id, check, section, ifMatch: request.headers["if-match"] };
      return presentSingle(call, await services.performer.perform(placeIssue, input));
    },
  }),
  route({
    method: "GET",
    path: "/issues/:id/history",
    summary: "List what happened to an issue, newest first",
    compressible: true,
    role: "viewer",
    subject: "issue",
    query: HistoryQuery,
    response: pageSchema(HistoryEntrySchema),
    async handle(call) {
      const { services, actor, id, query } = call;
      const app = await getApp(services.reader, actor.reach, await getAppIdOfIssue(services.reader, actor.reach, id));
      const context = ["history", id];
      const after = openCursor<{ revision: number; part: number }>(call, context, query.cursor);
      return call.cached(versionOf([app]), async () => {
        const found = await listHistory(services.reader, id, after, query.limit + 1);
        const placeOf = ({ revision, part }: HistoryEntry) => ({ revision, part });
        const { rows, nextCursor } = pageOf(call, context, found, query.limit, placeOf);
        return presentPage(rows.map(presentHistoryEntry), nextCursor);
      });
    },
  }),
];

/** What a version before this one kept for an Idempotency-Key has no code. */
async function withCode({ services, actor }: Pick<Call, "services" | "actor">, kept: IssueText): Promise<IssueText> {
  return kept.code === undefined ? (await findIssueText(services.reader, actor.reach, kept.id))! : kept;
}

/** Over many apps most plain lists take a short look; what doesn't is left to a thread. */
async function find(call: Call, wanted: ListedIssues, code: AskedCode | null): Promise<PageIssue[]> {
  if ("reach" in wanted && asksNothing(wanted.asked)) {
    const newest = await listNewest(call.services.reader, wanted);
    if (newest !== undefined) return newest;
  }
  return readInThread(call, isLong(wanted), "listIssues", { wanted, code });
}

/** Whether a list may take long: a search looks anywhere among the issues, a plain list only at its top. */
function isLong(wanted: ListedIssues): boolean {
  if ("reach" in wanted) return true;
  if (asksNothing(wanted.asked) && wanted.sectionId === undefined && wanted.sort === "raised_at") return false;
  return wanted.apps.reduce((sum, { lastNumber }) => sum + lastNumber, 0) > SHORT.searched;
}

function presentSingle({ services }: Pick<Call, "services">, issue: IssueText) {
  return { body: presentData(presentIssue(issue, services.baseUrl)), tag: issueTag(issue) };
}
