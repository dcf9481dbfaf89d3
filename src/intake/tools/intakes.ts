// Every tool that is listened to.
import type { Tool } from "../../domain/connections/connection.ts";
import { github } from "../github/github.ts";
import { gitlab } from "../gitlab/gitlab.ts";
import { jira } from "../jira/jira.ts";
import { linear } from "../linear/linear.ts";
import { sentry } from "../sentry/sentry.ts";
import { slack } from "../slack/slack.ts";
import { teams } from "../teams/teams.ts";
import type { ToolIntake } from "./tool.ts";

export const INTAKES: Record<Tool, ToolIntake> = { slack, teams, sentry, github, gitlab, jira, linear };
