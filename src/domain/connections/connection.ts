// Connections: what connected tools are told, what they say, and where they reach us. Which tools there are is known above the rules.

/** The issue events that tools are told of. */
export const ISSUE_EVENT_KINDS = ["raised", "fixed", "reopened", "confirmed", "commented"] as const;
export type IssueEventKind = (typeof ISSUE_EVENT_KINDS)[number] | "test";

/** The event types that programs can receive. */
export const EVENT_TYPES = [
  "issue.raised",
  "issue.edited",
  "issue.moved",
  "issue.fixed",
  "issue.reopened",
  "issue.confirmed",
  "issue.commented",
  "results.recorded",
  "cycle.started",
  "cycle.closed",
  "gate.changed",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Something that happened to an issue, with the issue as it was then: all that a tool may be told. */
export interface IssueEvent {
  kind: IssueEventKind;
  at: number;
  /** The name that the product shows for whoever did it. */
  by: string;
  app: { id: string; name: string };
  issue: {
    id: string;
    code: string;
    url: string;
    /** The first line of its text, and all of it. */
    title: string;
    text: string;
    priority: string | null;
    /** Labels of the issue's platforms; empty means every platform. */
    platforms: string[];
    check: { ref: string; title: string } | null;
    raisedBy: string;
    /** The address of the report in the tool that sent it. */
    link: string | null;
  };
  /** The comment of a `commented` event; `change` says that an earlier comment was edited or deleted. */
  comment?: { id: string; text: string; change?: CommentChange };
}

/** What becomes of a comment that a tracker may have been told of. */
export type CommentChange = "edited" | "deleted";

/** An event as it is stored until it is sent: of a comment only the id, so that its text is gone once it is deleted. */
export interface KeptEvent extends Omit<IssueEvent, "comment"> {
  comment?: { id: string; change?: CommentChange };
}

/** Where a connected tool sends what it has to say. */
export const TOOL_PATH = "/api/integrations";

/** What a connection holds by name: of `settings` everything may be seen, of `credentials` only which there are. */
export type ConnectionSettings = Record<string, unknown>;
export type Credentials = Record<string, string>;

/** A thing in another tool that belongs to an issue here. */
export interface LinkedItem {
  externalId: string;
  issueId: string;
  /** What people call it there: `#77`, `NIMB-87`. */
  name: string | null;
  url: string | null;
  state: "open" | "closed";
  /** What the tool said of its last change, so that an older word can be told from a newer one. */
  seen: string | null;
}
