// A comment on an issue: what somebody said of it, in plain text.
import { Fault } from "../fault.ts";
import type { Named } from "./mentions.ts";

/** Who wrote a comment, by an id that stays: of a person, of a key through its rotations, or of the connection by which it came. */
export interface CommentAuthor {
  kind: "person" | "key" | "tool";
  id: string;
}

export interface Comment {
  id: string;
  issueId: string;
  appId: string;
  author: CommentAuthor;
  /** The name shown. */
  writtenBy: string;
  text: string;
  writtenAt: number;
  editedAt: number | null;
  /** People that it mentions, by the names as they are written there. */
  mentions: Named[];
  /** The tracker where it was written; null for one that was written here. */
  tool: string | null;
}

/** Only whoever wrote a comment may change it, whatever their role. Throws `forbidden`. */
export function requireOwn(comment: Comment, { kind, id }: CommentAuthor): void {
  if (comment.author.kind === kind && comment.author.id === id) return;
  throw new Fault("forbidden", `Only ${comment.writtenBy}, who wrote this comment, can edit or delete it.`);
}
