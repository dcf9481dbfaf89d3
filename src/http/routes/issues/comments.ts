// /issues/:id/comments
import { addComment, deleteComment, editComment } from "../../../actions/issues/comment-on-issue.ts";
import type { CommentAuthor } from "../../../domain/issues/comment.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import { versionOf } from "../../../storage/etags.ts";
import { listComments } from "../../../storage/issues/comments.ts";
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
    summary: "List the comments on an issue, oldest first",
    compressible: true,
    role: "viewer",
    subject: "issue",
    query: ListCommentsQuery,
    response: pageSchema(CommentSchema),
    async handle(call) {
      const { services, actor, id, query } = call;
      const app = await getApp(services.reader, actor.reach, await getAppIdOfIssue(services.reader, actor.reach, id));
      const context = ["comments", id];
      const after = openCursor<string>(call, context, query.cursor);
      // Each answer says which comments are one's own: it is another for everybody.
      return call.cached(`${versionOf([app])} ${actorId(actor)}`, async () => {
        const found = await listComments(services.reader, id, after, query.limit + 1);
        const { rows, nextCursor } = pageOf(call, context, found, query.limit, (comment) => comment.id);
        const reader = asAuthor(call);
        return presentPage(
          rows.map((comment) => presentComment(comment, reader)),
          nextCursor,
        );
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
      const author = asAuthor(call);
      const input = { actor, author, app, issue: id, text: body.text };
      const { output, headers } = await performOnce(call, addComment, input);
      return { status: 201, body: presentData(presentComment(output, author)), headers };
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
      const author = asAuthor(call);
      const input = { actor, author, id, comment: part, text: body.text };
      return { body: presentData(presentComment(await services.performer.perform(editComment, input), author)) };
    },
  }),
  route({
    method: "DELETE",
    path: "/issues/:id/comments/:comment",
    summary: "Delete one's own comment",
    role: "tester",
    subject: "issue",
    response: null,
    async handle(call) {
      const { services, actor, id, part } = call;
      await services.performer.perform(deleteComment, { actor, author: asAuthor(call), id, comment: part });
      return { status: 204, body: null };
    },
  }),
];

function asAuthor({ actor }: Pick<Call, "actor">): CommentAuthor {
  return { kind: actor.personId === undefined ? "key" : "person", id: actorId(actor) };
}
