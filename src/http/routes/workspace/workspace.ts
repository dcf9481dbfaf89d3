// /workspace

import { startOfMonth } from "../../../lib/time-window.ts";
import { countIssuesOfMonth, findHoldings } from "../../../storage/workspace/usage.ts";
import { getWorkspace } from "../../../storage/workspace/workspaces.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { presentWorkspace, WorkspaceSchema } from "../../../wire/workspace/workspace.ts";
import { type Route, route } from "../../pipeline/route.ts";

export const workspaceRoutes: Route[] = [
  route({
    method: "GET",
    path: "/workspace",
    summary: "Get the workspace, its plan, and how much of it is used",
    role: "admin",
    unscoped: true,
    response: dataOf(WorkspaceSchema),
    async handle({ services, actor }) {
      const { reader, clock, freePlanIssues } = services;
      const workspace = await getWorkspace(reader, actor.reach);
      const month = startOfMonth(clock());
      const issues = await countIssuesOfMonth(reader, workspace, month);
      const holdings = await findHoldings(reader, workspace);
      return { body: presentData(presentWorkspace(workspace, month, issues, freePlanIssues, holdings)) };
    },
  }),
];
