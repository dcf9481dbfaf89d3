// Every tool that is told what happens to issues.
import type { Tool } from "../domain/connections/connection.ts";
import { github } from "./github/forwarder.ts";
import { jira } from "./jira/forwarder.ts";
import { linear } from "./linear/forwarder.ts";
import { slack } from "./slack/forwarder.ts";
import { teams } from "./teams/forwarder.ts";
import type { Forwarder } from "./toolkit/forwarder.ts";

export const FORWARDERS: Partial<Record<Tool, Forwarder>> = { slack, teams, github, jira, linear };
