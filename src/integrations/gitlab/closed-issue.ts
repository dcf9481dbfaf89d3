// An issue at GitLab that was closed or opened again.
import { fieldAt, momentAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { nameOf, receiptOf } from "../toolkit/names-and-ids.ts";
import type { ToolCommand } from "../toolkit/tool-command.ts";
import type { ToolRequest } from "../toolkit/tool-intake.ts";
import { itemUpdateOf } from "../toolkit/tracker/item-update.ts";

export function readClosedIssue(payload: unknown, { headers }: ToolRequest): ToolCommand {
  const said = fieldAt(payload, "object_attributes");
  const action = fieldAt(said, "action");
  if (action !== "close" && action !== "reopen") return { ask: "nothing", why: "other_action" };
  const isClosed = action === "close";
  // Closed because the work goes on elsewhere.
  if (isClosed && fieldAt(said, "duplicated_to_id") != null) return { ask: "nothing", why: "duplicate" };
  if (isClosed && fieldAt(said, "moved_to_id") != null) return { ask: "nothing", why: "moved" };
  const number = textAt(said, "iid");
  const update = itemUpdateOf({
    externalId: textAt(said, "id"),
    name: number === "" ? "" : `${textAt(payload, "project", "path_with_namespace")}#${number}`,
    url: textAt(said, "url"),
    title: textAt(said, "title"),
    state: isClosed ? "closed" : "open",
    seen: momentAt(said, "updated_at"),
    byTitle: !isPublic(payload),
  });
  if (update === null) return { ask: "nothing", why: "unreadable" };
  const by = nameOf(textAt(payload, "user", "username"));
  return { ask: "follow", by, receipt: receiptOf(headers["idempotency-key"]), updates: [update] };
}

const PRIVATE = 0;
/** GitLab's level for projects that everybody with an account on the server sees. */
const INTERNAL = 10;

/** Whether strangers may write there. GitLab does not say who belongs to the project. */
export function isPublic(payload: unknown): boolean {
  const level = fieldAt(payload, "project", "visibility_level");
  return level !== PRIVATE && level !== INTERNAL;
}
