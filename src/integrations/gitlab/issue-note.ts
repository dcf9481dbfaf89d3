// A comment on an issue at GitLab. When one is deleted, GitLab says nothing.
import { fieldAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { isListedMember } from "../toolkit/code-host/listed-members.ts";
import { receiptOf } from "../toolkit/names-and-ids.ts";
import type { ToolCommand } from "../toolkit/tool-command.ts";
import type { ToolRequest } from "../toolkit/tool-intake.ts";
import { commentCommand } from "../toolkit/tracker/tracker-comment.ts";
import { isPublic } from "./closed-issue.ts";

export function readNote(payload: unknown, { headers, settings }: ToolRequest): ToolCommand {
  const said = fieldAt(payload, "object_attributes");
  if (fieldAt(said, "noteable_type") !== "Issue") return { ask: "nothing", why: "other_event" };
  // Older servers name no action, and tell of new ones only.
  const action = fieldAt(said, "action") ?? "create";
  if (action !== "create" || fieldAt(said, "system") === true) return { ask: "nothing", why: "other_action" };
  if (isRestricted(payload, said)) return { ask: "nothing", why: "restricted" };
  const by = textAt(payload, "user", "username");
  if (isPublic(payload) && !isListedMember(settings, by)) return { ask: "nothing", why: "stranger" };
  return commentCommand({
    item: textAt(payload, "issue", "id"),
    id: textAt(said, "id"),
    text: textAt(said, "note"),
    by,
    receipt: receiptOf(headers["idempotency-key"]),
  });
}

/** An internal note, or one on a confidential issue: here everybody who sees the issue would read it. */
function isRestricted(payload: unknown, said: unknown): boolean {
  const isOwn = [fieldAt(said, "internal"), fieldAt(said, "confidential")].some((one) => one != null && one !== false);
  return isOwn || fieldAt(payload, "event_type") === "confidential_note";
}
