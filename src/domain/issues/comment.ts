// A comment on an issue: what somebody said of it, in plain text.
import type { Role } from "../access/grant.ts";
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
  /** The name that is shown as the author's. */
  writtenBy: string;
  text: string;
  writtenAt: number;
  editedAt: number | null;
  /** People that it mentions, by the names as they are written there. */
  mentions: Named[];
  /** The tracker where it was written; null for one that was written here. */
  tool: string | null;
}

/** A person or key that reads or changes a comment. */
export interface CommentReader extends CommentAuthor {
  role: Role;
}

export function isOwn({ author }: Comment, { kind, id }: CommentAuthor): boolean {
  return author.kind === kind && author.id === id;
}

/** What nobody can delete any more because its author is gone, or writes elsewhere, is an admin's to delete. */
export function mayDelete(comment: Comment, reader: CommentReader, isOrphan: boolean): boolean {
  return isOwn(comment, reader) || (isOrphan && reader.role === "admin");
}

/** Throws `forbidden` for everybody but the author, whatever their role. */
export function requireOwn(comment: Comment, reader: CommentReader): void {
  if (!isOwn(comment, reader)) throw notYours(comment);
}

/** Throws `forbidden`. */
export function requireMayDelete(comment: Comment, reader: CommentReader, isOrphan: boolean): void {
  if (!mayDelete(comment, reader, isOrphan)) throw notYours(comment);
}

function notYours({ writtenBy }: Comment): Fault {
  return new Fault("forbidden", `Only ${writtenBy}, who wrote this comment, can edit or delete it.`);
}
