// Events for other programs: what a receiver may be told of, and what it is told.
import { isoTime, isoTimeOrNull } from "../../lib/clock.ts";
import { oneLine } from "../../lib/text/text.ts";
import type { Issue } from "../issues/issue.ts";
import { issueCode } from "../issues/issue-code.ts";
import { issueUrl } from "../issues/issue-url.ts";
import type { EventType } from "./connection.ts";

/** An event as it is stored until it is sent: of a comment only the id, so that its text is gone once it is deleted. */
export interface PublishedEvent {
  type: EventType | "test";
  at: number;
  /** The event's data with the names that the API uses. */
  data: { app: { id: string; name: string }; by: string; issue?: { code: string } } & Record<string, unknown>;
  comment?: { id: string };
}

/** The body as it is sent and signed, in the form of Standard Webhooks. */
export function publishedBody({ type, at, data }: PublishedEvent): string {
  return JSON.stringify({ type, timestamp: isoTime(at), data });
}

interface PublishedPlace {
  check: { id: string; ref: string; title: string } | null;
  sectionId: string | null;
}

/** An issue as it was at the event, in the API's form. */
export function publishedIssue(baseUrl: string, prefix: string, issue: Issue, { check, sectionId }: PublishedPlace) {
  const [first = ""] = issue.text.split("\n", 1);
  return {
    id: issue.id,
    code: issueCode(prefix, issue.number),
    url: issueUrl(baseUrl, issue.id),
    title: oneLine(first),
    text: issue.text,
    status: issue.status,
    priority: issue.priority,
    platforms: issue.platforms,
    still_open_on: issue.stillOpenOn,
    check: check && { id: check.id, ref: check.ref, title: check.title },
    section_id: sectionId,
    assignees: issue.assignees,
    raised_by: issue.raisedBy,
    raised_at: isoTime(issue.raisedAt),
    fixed_by: issue.fixedBy,
    fixed_at: isoTimeOrNull(issue.fixedAt),
    external_id: issue.webhook?.externalId ?? null,
    source: issue.webhook?.source ?? null,
    link: issue.webhook?.link ?? issue.tracker?.url ?? null,
  };
}
