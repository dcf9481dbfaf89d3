// Tools about what is said of an issue.
import * as z from "zod";
import { ASSISTANT_DEFAULT_ISSUES, ASSISTANT_MAX_ISSUES } from "../../domain/limits/assistant-limits.ts";
import { MAX_TEXT } from "../../domain/limits.ts";
import { type CommentSchema, ListCommentsQuery } from "../../wire/issues/comment.ts";
import { cursorInput, issueInput, limitInput, wordsInput } from "./inputs.ts";
import { findIssueId } from "./lookups.ts";
import { type McpTool, queryOf, tool } from "./mcp-tool.ts";

type CommentAnswer = z.infer<typeof CommentSchema>;

export const commentTools: McpTool[] = [
  tool({
    name: "list_comments",
    title: "List the comments on an issue",
    description: "What people, keys and connected trackers said of an issue, oldest first.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({
      issue: issueInput,
      order: ListCommentsQuery.shape.order.describe("newest: newest first"),
      limit: limitInput(ASSISTANT_MAX_ISSUES, ASSISTANT_DEFAULT_ISSUES),
      cursor: cursorInput.optional(),
    }),
    async run(context, { issue, ...page }) {
      const id = await findIssueId(context, issue);
      const { data, next_cursor } = (await context.caller.ask("GET /issues/:id/comments", {
        id,
        query: queryOf(page),
      })) as { data: CommentAnswer[]; next_cursor: string | null };
      const head = data.length === 0 ? "No comment." : `${data.length} comments`;
      return { text: [head, ...data.map(tellComment)].join("\n"), data: { comments: data, next_cursor } };
    },
  }),
  tool({
    name: "add_comment",
    title: "Comment on an issue",
    description:
      "Adds a comment under the key's name; whoever watches the issue is told. @ and the full name of somebody who reaches the app mentions them.",
    role: "tester",
    effect: "adds",
    input: z.strictObject({
      issue: issueInput,
      text: wordsInput(MAX_TEXT).describe(`Plain text, up to ${MAX_TEXT} characters; code, lists and links are shown`),
    }),
    async run(context, { issue, text }) {
      const id = await findIssueId(context, issue);
      const asked = await context.caller.ask("POST /issues/:id/comments", { id, body: { text } });
      const { data } = asked as { data: CommentAnswer };
      return { text: `Commented.\n${tellComment(data)}`, data: { comment: data } };
    },
  }),
];

function tellComment({ written_by: by, written_at: at, edited_at: editedAt, text }: CommentAnswer): string {
  return `- ${by}, ${at}${editedAt === null ? "" : " (edited)"}: ${text.replaceAll("\n", "\n  ")}`;
}
