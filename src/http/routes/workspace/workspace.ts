// /workspace

import { setFactorDemand } from "../../../actions/workspace/change-workspace.ts";
import { startOfMonth } from "../../../lib/time-window.ts";
import { countIssuesOfMonth, findHoldings } from "../../../storage/workspace/usage.ts";
import { getWorkspace } from "../../../storage/workspace/workspaces.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { ChangeWorkspaceBody, presentWorkspace, WorkspaceSchema } from "../../../wire/workspace/workspace.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { personRoute, type Reply, type Route, route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";

export const workspaceRoutes: Route[] = [
  route({
    method: "GET",
    path: "/workspace",
    summary: "Get the workspace, its plan, and how much of it is used",
    role: "admin",
    unscoped: true,
    response: dataOf(WorkspaceSchema),
    handle: ({ services, actor }) => answer(services, actor.reach.workspaceId),
  }),
];

/** Routes for what people change of a workspace. */
export const workspaceSettingRoutes: Route[] = [
  personRoute({
    method: "PATCH",
    path: "/workspace",
    summary: "Demand a second factor of everybody in the workspace, or leave it to them",
    role: "admin",
    unscoped: true,
    body: ChangeWorkspaceBody,
    response: dataOf(WorkspaceSchema),
    async handle(call) {
      const { services, actor, body } = call;
      const { workspaceId } = actor.reach;
      const input = { workspaceId, demand: body.second_factor };
      await services.performer.perform(setFactorDemand, input, authorOf(call));
      return answer(services, workspaceId);
    },
  }),
];

async function answer({ reader, clock, freePlanIssues }: Services, workspaceId: string): Promise<Reply> {
  const workspace = await getWorkspace(reader, { workspaceId });
  const month = startOfMonth(clock());
  const issues = await countIssuesOfMonth(reader, workspace, month);
  const holdings = await findHoldings(reader, workspace);
  return { body: presentData(presentWorkspace(workspace, { month, issues, freePlanIssues }, holdings)) };
}
