// What connected tools are called.
import type { Connection } from "../../api/types.ts";

export type Tool = Connection["tool"];

export const TOOL_NAME: Record<Tool, string> = {
  slack: "Slack",
  teams: "Microsoft Teams",
  sentry: "Sentry",
  github: "GitHub",
  gitlab: "GitLab",
  jira: "Jira",
  linear: "Linear",
};
