// An issue at GitHub that was closed or opened again.

import { fieldAt, momentAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { nameOf, receiptOf } from "../toolkit/names-and-ids.ts";
import type { ToolCommand } from "../toolkit/tool-command.ts";
import type { ToolRequest } from "../toolkit/tool-intake.ts";
import { itemUpdateOf } from "../toolkit/tracker/item-update.ts";

/** Closed, and not because it was done. */
const NO_FIX: ReadonlySet<unknown> = new Set(["not_planned", "duplicate"]);
/** On a public repository anybody may make an issue with any title; these people belong to it. */
const INSIDERS: ReadonlySet<unknown> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/** Whether whoever wrote an issue or a comment belongs to the repository. */
export function isInsider(payload: unknown, written: unknown): boolean {
  return fieldAt(payload, "repository", "private") === true || INSIDERS.has(fieldAt(written, "author_association"));
}

export function readIssue(payload: unknown, { headers }: ToolRequest): ToolCommand {
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
    byTitle: isInsider(payload, said),
  });
  if (update === null) return { ask: "nothing", why: "unreadable" };
  const by = nameOf(textAt(payload, "sender", "login"));
  return { ask: "follow", by, receipt: receiptOf(headers["x-github-delivery"]), updates: [update] };
}
