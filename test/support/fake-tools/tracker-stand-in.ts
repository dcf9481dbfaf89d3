// What every stand-in of an issue tracker has: one face, in which tests see what stands in it and have people there do something.
import type { ConnectionClient } from "../clients/connection-client.ts";
import type { Answer } from "../server/test-server.ts";
import type { StandIn, StandInAnswer, StandInRequest } from "./stand-in.ts";

export interface TrackerItem {
  id: string;
  title: string;
  /** All that is shown of its text. */
  text: string;
  isOpen: boolean;
  comments: string[];
  /** What the tool says of its last change. */
  at: string;
}

/** One that is told of issues, and may tell nothing itself. */
export interface ListeningTracker {
  tool: "github" | "gitlab" | "gitea" | "jira" | "jira-data-center" | "linear" | "redmine";
  label: string;
  standIn: StandIn;
  /** What a connection with it holds. */
  fields: { settings: Record<string, unknown>; credentials: Record<string, string> };
  items(): TrackerItem[];
  remove(item: TrackerItem): void;
  isCreate(asked: StandInRequest): boolean;
  isComment(asked: StandInRequest): boolean;
  isMove(asked: StandInRequest): boolean;
  /** Whether a comment is edited or deleted. */
  isChange(asked: StandInRequest): boolean;
  tooFast: StandInAnswer;
  /** What it answers to a credential that it does not know. */
  stranger: StandInAnswer;
}

/** With what it says when somebody there does something. */
export interface TrackerStandIn extends ListeningTracker {
  /** Somebody there closes it or opens it again, and the tool says so; `at` is when it says that was. */
  say(connected: ConnectionClient, item: TrackerItem, state: "closed" | "open", at?: string): Promise<Answer>;
  /**
   * Somebody there writes a comment, and the tool says so. What it was told to write itself it says in its own form. `more` is what the
   * tool says of the comment besides.
   */
  sayComment(
    connected: ConnectionClient,
    item: TrackerItem,
    text: string,
    id?: string,
    more?: Record<string, unknown>,
  ): Promise<Answer>;
  /** Somebody there deletes the comment of this id, and the tool says so; null of one that does not. */
  sayDeleted: ((connected: ConnectionClient, item: TrackerItem, id: string) => Promise<Answer>) | null;
  /** The last comment of an item, as the tool's webhook would tell of it. */
  lastComment(item: TrackerItem): string;
}

let comments = 900;
export const nextComment = () => String(++comments);

export const SECRET = "nimbus-signing-secret-0001";

/** A moment after what the tool last said of the item. */
export function later(at: string): string {
  return new Date(Date.parse(at) + 5_000).toISOString();
}
