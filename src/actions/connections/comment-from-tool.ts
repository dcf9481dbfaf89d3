// Takes a comment that somebody wrote below an issue's item in a tracker, and deletes it here once it is deleted there. The same one is taken
// once, and is not sent back there.
import { actorLabel } from "../../domain/access/actor.ts";
import { channelName } from "../../domain/access/channel.ts";
import type { ToolComment, ToolDeletion } from "../../integrations/toolkit/tool-command.ts";
import { noteHeard } from "../../storage/connections/connections.ts";
import { findItem, hasReceipt, noteReceipt } from "../../storage/connections/linked-items.ts";
import { findCommentOfTool, getComment } from "../../storage/issues/comments.ts";
import { nextId, openAppWrite } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import { publishComment, withdrawComment } from "../issues/comment-on-issue.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export type CommentOutcome = "commented" | "own_comment" | "seen" | "unknown";

/** Throws `not_found`. */
export const commentFromTool = defineAction({
  name: "commentFromTool",
  queue: "app",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, { actor, app, receipt, comment }: ToolComment): Promise<CommentOutcome> {
    const outcome = await take(unit, { actor, app, receipt, comment });
    noteHeard(unit.tx, actor.connectionId, unit.now, outcome);
    return outcome;
  },
});

/** Throws `not_found`. */
export const deleteCommentFromTool = defineAction({
  name: "deleteCommentFromTool",
  queue: "app",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, { actor, app, comment }: ToolDeletion): Promise<"comment_deleted" | "seen" | "unknown"> {
    const write = await openAppWrite(unit, actor.reach, app);
    const found = await findCommentOfTool(unit.tx, actor.connectionId, comment);
    if (found === undefined) await noteReceipt(unit.tx, actor.connectionId, deletionOf(comment), unit.now);
    else if (!found.isDeleted) await withdrawComment(write, actor, await getComment(unit.tx, found.issueId, found.id));
    const outcome = found === undefined ? "unknown" : found.isDeleted ? "seen" : "comment_deleted";
    noteHeard(unit.tx, actor.connectionId, unit.now, outcome);
    return outcome;
  },
});

/** The name under which a deletion is noted whose comment hasn't come yet: messages of a tracker may overtake each other. */
function deletionOf(comment: string): string {
  return `deleted comment ${comment}`;
}

async function take(unit: UnitOfWork, { actor, app, receipt, comment }: ToolComment): Promise<CommentOutcome> {
  const { tx, now } = unit;
  const { connectionId } = actor;
  const write = await openAppWrite(unit, actor.reach, app);
  const item = await findItem(tx, connectionId, comment.item);
  if (item === undefined) return "unknown";
  if (item.issueId === comment.toldOf) return "own_comment";
  if (receipt !== null && !(await noteReceipt(tx, connectionId, receipt, now))) return "seen";
  if ((await findCommentOfTool(tx, connectionId, comment.externalId)) !== undefined) return "seen";
  if (await hasReceipt(tx, connectionId, deletionOf(comment.externalId))) return "seen";
  await publishComment(
    write,
    actor,
    {
      id: nextId(write, "cmt"),
      issueId: item.issueId,
      appId: write.app.id,
      author: { kind: "tool", id: connectionId },
      writtenBy: actorLabel(actor),
      text: comment.text,
      writtenAt: write.app.updatedAt,
      editedAt: null,
      // Whoever writes there knows nobody here.
      mentions: [],
      tool: channelName(actor.channel),
    },
    comment.externalId,
  );
  return "commented";
}
