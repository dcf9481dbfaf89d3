// Every tool that is listened to.
import type { Tool } from "../../domain/connection.ts";
import { github } from "../github/github.ts";
import { gitlab } from "../gitlab/gitlab.ts";
import { jira } from "../jira/jira.ts";
import { linear } from "../linear/linear.ts";
import type { ToolIntake } from "./tool.ts";

export const INTAKES: Partial<Record<Tool, ToolIntake>> = {
  github,
  gitlab,
  jira,
  linear,
};
