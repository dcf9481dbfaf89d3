// /operator/workspaces: every workspace of the installation, for those who run it.

import { notOperator } from "../../../actions/access/require-operator.ts";
import { countUse } from "../../../actions/workspace/count-use.ts";
import { operateWorkspace } from "../../../actions/workspace/operate-workspace.ts";
import { requireConfirmed } from "../../../domain/access/second-factor.ts";
import { notFound } from "../../../domain/fault.ts";
import {
  findOperatedWorkspace,
  listOperatedCalled,
  listOperatedWorkspaces,
} from "../../../storage/workspace/workspace-use.ts";
import { dataOf, pageSchema, presentData, presentPage } from "../../../wire/envelope.ts";
import {
  limitsOf,
  OperatedQuery,
  OperatedWorkspaceSchema,
  OperateWorkspaceBody,
  presentOperated,
} from "../../../wire/workspace/operated-workspace.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import type { PersonActor } from "../../pipeline/request-actor.ts";
import { personRoute, type Reply, type Route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";

export const operatorRoutes: Route[] = [
  personRoute({
    method: "GET",
    path: "/operator/workspaces",
    summary: "List all workspaces of the installation, newest first, with what they use and may use",
    role: "admin",
    unscoped: true,
    query: OperatedQuery,
    response: pageSchema(OperatedWorkspaceSchema),
    async handle(call) {
      const { services, actor, query } = call;
      requireOperator(actor);
      const { reader, freePlanIssues } = services;
      const context = ["operator/workspaces", query.name ?? ""];
      const beyond = openCursor<{ id: string; createdAt: number }>(call, context, query.cursor);
      const found =
        query.name === undefined
          ? await listOperatedWorkspaces(reader, query.limit + 1, beyond)
          : await listOperatedCalled(reader, query.name, query.limit + 1, beyond);
      const { rows, nextCursor } = pageOf(call, context, found, query.limit, ({ id, createdAt }) => ({
        id,
        createdAt,
      }));
      const shown = rows.map((row) => presentOperated(row, freePlanIssues));
      return { body: presentPage(shown, nextCursor) };
    },
  }),
  personRoute({
    method: "GET",
    path: "/operator/workspaces/:id",
    summary: "Get one workspace of the installation, with what it uses and may use",
    role: "admin",
    unscoped: true,
    response: dataOf(OperatedWorkspaceSchema),
    async handle({ services, actor, id }) {
      requireOperator(actor);
      return answer(services, id);
    },
  }),
  personRoute({
    method: "PATCH",
    path: "/operator/workspaces/:id",
    summary: "Rename a workspace, change its plan, or what it may send and keep",
    role: "admin",
    unscoped: true,
    body: OperateWorkspaceBody,
    response: dataOf(OperatedWorkspaceSchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      requireOperator(actor);
      requireConfirmed(actor.confirmedAt, services.clock(), "Changing a workspace");
      const limits = body.limits === undefined ? undefined : limitsOf(body.limits);
      const input = { id, name: body.name, plan: body.plan, limits };
      await services.performer.perform(operateWorkspace, input, authorOf(call));
      return answer(services, id);
    },
  }),
  personRoute({
    method: "POST",
    path: "/operator/workspaces/:id/use",
    summary: "Count again how much a workspace uses, which is otherwise done once an hour",
    role: "admin",
    unscoped: true,
    response: dataOf(OperatedWorkspaceSchema),
    async handle({ services, actor, id }) {
      requireOperator(actor);
      if ((await findOperatedWorkspace(services.reader, id)) === undefined) throw notFound("workspace");
      await services.performer.perform(countUse, { workspaceId: id });
      return answer(services, id);
    },
  }),
];

/** Throws `forbidden`. What is changed is held against the person once more when that is done. */
function requireOperator({ isOperator }: PersonActor): void {
  if (!isOperator) throw notOperator();
}

/** Throws `not_found`. */
async function answer({ reader, freePlanIssues }: Services, id: string): Promise<Reply> {
  const workspace = await findOperatedWorkspace(reader, id);
  if (workspace === undefined) throw notFound("workspace");
  return { body: presentData(presentOperated(workspace, freePlanIssues)) };
}
