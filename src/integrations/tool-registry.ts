// Every tool that an app can be connected with, by its name.
import type { Tool } from "../domain/connections/connection.ts";
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

export const TOOL_REGISTRY: Record<Tool, ToolDefinition> = {
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
};
