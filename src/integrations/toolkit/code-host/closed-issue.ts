// An issue that was closed or opened again, as GitHub and Gitea tell of it.

import { fieldAt, momentAt, textAt } from "../../../lib/formats/untrusted-fields.ts";
import { nameOf } from "../names-and-ids.ts";
import type { ToolCommand } from "../tool-command.ts";
import { itemUpdateOf } from "../tracker/item-update.ts";

/** What of one message is each host's own. */
export interface HubMessage {
  receipt: string | null;
  /** Whether whoever wrote an issue or a comment belongs to the repository: on a public one anybody may write anything. */
  isInsider(written: unknown): boolean;
}

/** Reasons for closing that say the issue wasn't done. */
const NO_FIX: ReadonlySet<unknown> = new Set(["not_planned", "duplicate"]);

export function readIssue(payload: unknown, { receipt, isInsider }: HubMessage): ToolCommand {
  const action = fieldAt(payload, "action");
  const said = fieldAt(payload, "issue");
  if (action !== "closed" && action !== "reopened") return { ask: "nothing", why: "other_action" };
  if (fieldAt(said, "pull_request") != null) return { ask: "nothing", why: "pull_request" };
  const reason = fieldAt(said, "state_reason");
  if (action === "closed" && NO_FIX.has(reason)) return { ask: "nothing", why: String(reason) };
  const number = textAt(said, "number");
  const update = itemUpdateOf({
    externalId: textAt(said, "id"),
    name: number === "" ? "" : `${textAt(payload, "repository", "full_name")}#${number}`,
    url: textAt(said, "html_url"),
    title: textAt(said, "title"),
    state: action === "closed" ? "closed" : "open",
    seen: momentAt(said, "updated_at"),
    byTitle: isInsider(said),
  });
  if (update === null) return { ask: "nothing", why: "unreadable" };
  return { ask: "follow", by: nameOf(textAt(payload, "sender", "login")), receipt, updates: [update] };
}
