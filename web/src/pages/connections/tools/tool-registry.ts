// Every tool that an app can be connected with.
import type { Tool } from "../../../../../src/wire/lists.ts";
import type { Connection } from "../../../api/types.ts";
import { discord } from "./discord.ts";
import { events } from "./events.ts";
import { gitea } from "./gitea.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { googlechat } from "./googlechat.ts";
import { jira } from "./jira.ts";
import { jiraDataCenter } from "./jira-data-center.ts";
import { linear } from "./linear.ts";
import { matrix } from "./matrix.ts";
import { mattermost } from "./mattermost.ts";
import { redmine } from "./redmine.ts";
import { sentry } from "./sentry.ts";
import { sentrySdk } from "./sentry-sdk.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import type { ConnectionField, ToolFacts } from "./tool-fields.ts";

export const TOOL_FACTS: Record<Tool, ToolFacts> = {
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

/** The credential without which nothing that comes from the tool is accepted, while it is not held. */
export function missingSecret({
  tool,
  credentials,
}: Pick<Connection, "tool" | "credentials">): ConnectionField | undefined {
  return TOOL_FACTS[tool].inFields.find(
    ({ part, name, needed }) => part === "credentials" && needed === true && !credentials.includes(name),
  );
}
