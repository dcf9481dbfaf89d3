// What a connected tool's request asks us to do: nothing, raise an issue, follow what became of issues there, take a comment, or
// delete one.
import type { Actor } from "../../domain/access/actor.ts";
import type { Channel } from "../../domain/access/channel.ts";
import type { LinkedItem } from "../../domain/connections/connection.ts";
import type { Fault } from "../../domain/fault.ts";
import type { Issue, Priority, PullRequest, Reporter } from "../../domain/issues/issue.ts";

/** An issue as people are told of it. */
export interface IssueReference {
  id: string;
  code: string;
  url: string;
}

/** An issue that a tool reports. */
export interface ToolReport {
  /** Who acts, with the connection through which the report came. */
  actor: Actor & { connectionId: string };
  app: string;
  /** The check; an issue of an app in testing mode needs one. */
  check: string | null;
  text: string;
  platforms: string[];
  priority: Priority | null;
  reporter: Reporter | null;
  tracker: Issue["tracker"];
  /** The thing in the tool that it is about; null when it is about nothing that could come again. */
  item: Pick<LinkedItem, "externalId" | "name" | "url"> | null;
  /** The report says that the thing has just come up: if it is known already the report is late, also when its issue is fixed. */
  isFirst?: true;
}

/** The outcome of a report: a new issue, or the open one of the same thing. */
export interface ReportOutcome {
  duplicate: boolean;
  issue: IssueReference;
}

/** What became of one issue in the tool: found by the item there, else by its code. */
export interface ItemUpdate {
  item?: Pick<LinkedItem, "externalId" | "name" | "url" | "state" | "seen">;
  code?: { prefix: string; number: number };
  fixed: boolean;
  /** Set by tools that tell an item's state and not its change: it is reopened only if it is known to have been closed. */
  ifClosed?: true;
  pullRequest?: PullRequest;
}

/** Everything that one request of a tool says about its items. */
export interface ToolUpdate {
  actor: Actor & { connectionId: string };
  app: string;
  /** Names the request, so that it is recognised when it comes again; null when the tool gives it no name. */
  receipt: string | null;
  updates: ItemUpdate[];
}

/** What somebody wrote below an item there. */
export interface ToolComment extends Pick<ToolUpdate, "actor" | "app" | "receipt"> {
  comment: {
    item: string;
    externalId: string;
    text: string;
    /** The id of the issue that it tells of in our own words; null of anybody else's words. */
    toldOf: string | null;
  };
}

/** A comment that was deleted in the tool. */
export interface ToolDeletion extends Pick<ToolUpdate, "actor" | "app"> {
  /** The comment's id in the tool. */
  comment: string;
}

/** The outcome of one update. */
export interface UpdateOutcome {
  issue: IssueReference | null;
  /** `fixed`, `partly_fixed`, `reopened`, or why nothing changed. */
  outcome: "fixed" | "partly_fixed" | "reopened" | "unchanged" | "unknown" | "other_repository" | "outdated" | "seen";
}

/** The answer to the tool, in its own format where it shows the answer to somebody. */
export interface ToolAnswer {
  status: number;
  body: object | null;
  /** A message to send afterwards, where the tool doesn't show answers: tried once, and nobody waits for it. */
  later?: { url: string; body: object };
}

interface DoneBy {
  /** The name of whoever did it there; the channel says by what, where that isn't the tool itself. */
  by: string;
  channel?: Channel;
}

export type ToolCommand =
  /** Nothing is to be done; `why` is a word for the admin: `ping`, `not_merged`. */
  | { ask: "nothing"; why: string; answer?: ToolAnswer }
  | ({
      ask: "raise";
      raise: Omit<ToolReport, "actor" | "app">;
      /** The app to raise in, if it isn't the connection's own; one of `connectedApps`. */
      target?: { id: string; connectionId: string };
      answer?(raised: ReportOutcome | Fault): ToolAnswer;
    } & DoneBy)
  | ({
      ask: "follow";
      /** Names the request, so that it is recognised when it comes again. */
      receipt: string | null;
      updates: ItemUpdate[];
      answer?(followed: UpdateOutcome[]): ToolAnswer;
    } & DoneBy)
  | ({ ask: "comment" } & Pick<ToolComment, "receipt" | "comment"> & DoneBy)
  | ({ ask: "delete_comment" } & Pick<ToolDeletion, "comment"> & DoneBy);
