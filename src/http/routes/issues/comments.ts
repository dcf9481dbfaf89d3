// /issues/:id/comments
import { addComment, deleteComment, editComment } from "../../../actions/issues/comment-on-issue.ts";
import type { CommentReader } from "../../../domain/issues/comment.ts";
import { tagOf } from "../../../lib/etag.ts";
import { listComments, listOrphans } from "../../../storage/issues/comments.ts";
import { getAppIdOfIssue } from "../../../storage/issues/issues.ts";
import { dataOf, pageSchema, presentData, presentPage } from "../../../wire/envelope.ts";
import { CommentBody, CommentSchema, ListCommentsQuery, presentComment } from "../../../wire/issues/comment.ts";
import { performOnce } from "../../pipeline/idempotency-header.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import { actorId } from "../../pipeline/request-actor.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";

export const commentRoutes: Route[] = [
  route({
    method: "GET",
    path: "/issues/:id/comments",
    summary: "List the comments on an issue",
    compressible: true,
    role: "viewer",
    subject: "issue",
    query: ListCommentsQuery,
    response: pageSchema(CommentSchema),
    async handle(call) {
      const { services, actor, id, query } = call;
      await getAppIdOfIssue(services.reader, actor.reach, id);
      const context = ["comments", id, query.order];
      const after = openCursor<string>(call, context, query.cursor);
      // Each answer says which comments are one's own, and whose author is gone: its text alone says whether it is another.
      return call.cached(null, async () => {
        const found = await listComments(services.reader, id, query.order, after, query.limit + 1);
        const { rows, nextCursor } = pageOf(call, context, found, query.limit, (comment) => comment.id);
        const reader = readerOf(call);
        const orphans = reader.role === "admin" ? await listOrphans(services.reader, rows) : new Set<string>();
        const shown = rows.map((comment) => presentComment(comment, reader, orphans.has(comment.id)));
        const page = presentPage(shown, nextCursor);
        return { body: page, tag: tagOf("comments", page) };
      });
    },
  }),
  route({
    method: "POST",
    path: "/issues/:id/comments",
    summary: "Comment on an issue",
    role: "tester",
    subject: "issue",
    body: CommentBody,
    response: dataOf(CommentSchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      const app = await getAppIdOfIssue(services.reader, actor.reach, id);
      const reader = readerOf(call);
      const author = { kind: reader.kind, id: reader.id };
      const input = { actor, author, app, issue: id, text: body.text };
      const { output, headers } = await performOnce(call, addComment, input);
      return { status: 201, body: presentData(presentComment(output, reader)), headers };
    },
  }),
  route({
    method: "PATCH",
    path: "/issues/:id/comments/:comment",
    summary: "Edit one's own comment",
    role: "tester",
    subject: "issue",
    body: CommentBody,
    response: dataOf(CommentSchema),
    async handle(call) {
      const { services, actor, id, part, body } = call;
      const reader = readerOf(call);
      const input = { actor, reader, id, comment: part, text: body.text };
      return { body: presentData(presentComment(await services.performer.perform(editComment, input), reader)) };
    },
  }),
  route({
    method: "DELETE",
    path: "/issues/:id/comments/:comment",
    summary: "Delete a comment",
    role: "tester",
    subject: "issue",
    response: null,
    async handle(call) {
      const { services, actor, id, part } = call;
      await services.performer.perform(deleteComment, { actor, reader: readerOf(call), id, comment: part });
      return { status: 204, body: null };
    },
  }),
];

function readerOf({ actor }: Pick<Call, "actor">): CommentReader {
  return { kind: actor.personId === undefined ? "key" : "person", id: actorId(actor), role: actor.role };
}
