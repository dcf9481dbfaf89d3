// Every tool that an app can be connected with, by its name. The API, the interface and the rules have the list from here.
import { discord } from "./discord/discord.ts";
import { events } from "./events/events.ts";
import { gitea } from "./gitea/gitea.ts";
import { github } from "./github/github.ts";
import { gitlab } from "./gitlab/gitlab.ts";
import { googlechat } from "./googlechat/googlechat.ts";
import { jira } from "./jira/jira.ts";
import { jiraDataCenter } from "./jira-data-center/jira-data-center.ts";
import { linear } from "./linear/linear.ts";
import { matrix } from "./matrix/matrix.ts";
import { mattermost } from "./mattermost/mattermost.ts";
import { redmine } from "./redmine/redmine.ts";
import { sentry } from "./sentry/sentry.ts";
import { sentrySdk } from "./sentry-sdk/sentry-sdk.ts";
import { slack } from "./slack/slack.ts";
import { teams } from "./teams/teams.ts";
import type { ToolDefinition } from "./toolkit/tool-definition.ts";

/** In the order in which they are offered; those that speak to Retest come first. */
export const TOOL_REGISTRY = {
  slack,
  teams,
  sentry,
  "sentry-sdk": sentrySdk,
  github,
  gitlab,
  gitea,
  jira,
  "jira-data-center": jiraDataCenter,
  linear,
  redmine,
  mattermost,
  discord,
  googlechat,
  matrix,
  events,
} satisfies Record<string, ToolDefinition>;
export type Tool = keyof typeof TOOL_REGISTRY;

export const TOOLS = Object.keys(TOOL_REGISTRY) as Tool[];

/** The tool that a row names: no connection is made with one that is not in the list. */
export function toolNamed(name: string): ToolDefinition {
  return TOOL_REGISTRY[name as Tool];
}
