// Puts down for every connected tool what happened to an issue: written with the change itself, sent afterwards. What came
// from a tool is not sent back to it.

import type { IssueEventKind, KeptEvent } from "../../domain/connections/connection.ts";
import type { Comment } from "../../domain/issues/comment.ts";
import type { Issue } from "../../domain/issues/issue.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { issueUrl } from "../../domain/webhook/issue-fixed-event.ts";
import { forwardsTo } from "../../integrations/connection-rules.ts";
import { oneLine } from "../../lib/text/text.ts";
import { type Connection, listConnections, wakeConnection } from "../../storage/connections/connections.ts";
import { type Forward, insertForward } from "../../storage/connections/forwards.ts";
import { getIssue } from "../../storage/issues/issues.ts";
import { getCheckOfApp } from "../../storage/runbook/checks.ts";
import { type AppWrite, nextId } from "../app-write.ts";
import type { Cause } from "../cause.ts";

/** Costs nothing on an app without connections. */
export async function forwardIssue(write: AppWrite, issue: Issue, kind: IssueEventKind, cause: Cause): Promise<void> {
  await forward(write, kind, cause, async () => eventOf(write, issue, kind, cause.by));
}

/** The issue is read only where somebody wants to hear of it. */
export async function forwardComment(write: AppWrite, comment: Comment, cause: Cause): Promise<void> {
  await forward(write, "commented", cause, async () => {
    const event = await eventOf(write, await getIssue(write.tx, comment.issueId), "commented", cause.by);
    return { ...event, comment: { id: comment.id } };
  });
}

async function forward(
  write: AppWrite,
  kind: IssueEventKind,
  cause: Cause,
  describe: () => Promise<KeptEvent>,
): Promise<void> {
  if (write.app.forwards === 0) return;
  const connections = (await listConnections(write.tx, write.app.id)).filter(
    (connection) => connection.id !== cause.connectionId && connection.enabled === 1 && forwardsTo(connection, kind),
  );
  if (connections.length === 0) return;
  const event = await describe();
  for (const connection of connections) insertWaiting(write, connection, event);
}

/** Something that waits to be sent to one connection. */
export function insertWaiting(write: AppWrite, connection: Connection, event: KeptEvent): Forward {
  const { app, tx } = write;
  const forward: Forward = {
    id: nextId(write, "fwd"),
    appId: app.id,
    connectionId: connection.id,
    issueId: event.kind === "test" ? null : event.issue.id,
    kind: event.kind,
    // A server of the version before would take a comment for a reason to open the item again.
    state: event.kind === "commented" ? "waiting" : "pending",
    event: JSON.stringify(event),
    attempts: 0,
    createdAt: app.updatedAt,
    triedAt: null,
    finishedAt: null,
    outcome: null,
    httpStatus: null,
  };
  insertForward(tx, forward);
  wakeConnection(tx, connection.id, app.updatedAt);
  return forward;
}

async function eventOf(write: AppWrite, issue: Issue, kind: IssueEventKind, by: string): Promise<KeptEvent> {
  const { app, appConfig, settings, tx } = write;
  const check = issue.checkId === null ? null : await getCheckOfApp(tx, app, issue.checkId);
  const labels = new Map(appConfig.platforms.map(({ code, label }) => [code, label]));
  const [first = ""] = issue.text.split("\n", 1);
  return {
    kind,
    at: app.updatedAt,
    by,
    app: { id: app.id, name: app.name },
    issue: {
      id: issue.id,
      code: issueCode(app.prefix, issue.number),
      url: issueUrl(settings.baseUrl, issue.id),
      title: oneLine(first),
      text: issue.text,
      priority: issue.priority,
      platforms: issue.platforms.map((code) => labels.get(code) ?? code),
      check: check === null ? null : { ref: check.ref, title: check.title },
      raisedBy: issue.raisedBy,
      link: issue.webhook?.link ?? issue.tracker?.url ?? null,
    },
  };
}
