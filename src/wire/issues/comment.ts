// Comments as they cross the boundary.
import * as z from "zod";
import { type Comment, type CommentReader, isOwn, mayDelete } from "../../domain/issues/comment.ts";
import { TOOL_REGISTRY, TOOLS } from "../../integrations/tool-registry.ts";
import { isoTime, isoTimeOrNull } from "../../lib/clock.ts";
import { isInvisible } from "../../lib/text/visible-text.ts";
import { cursor, issueText, limit, timestamp } from "../fields.ts";

export const ListCommentsQuery = z.strictObject({
  limit,
  cursor,
  order: z.enum(["oldest", "newest"]).default("oldest"),
});

export const CommentBody = z.strictObject({
  text: issueText.refine((text) => !isInvisible(text), "expected at least one character that can be seen"),
});

export const CommentSchema = z.strictObject({
  id: z.string(),
  text: z.string(),
  written_by: z.string(),
  written_at: timestamp,
  edited_at: timestamp.nullable(),
  mentions: z.array(z.strictObject({ name: z.string() })),
  tool: z.enum(TOOLS.filter((tool) => TOOL_REGISTRY[tool].intake?.hasComments === true)).nullable(),
  own: z.boolean(),
  deletable: z.boolean(),
});

/** `reader` is whoever asks; `isOrphan` says that whoever wrote it can't delete it. */
export function presentComment(comment: Comment, reader: CommentReader, isOrphan = false): string {
  const { id, text, writtenBy, writtenAt, editedAt, mentions, tool } = comment;
  return JSON.stringify({
    id,
    text,
    written_by: writtenBy,
    written_at: isoTime(writtenAt),
    edited_at: isoTimeOrNull(editedAt),
    mentions: mentions.map(({ name }) => ({ name })),
    tool,
    own: isOwn(comment, reader),
    deletable: mayDelete(comment, reader, isOrphan),
  });
}
