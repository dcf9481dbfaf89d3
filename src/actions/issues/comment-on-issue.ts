// Comments on issues: written by people and keys, edited and deleted by whoever wrote them. The history says that it happened, and
// keeps none of the text: what is deleted is gone.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { type Comment, type CommentAuthor, requireOwn } from "../../domain/issues/comment.ts";
import type { EventKind } from "../../storage/apps/events.ts";
import { getComment, insertComment, markCommentDeleted, updateCommentText } from "../../storage/issues/comments.ts";
import { getAppIdOfIssue } from "../../storage/issues/issues.ts";
import { type AppWrite, append, closeAppWrite, nextId, openAppWrite } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import { repeatable } from "../once-per-idempotency-key.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface AddComment {
  actor: Actor;
  author: CommentAuthor;
  /** The id of the issue's app. */
  app: string;
  issue: string;
  text: string;
}

/** Throws `not_found`. */
export const addComment = repeatable(
  defineAction({
    name: "addComment",
    queue: "app",
    async run(unit: UnitOfWork, { actor, author, app, issue, text }: AddComment): Promise<Comment> {
      const write = await openAppWrite(unit, actor.reach, app);
      await getAppIdOfIssue(unit.tx, actor.reach, issue);
      const comment: Comment = {
        id: nextId(write, "cmt"),
        issueId: issue,
        appId: write.app.id,
        author,
        writtenBy: actorLabel(actor),
        text,
        writtenAt: write.app.updatedAt,
        editedAt: null,
        tool: null,
      };
      insertComment(unit.tx, comment);
      note(write, actor, comment, "issue_commented");
      return comment;
    },
  }),
);

export interface ChangeComment {
  actor: Actor;
  author: CommentAuthor;
  /** The id of the issue. */
  id: string;
  comment: string;
}

/** The same text changes nothing. Throws `not_found`, `forbidden`. */
export const editComment = defineAction({
  name: "editComment",
  queue: "issue",
  async run(unit: UnitOfWork, { text, ...input }: ChangeComment & { text: string }): Promise<Comment> {
    const { write, comment } = await openOwnComment(unit, input);
    if (comment.text === text) return comment;
    const after = { ...comment, text, editedAt: write.app.updatedAt };
    updateCommentText(unit.tx, comment.id, text, after.editedAt);
    note(write, input.actor, comment, "issue_comment_edited");
    return after;
  },
});

/** Throws `not_found`, `forbidden`. */
export const deleteComment = defineAction({
  name: "deleteComment",
  queue: "issue",
  async run(unit: UnitOfWork, input: ChangeComment): Promise<void> {
    const { write, comment } = await openOwnComment(unit, input);
    markCommentDeleted(unit.tx, comment.id, write.app.updatedAt);
    note(write, input.actor, comment, "issue_comment_deleted");
  },
});

async function openOwnComment(
  unit: UnitOfWork,
  { actor, author, id, comment: commentId }: ChangeComment,
): Promise<{ write: AppWrite; comment: Comment }> {
  const write = await openAppWrite(unit, actor.reach, await getAppIdOfIssue(unit.tx, actor.reach, id));
  const comment = await getComment(unit.tx, id, commentId);
  requireOwn(comment, author);
  return { write, comment };
}

function note(write: AppWrite, actor: Actor, { id, issueId }: Comment, kind: EventKind): void {
  append(write, { kind, by: actorLabel(actor), issueId, changes: { comment: id } });
  closeAppWrite(write);
}
