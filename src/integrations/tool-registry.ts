// Every tool that is listened to.
import type { Tool } from "../domain/connections/connection.ts";
import { github } from "./github/intake.ts";
import { gitlab } from "./gitlab/intake.ts";
import { jira } from "./jira/intake.ts";
import { linear } from "./linear/intake.ts";
import { sentry } from "./sentry/intake.ts";
import { slack } from "./slack/intake.ts";
import { teams } from "./teams/intake.ts";
import type { ToolIntake } from "./toolkit/tool-intake.ts";

export const INTAKES: Record<Tool, ToolIntake> = { slack, teams, sentry, github, gitlab, jira, linear };
