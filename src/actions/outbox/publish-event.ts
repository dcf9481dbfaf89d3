// Notes for every program that wants to hear of it what happened: written with the change itself, sent afterwards.
import type { EventType } from "../../domain/connections/connection.ts";
import { type PublishedEvent, publishedIssue } from "../../domain/connections/published-event.ts";
import type { Issue } from "../../domain/issues/issue.ts";
import { publishesTo } from "../../integrations/connection-rules.ts";
import type { Connection } from "../../storage/connections/connections.ts";
import { getCheckOfApp } from "../../storage/runbook/checks.ts";
import type { AppWrite } from "../app-write.ts";
import type { Cause } from "../cause.ts";
import { insertOutgoing, listConnectionsToTell } from "./insert-outgoing.ts";

/** Costs nothing on an app without connections. */
export async function publish(
  write: AppWrite,
  type: EventType,
  cause: Cause,
  facts: Record<string, unknown>,
): Promise<void> {
  const told = (await listConnectionsToTell(write, cause)).filter((connection) => publishesTo(connection, type));
  for (const connection of told) insertPublished(write, connection, { type, by: cause.by, facts });
}

/** Publishes an event about an issue as it is after the change. */
export async function publishIssueEvent(
  write: AppWrite,
  issue: Issue,
  type: EventType,
  cause: Cause,
  changed: readonly string[],
): Promise<void> {
  const connections = await listConnectionsToTell(write, cause);
  await publishIssue(write, connections, issue, { type, by: cause.by, facts: { changed } });
}

interface IssueNews {
  type: EventType;
  by: string;
  comment?: { id: string } | undefined;
  facts?: Record<string, unknown>;
}

/** Publishes an event to those of the connections that subscribe to it. */
export async function publishIssue(
  write: AppWrite,
  connections: readonly Connection[],
  issue: Issue,
  { facts, ...news }: IssueNews,
): Promise<void> {
  const told = connections.filter((connection) => publishesTo(connection, news.type));
  if (told.length === 0) return;
  const { app, settings, tx } = write;
  const check = issue.checkId === null ? null : await getCheckOfApp(tx, app, issue.checkId);
  const place = { check, sectionId: check?.sectionId ?? issue.sectionId };
  const described = publishedIssue(settings.baseUrl, app.prefix, issue, place);
  for (const connection of told) {
    insertPublished(write, connection, { ...news, issueId: issue.id, facts: { issue: described, ...facts } });
  }
}

interface News {
  type: PublishedEvent["type"];
  by: string;
  issueId?: string;
  comment?: { id: string } | undefined;
  facts: Record<string, unknown>;
}

/** Queues an event to be sent to one program. */
export function insertPublished(write: AppWrite, connection: Connection, { type, by, issueId, comment, facts }: News) {
  const { id, name, updatedAt } = write.app;
  const event: PublishedEvent = {
    type,
    at: updatedAt,
    data: { app: { id, name }, by, ...facts },
    ...(comment === undefined ? {} : { comment }),
  };
  return insertOutgoing(write, connection, {
    kind: type,
    issueId: issueId ?? null,
    state: "waiting",
    event: JSON.stringify(event),
  });
}
