// A comment on an issue at GitHub, written or deleted there.
import { fieldAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { receiptOf } from "../toolkit/names-and-ids.ts";
import type { ToolCommand } from "../toolkit/tool-command.ts";
import type { ToolRequest } from "../toolkit/tool-intake.ts";
import { commentCommand, deletionCommand } from "../toolkit/tracker/tracker-comment.ts";
import { isInsider } from "./closed-issue.ts";

export function readComment(payload: unknown, { headers }: ToolRequest): ToolCommand {
  const said = fieldAt(payload, "comment");
  // Whoever may delete it there: what was never taken is not there to be deleted.
  if (fieldAt(payload, "action") === "deleted") {
    return deletionCommand({ id: textAt(said, "id"), by: textAt(payload, "sender", "login") });
  }
  if (fieldAt(payload, "action") !== "created") return { ask: "nothing", why: "other_action" };
  if (fieldAt(payload, "issue", "pull_request") != null) return { ask: "nothing", why: "pull_request" };
  if (!isInsider(payload, said)) return { ask: "nothing", why: "stranger" };
  return commentCommand({
    item: textAt(payload, "issue", "id"),
    id: textAt(said, "id"),
    text: textAt(said, "body"),
    by: textAt(said, "user", "login"),
    receipt: receiptOf(headers["x-github-delivery"]),
  });
}
