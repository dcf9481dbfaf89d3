// Every tool that an app can be connected with, by its name.
import type { Tool } from "../domain/connections/connection.ts";
import { github } from "./github/github.ts";
import { gitlab } from "./gitlab/gitlab.ts";
import { jira } from "./jira/jira.ts";
import { linear } from "./linear/linear.ts";
import { sentry } from "./sentry/sentry.ts";
import { slack } from "./slack/slack.ts";
import { teams } from "./teams/teams.ts";
import type { ToolDefinition } from "./toolkit/tool-definition.ts";

export const TOOL_REGISTRY: Record<Tool, ToolDefinition> = {
  slack,
  teams,
  sentry,
  github,
  gitlab,
  jira,
  linear,
};
