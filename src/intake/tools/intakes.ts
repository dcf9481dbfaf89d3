// Every tool that is listened to.
import type { Tool } from "../../domain/connection.ts";
import { sentry } from "../sentry/sentry.ts";
import { slack } from "../slack/slack.ts";
import { teams } from "../teams/teams.ts";
import type { ToolIntake } from "./tool.ts";

export const INTAKES: Partial<Record<Tool, ToolIntake>> = {
  slack,
  teams,
  sentry,
};
