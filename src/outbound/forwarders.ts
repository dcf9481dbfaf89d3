// Every tool that is told what happens to issues.
import type { Tool } from "../domain/connections/connection.ts";
import type { Forwarder } from "./forwarder.ts";
import { github } from "./github.ts";
import { jira } from "./jira.ts";
import { linear } from "./linear.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";

export const FORWARDERS: Partial<Record<Tool, Forwarder>> = { slack, teams, github, jira, linear };
