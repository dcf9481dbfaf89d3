// Comments on issues. Of a deleted one only the row stays, so that a tracker can't bring it again; its text is gone.
import { notFound } from "../../domain/fault.ts";
import type { Comment, CommentAuthor } from "../../domain/issues/comment.ts";
import type { Named } from "../../domain/issues/mentions.ts";
import { command, insert, query, type Reads, type Tx, withList } from "../database/database.ts";

interface CommentRow extends Omit<Comment, "author" | "mentions"> {
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
const PAGES = {
  oldest: query<CommentRow>(
    COLUMNS,
    "from comment where issue_id = ? and id > ? and deleted_at is null order by id limit ?",
  ),
  newest: query<CommentRow>(
    COLUMNS,
    "from comment where issue_id = ? and id < ? and deleted_at is null order by id desc limit ?",
  ),
};
/** Ids before and after all others. */
const ENDS = { oldest: "", newest: "~" };
const byId = query<CommentRow>(COLUMNS, "from comment where id = ? and issue_id = ? and deleted_at is null");
const add = insert("comment", [...Object.values(COLUMNS), "connection_id", "external_id"]);
const byExternalId = query<{ id: string; issueId: string; isDeleted: number }>(
  { id: "id", issueId: "issue_id", isDeleted: "(case when deleted_at is null then 0 else 1 end)" },
  "from comment where connection_id = ? and external_id = ?",
);
/** Each author is looked up: PostgreSQL would go through all people and keys to leave out those of a page that `exist`. */
const orphans = withList((oneOf) =>
  query<{ id: string }>(
    { id: "id" },
    `from comment where id ${oneOf}
     and (select id from person where person.id = comment.author_id and person.removed_at is null) is null
     and (select id from key where key.id = comment.author_id and key.revoked_at is null) is null`,
  ),
);
const mentionsOf = withList((oneOf) =>
  query<Named & { commentId: string }>(
    { commentId: "comment_id", id: "person_id", name: "name" },
    `from mention where comment_id ${oneOf} order by comment_id, person_id`,
  ),
);
const addMention = insert("mention", ["comment_id", "person_id", "name"]);
const dropMentions = command("delete from mention where comment_id = ?");
const edit = command("update comment set text = ?, edited_at = ? where id = ?");
const drop = command("update comment set text = '', deleted_at = ? where id = ?");
const loose = query<{ id: string }>(
  { id: "id" },
  `from comment where app_id = ? and not exists (select 1 from issue where issue.id = comment.issue_id and issue.app_id = comment.app_id)
   limit 100`,
);

/** The oldest or the newest first, from behind the id `after` on. The caller has reached the issue. */
export async function listComments(
  db: Reads,
  issueId: string,
  order: "oldest" | "newest",
  after: string | null,
  limit: number,
): Promise<Comment[]> {
  return withMentions(db, await db.all(PAGES[order], issueId, after ?? ENDS[order], limit));
}

/** The caller has reached the issue. Throws `not_found`. */
export async function getComment(db: Reads, issueId: string, id: string): Promise<Comment> {
  const comment = await findComment(db, issueId, id);
  if (comment === undefined) throw notFound("comment");
  return comment;
}

/** Finds a comment; undefined once it is deleted. */
export async function findComment(db: Reads, issueId: string, id: string): Promise<Comment | undefined> {
  const row = await db.get(byId, id, issueId);
  return row === undefined ? undefined : (await withMentions(db, [row]))[0];
}

/** Comments of an app whose issue is not there, for the doctor. */
export async function listLooseComments(db: Reads, appId: string): Promise<string[]> {
  return (await db.all(loose, appId)).map(({ id }) => id);
}

/** Comments whose author can't delete them: a tracker, a removed person, a revoked key. */
export async function listOrphans(db: Reads, comments: readonly Pick<Comment, "id">[]): Promise<Set<string>> {
  const found = await db.all(orphans[db.dialect], JSON.stringify(comments.map(({ id }) => id)));
  return new Set(found.map(({ id }) => id));
}

/** A comment by what its tracker calls it, also one that was deleted here. */
export async function findCommentOfTool(
  db: Reads,
  connectionId: string,
  externalId: string,
): Promise<{ id: string; issueId: string; isDeleted: boolean } | undefined> {
  const row = await db.get(byExternalId, connectionId, externalId);
  return row === undefined ? undefined : { ...row, isDeleted: row.isDeleted === 1 };
}

/** `externalId` is what its tracker calls it. */
export function insertComment(tx: Tx, { author, mentions, ...comment }: Comment, externalId: string | null): void {
  const row: CommentRow = { ...comment, authorKind: author.kind, authorId: author.id };
  const values = (Object.keys(COLUMNS) as (keyof CommentRow)[]).map((field) => row[field]);
  tx.run(add, ...values, externalId === null ? null : author.id, externalId);
  insertMentions(tx, comment.id, mentions);
}

/** Saves an edited comment with the people it mentions. */
export function updateComment(tx: Tx, { id, text, editedAt, mentions }: Comment): void {
  tx.run(edit, text, editedAt, id);
  tx.run(dropMentions, id);
  insertMentions(tx, id, mentions);
}

export function markCommentDeleted(tx: Tx, id: string, at: number): void {
  tx.run(drop, at, id);
  tx.run(dropMentions, id);
}

function insertMentions(tx: Tx, commentId: string, mentions: readonly Named[]): void {
  for (const { id, name } of mentions) tx.run(addMention, commentId, id, name);
}

async function withMentions(db: Reads, rows: readonly CommentRow[]): Promise<Comment[]> {
  // A text without the sign mentions nobody.
  const ids = rows.filter(({ text }) => text.includes("@")).map(({ id }) => id);
  const found = ids.length === 0 ? [] : await db.all(mentionsOf[db.dialect], JSON.stringify(ids));
  return rows.map(({ authorKind, authorId, ...row }) => ({
    ...row,
    author: { kind: authorKind, id: authorId },
    mentions: found.filter(({ commentId }) => commentId === row.id).map(({ id, name }) => ({ id, name })),
  }));
}
