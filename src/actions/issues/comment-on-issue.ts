// Comments on issues: written by people and keys, edited and deleted by whoever wrote them. The history says that it happened, and
// keeps none of the text: what is deleted is gone.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import {
  type Comment,
  type CommentAuthor,
  type CommentReader,
  requireMayDelete,
  requireOwn,
} from "../../domain/issues/comment.ts";
import { mentionsIn, type Named } from "../../domain/issues/mentions.ts";
import { listPeopleOfApp } from "../../storage/access/people.ts";
import type { EventKind } from "../../storage/apps/events.ts";
import { listWatchers, startWatching } from "../../storage/inbox/watchers.ts";
import {
  getComment,
  insertComment,
  listOrphans,
  markCommentDeleted,
  updateComment,
} from "../../storage/issues/comments.ts";
import { getAppIdOfIssue } from "../../storage/issues/issues.ts";
import { type AppWrite, append, closeAppWrite, nextId, openAppWrite } from "../app-write.ts";
import { causeOf } from "../cause.ts";
import { defineAction } from "../define-action.ts";
import { tellPeople } from "../inbox/tell-people.ts";
import { repeatable } from "../once-per-idempotency-key.ts";
import { forwardComment, forwardCommentChange } from "../outbox/forward-issue.ts";
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
    wakes: ["forwards"],
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
        mentions: await findMentions(write, text),
        tool: null,
      };
      await publishComment(write, actor, comment, null);
      return comment;
    },
  }),
  // What is deleted is gone, also beside the key.
  "text",
);

/** A new comment with all that follows from it; `externalId` is what the tracker calls it that it came from. */
export async function publishComment(
  write: AppWrite,
  actor: Actor,
  comment: Comment,
  externalId: string | null,
): Promise<void> {
  insertComment(write.tx, comment, externalId);
  if (actor.personId !== undefined) startWatching(write.tx, comment.issueId, actor.personId, "commented");
  tellMentioned(write, actor, comment, []);
  await tellWatchers(write, actor, comment);
  await forwardComment(write, comment, causeOf(actor));
  note(write, actor, comment, "issue_commented");
}

export interface ChangeComment {
  actor: Actor;
  reader: CommentReader;
  /** The id of the issue. */
  id: string;
  comment: string;
}

/** Edits a comment; the same text changes nothing, and only newly mentioned people are told. Throws `not_found`, `forbidden`. */
export const editComment = defineAction({
  name: "editComment",
  queue: "issue",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, { text, ...input }: ChangeComment & { text: string }): Promise<Comment> {
    const { write, comment } = await openComment(unit, input);
    requireOwn(comment, input.reader);
    if (comment.text === text) return comment;
    const mentions = await findMentions(write, text);
    const after = { ...comment, text, mentions, editedAt: write.app.updatedAt };
    updateComment(unit.tx, after);
    await forwardCommentChange(write, after, "edited", causeOf(input.actor));
    tellMentioned(write, input.actor, after, comment.mentions);
    note(write, input.actor, comment, "issue_comment_edited");
    return after;
  },
});

/** One's own, and as an admin one that is nobody's any more. Throws `not_found`, `forbidden`. */
export const deleteComment = defineAction({
  name: "deleteComment",
  queue: "issue",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, input: ChangeComment): Promise<void> {
    const { write, comment } = await openComment(unit, input);
    requireMayDelete(comment, input.reader, (await listOrphans(unit.tx, [comment])).has(comment.id));
    await withdrawComment(write, input.actor, comment);
  },
});

export async function withdrawComment(write: AppWrite, actor: Actor, comment: Comment): Promise<void> {
  await forwardCommentChange(write, comment, "deleted", causeOf(actor));
  markCommentDeleted(write.tx, comment.id, write.app.updatedAt);
  note(write, actor, comment, "issue_comment_deleted");
}

async function openComment(
  unit: UnitOfWork,
  { actor, id, comment: commentId }: ChangeComment,
): Promise<{ write: AppWrite; comment: Comment }> {
  const write = await openAppWrite(unit, actor.reach, await getAppIdOfIssue(unit.tx, actor.reach, id));
  return { write, comment: await getComment(unit.tx, id, commentId) };
}

/** Finds who is mentioned, among those who reach the app. They are read only for a text with a mention. */
async function findMentions({ tx, app }: AppWrite, text: string): Promise<Named[]> {
  const found = text.includes("@") ? mentionsIn(text, await listPeopleOfApp(tx, app)) : [];
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whoever was mentioned before knows of it. */
function tellMentioned(write: AppWrite, actor: Actor, comment: Comment, before: readonly Named[]): void {
  const fresh = comment.mentions.filter(({ id }) => before.every((one) => one.id !== id)).map(({ id }) => id);
  for (const person of fresh) startWatching(write.tx, comment.issueId, person, "mentioned");
  tellPeople(write, fresh, newsOf(actor, comment, "mentioned"));
}

/** Tells watchers of a comment; whoever is mentioned is told only that. */
async function tellWatchers(write: AppWrite, actor: Actor, comment: Comment): Promise<void> {
  const mentioned = new Set(comment.mentions.map(({ id }) => id));
  const watchers = await listWatchers(write.tx, comment.issueId);
  tellPeople(
    write,
    watchers.filter((person) => !mentioned.has(person)),
    newsOf(actor, comment, "commented"),
  );
}

function newsOf(actor: Actor, { id, issueId }: Comment, kind: "mentioned" | "commented") {
  return { kind, issueId, commentId: id, cause: causeOf(actor) };
}

function note(write: AppWrite, actor: Actor, { id, issueId }: Pick<Comment, "id" | "issueId">, kind: EventKind): void {
  append(write, { kind, by: actorLabel(actor), issueId, changes: { comment: id } });
  closeAppWrite(write);
}
