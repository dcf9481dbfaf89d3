// Server-sent events as they cross the boundary: which apps there are, which of them changed, that something came into the reader's inbox, and
// that it is over.
import type { AppRevision } from "../../storage/apps/revisions.ts";

/** Milliseconds after which a browser connects again. */
const RETRY_MS = 1_000;

/** The first event, with every app in reach. */
export function presentRevisions(apps: readonly AppRevision[]): string {
  const revisions = Object.fromEntries(apps.map(({ id, revision }) => [id, revision]));
  return `retry: ${RETRY_MS}\n${event("apps", { apps: revisions })}`;
}

/** An app that was written to, is new, or was archived: then it is gone. */
export function presentRevision({ id, revision, archivedAt }: AppRevision): string {
  return event("app", archivedAt === null ? { id, revision } : { id, revision, gone: true });
}

/** Says that something came into the reader's inbox; how much is unread has to be asked for. */
export const INBOX_EVENT = event("inbox", {});

/** Whoever gets it has to connect again, and may find that they are signed out. */
export const END_EVENT = event("end", {});

/** A comment, which nobody reads: it keeps the connection open. */
export const HEARTBEAT = ":\n\n";

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
