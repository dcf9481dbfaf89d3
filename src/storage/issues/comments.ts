// Comments on issues, oldest first. Of a deleted one only the row stays, so that a tracker can't bring it again; its text is gone.
import { notFound } from "../../domain/fault.ts";
import type { Comment, CommentAuthor } from "../../domain/issues/comment.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

interface CommentRow extends Omit<Comment, "author"> {
  authorKind: CommentAuthor["kind"];
  authorId: string;
}

const COLUMNS: Record<keyof CommentRow, string> = {
  id: "id",
  issueId: "issue_id",
  appId: "app_id",
  authorKind: "author_kind",
  authorId: "author_id",
  writtenBy: "author",
  text: "text",
  writtenAt: "written_at",
  editedAt: "edited_at",
  tool: "tool",
};
const page = query<CommentRow>(
  COLUMNS,
  "from comment where issue_id = ? and id > ? and deleted_at is null order by id limit ?",
);
const byId = query<CommentRow>(COLUMNS, "from comment where id = ? and issue_id = ? and deleted_at is null");
const add = insert("comment", Object.values(COLUMNS));
const edit = command("update comment set text = ?, edited_at = ? where id = ?");
const drop = command("update comment set text = '', deleted_at = ? where id = ?");
const loose = query<{ id: string }>(
  { id: "id" },
  `from comment where app_id = ? and not exists (select 1 from issue where issue.id = comment.issue_id and issue.app_id = comment.app_id)
   limit 100`,
);

/** The caller has reached the issue. */
export async function listComments(
  db: Reads,
  issueId: string,
  after: string | null,
  limit: number,
): Promise<Comment[]> {
  return (await db.all(page, issueId, after ?? "", limit)).map(commentOf);
}

/** The caller has reached the issue. Throws `not_found`. */
export async function getComment(db: Reads, issueId: string, id: string): Promise<Comment> {
  const row = await db.get(byId, id, issueId);
  if (row === undefined) throw notFound("comment");
  return commentOf(row);
}

/** Comments of an app whose issue is not there, for the doctor. */
export async function listLooseComments(db: Reads, appId: string): Promise<string[]> {
  return (await db.all(loose, appId)).map(({ id }) => id);
}

export function insertComment(tx: Tx, { author, ...comment }: Comment): void {
  const row: CommentRow = { ...comment, authorKind: author.kind, authorId: author.id };
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof CommentRow)[]).map((field) => row[field]));
}

export function updateCommentText(tx: Tx, id: string, text: string, at: number): void {
  tx.run(edit, text, at, id);
}

export function markCommentDeleted(tx: Tx, id: string, at: number): void {
  tx.run(drop, at, id);
}

function commentOf({ authorKind, authorId, ...row }: CommentRow): Comment {
  return { ...row, author: { kind: authorKind, id: authorId } };
}
