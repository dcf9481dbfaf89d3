// A comment on an issue, written or deleted there, as GitHub and Gitea tell of it.
import { fieldAt, textAt } from "../../../lib/formats/untrusted-fields.ts";
import type { ToolCommand } from "../tool-command.ts";
import { commentCommand, deletionCommand } from "../tracker/tracker-comment.ts";
import type { HubMessage } from "./closed-issue.ts";

export function readComment(payload: unknown, { receipt, isInsider }: HubMessage): ToolCommand {
  const said = fieldAt(payload, "comment");
  // Whoever may delete it there: what was never taken is not there to be deleted.
  if (fieldAt(payload, "action") === "deleted") {
    return deletionCommand({ id: textAt(said, "id"), by: textAt(payload, "sender", "login") });
  }
  if (fieldAt(payload, "action") !== "created") return { ask: "nothing", why: "other_action" };
  if (fieldAt(payload, "issue", "pull_request") != null) return { ask: "nothing", why: "pull_request" };
  if (!isInsider(said)) return { ask: "nothing", why: "stranger" };
  return commentCommand({
    item: textAt(payload, "issue", "id"),
    id: textAt(said, "id"),
    text: textAt(said, "body"),
    by: textAt(said, "user", "login"),
    receipt,
  });
}
