// Notes for every connected tool what happened to an issue: written with the change itself, sent afterwards. What came
// from a tool is not sent back to it.

import type { CommentChange, IssueEventKind, KeptEvent } from "../../domain/connections/connection.ts";
import type { Comment } from "../../domain/issues/comment.ts";
import type { Issue } from "../../domain/issues/issue.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { issueUrl } from "../../domain/issues/issue-url.ts";
import { changesComments, forwardsTo } from "../../integrations/connection-rules.ts";
import { oneLine } from "../../lib/text/text.ts";
import type { Connection } from "../../storage/connections/connections.ts";
import type { Forward } from "../../storage/connections/forwards.ts";
import { getIssue } from "../../storage/issues/issues.ts";
import { getCheckOfApp } from "../../storage/runbook/checks.ts";
import type { AppWrite } from "../app-write.ts";
import type { Cause } from "../cause.ts";
import { insertOutgoing, listConnectionsToTell } from "./insert-outgoing.ts";
import { publishIssue } from "./publish-event.ts";

type ForwardedKind = Exclude<IssueEventKind, "test">;

/** Costs nothing on an app without connections. */
export async function forwardIssue(
  write: AppWrite,
  issue: Issue,
  kind: ForwardedKind,
  cause: Cause,
  comment?: { id: string },
): Promise<void> {
  const connections = await listConnectionsToTell(write, cause);
  const told = connections.filter((connection) => forwardsTo(connection, kind));
  if (told.length > 0) {
    const event = await eventOf(write, issue, kind, cause.by);
    for (const connection of told)
      insertWaiting(write, connection, comment === undefined ? event : { ...event, comment });
  }
  await publishIssue(write, connections, issue, { type: `issue.${kind}`, by: cause.by, comment });
}

/** The issue is read only where somebody might want to hear of it. */
export async function forwardComment(write: AppWrite, comment: Comment, cause: Cause): Promise<void> {
  if (write.app.forwards === 0) return;
  const issue = await getIssue(write.tx, comment.issueId);
  await forwardIssue(write, issue, "commented", cause, { id: comment.id });
}

/** Tells trackers, except the one it came from, that a comment they know of was edited or deleted. */
export async function forwardCommentChange(
  write: AppWrite,
  comment: Comment,
  change: CommentChange,
  cause: Cause,
): Promise<void> {
  const { id, author, issueId, writtenAt, writtenBy } = comment;
  const connections = (await listConnectionsToTell(write, cause)).filter(
    (connection) => changesComments(connection) && connection.id !== author.id,
  );
  if (connections.length === 0) return;
  const event = await eventOf(write, await getIssue(write.tx, issueId), "commented", writtenBy);
  for (const connection of connections)
    insertWaiting(write, connection, { ...event, at: writtenAt, comment: { id, change } });
}

/** Queues something to be sent to one connection. */
export function insertWaiting(write: AppWrite, connection: Connection, event: KeptEvent): Forward {
  const { kind } = event;
  return insertOutgoing(write, connection, {
    kind,
    issueId: kind === "test" ? null : event.issue.id,
    // A server of the version before would take a comment for a reason to open the item again.
    state: kind === "commented" ? "waiting" : "pending",
    event: JSON.stringify(event),
  });
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
