// /issues/batch: one change of several issues, whichever apps they are of.
import type { z } from "zod";
import { changeIssues, type IssueOutcome, type IssuesChange } from "../../../actions/issues/change-issues.ts";
import { requireRole } from "../../../domain/access/grant.ts";
import { notFound } from "../../../domain/fault.ts";
import { MAX_BATCH_ISSUES } from "../../../domain/limits.ts";
import { issueIdOf } from "../../../storage/issues/issue-codes.ts";
import { findReachedAppId } from "../../../storage/issues/issues.ts";
import { dataOf, presentList } from "../../../wire/envelope.ts";
import { ChangeIssuesBody, IssueOutcomeSchema, presentIssueOutcome } from "../../../wire/issues/issue-batch.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { performOnce, wasDone } from "../../pipeline/idempotency-header.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";

type BatchCall = Call<z.infer<typeof ChangeIssuesBody>>;

export const issueBatchRoutes: Route[] = [
  route({
    method: "POST",
    path: "/issues/batch",
    summary: `Make one change to up to ${MAX_BATCH_ISSUES} issues; each answers for itself`,
    compressible: true,
    role: "tester",
    body: ChangeIssuesBody,
    response: dataOf(IssueOutcomeSchema.array()),
    async handle(call) {
      const { services, actor, body } = call;
      // Fixing is for admins here, too, as it is for a single issue.
      if (body.change.fixed !== undefined) requireRole(actor, "admin");
      const names = [...new Set(body.ids)];
      const found = await findIssues(call, names);
      const { outcomes, headers } = await changeAll(call, found);
      const unknown = notFound("issue");
      const shown = names.map((name) => {
        const outcome = outcomes.get(found.get(name)?.id ?? "");
        const refusal = outcome === undefined ? { code: unknown.code, message: unknown.message } : outcome.refusal;
        return presentIssueOutcome(name, outcome?.issue ?? null, refusal, services.baseUrl);
      });
      return { body: presentList(shown), headers };
    },
  }),
];

interface Found {
  id: string;
  appId: string;
}

/** The issues in reach, under the ids or codes by which they were asked for. */
async function findIssues({ services, actor }: BatchCall, names: readonly string[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const name of names) {
    const id = await issueIdOf(services.reader, actor.reach, name);
    const appId = await findReachedAppId(services.reader, actor.reach, id);
    if (appId !== undefined) found.set(name, { id, appId });
  }
  return found;
}

/**
 * App by app: who repeats the request with its key after it was cut off has only the rest done. The last app has the key
 * itself, and keeps what became of all.
 */
async function changeAll(call: BatchCall, found: ReadonlyMap<string, Found>) {
  const { actor, body } = call;
  const change = changeOf(body.change);
  const byApp = new Map<string, Set<string>>();
  for (const { id, appId } of found.values()) byApp.set(appId, (byApp.get(appId) ?? new Set()).add(id));
  const isDone = await wasDone(call, changeIssues, body);
  const apps = isDone ? [...byApp].slice(-1) : [...byApp];
  let outcomes: IssueOutcome[] = [];
  let headers: Record<string, string> | undefined;
  for (const [i, [app, ids]] of apps.entries()) {
    const input = { actor, app, ids: [...ids], change, before: outcomes };
    const part = i === apps.length - 1 ? "" : ` ${app}`;
    const done = await performOnce(call, changeIssues, input, { asked: body, part, author: authorOf(call) });
    outcomes = done.output;
    headers = done.headers;
  }
  return { outcomes: new Map(outcomes.map((outcome) => [outcome.id, outcome])), headers };
}

function changeOf({ fixed, priority, assignees, place }: BatchCall["body"]["change"]): IssuesChange {
  if (fixed !== undefined) return { fixed };
  if (priority !== undefined) return { priority };
  if (assignees !== undefined) return { assignees };
  return { place: { check: place?.check ?? null, section: place?.section ?? null } };
}
