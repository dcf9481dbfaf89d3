// One entry of the inbox: what happened, to what, and by whom. Opening it marks it as read.
import { ActionIcon } from "@mantine/core";
import { Link } from "wouter";
import type { InboxEntry } from "../../api/types.ts";
import { Icon } from "../../components/display/icons.tsx";
import { Ago } from "../../components/display/times.tsx";
import classes from "./inbox-page.module.css";

export function InboxRow({ entry, onRead }: { entry: InboxEntry; onRead(): void }) {
  const { id, at, app, read_at: readAt, issue } = entry;
  const subject = subjectOf(entry);
  const isUnread = readAt === null;
  return (
    <li className={classes.row} data-id={id} data-unread={isUnread || undefined}>
      <Link href={addressOf(entry)} className={classes.entry} data-entry="" onClick={() => isUnread && onRead()}>
        <span className={classes.what}>
          {isUnread && <span className="sr-only">Unread: </span>}
          <bdi>{whatOf(entry)}</bdi>
        </span>
        <span className={classes.subject}>
          {issue !== null && <bdi className={classes.code}>{issue.code}</bdi>}
          <bdi className={classes.name}>{subject}</bdi>
        </span>
        <span className={classes.facts}>
          <bdi>{app.name}</bdi> · <Ago at={at} />
        </span>
      </Link>
      {isUnread && (
        <ActionIcon size="lg" aria-label={`Mark as read: ${subject}`} onClick={onRead}>
          <Icon name="check" />
        </ActionIcon>
      )}
    </li>
  );
}

function subjectOf({ issue, cycle, connection, app }: InboxEntry): string {
  return issue?.title ?? cycle?.name ?? connection?.name ?? app.name;
}

function addressOf({ kind, app, issue, cycle, comment, connection }: InboxEntry): string {
  if (kind === "paused") return `/apps/${app.id}/connections${connection === null ? "" : `/${connection.id}`}`;
  if (issue !== null) return `/issues/${issue.id}${comment === null ? "" : `#${comment}`}`;
  if (cycle !== null && cycle.status === "closed") return `/apps/${app.id}/cycles/${cycle.id}/report`;
  return cycle === null ? `/apps/${app.id}` : `/apps/${app.id}?cycle=${cycle.id}`;
}

function whatOf({ kind, by, times, cycle }: InboxEntry): string {
  switch (kind) {
    case "assigned":
      return `${by} assigned an issue to you`;
    case "mentioned":
      return times === 1 ? `${by} mentioned you` : `You were mentioned ${times} times, last by ${by}`;
    case "commented":
      return times === 1 ? `${by} commented` : `${times} comments, the last by ${by}`;
    case "fixed":
      return `${by} fixed an issue that you watch`;
    case "retest":
      return `${by} fixed an issue: it waits for your retest`;
    case "cycle":
      return cycle?.status === "closed"
        ? `${by} closed a cycle that you tested in`
        : `${by} asks you to test in a cycle`;
    case "paused":
      return "A connection kept failing and is paused";
  }
}
