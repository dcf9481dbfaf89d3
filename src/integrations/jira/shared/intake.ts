// What Jira sends: an item that went to another status, and comments. One that is done fixes its issue.

import { MEGABYTE } from "../../../domain/limits/connection-limits.ts";
import { MAX_LINK } from "../../../domain/limits.ts";
import { readPayload } from "../../../domain/payload/read-payload.ts";
import { isSignedWith } from "../../../lib/crypto/body-signature.ts";
import { fieldAt, listAt, momentAt, textAt } from "../../../lib/formats/untrusted-fields.ts";
import { nameOf, receiptOf } from "../../toolkit/names-and-ids.ts";
import { requireSignature } from "../../toolkit/require-signature.ts";
import type { ToolCommand } from "../../toolkit/tool-command.ts";
import type { ToolIntake, ToolRequest } from "../../toolkit/tool-intake.ts";
import { itemUpdateOf } from "../../toolkit/tracker/item-update.ts";
import { commentCommand, deletionCommand } from "../../toolkit/tracker/tracker-comment.ts";
import { isWontFix } from "../../toolkit/tracker/wont-fix.ts";
import { plainText } from "./adf.ts";

export const jiraIntake: ToolIntake = {
  maxBytes: 2 * MEGABYTE,
  hasComments: true,
  verify(request) {
    const { bytes, headers } = request;
    requireSignature(request, "X-Hub-Signature", (secret) => isSignedWith(secret, bytes, headers["x-hub-signature"]));
  },
  read(request) {
    const { bytes, contentType, headers } = request;
    const payload = readPayload(bytes, contentType, headers["content-encoding"]);
    const event = fieldAt(payload, "webhookEvent");
    if (event === "comment_created") return readComment(payload, request);
    // Who deleted it is not said.
    if (event === "comment_deleted") return deletionCommand({ id: textAt(payload, "comment", "id"), by: "" });
    return event === "jira:issue_updated" ? readUpdate(payload, request) : { ask: "nothing", why: "other_event" };
  },
};

function readComment(payload: unknown, { headers }: ToolRequest): ToolCommand {
  const said = fieldAt(payload, "comment");
  if (isRestricted(said)) return { ask: "nothing", why: "restricted" };
  return commentCommand({
    item: textAt(payload, "issue", "id") || itemIn(textAt(said, "self")),
    id: textAt(said, "id"),
    text: plainText(fieldAt(said, "body")),
    by: textAt(said, "author", "displayName"),
    receipt: receiptOf(headers["x-atlassian-webhook-identifier"]),
  });
}

/** Whether a comment isn't for everybody who sees the item, but for a role, a group or a service desk: everybody would read it here. */
function isRestricted(said: unknown): boolean {
  const isPublic = fieldAt(said, "jsdPublic");
  if (fieldAt(said, "visibility") != null || (isPublic != null && isPublic !== true)) return true;
  const notes = listAt(said, "properties").filter((one) => fieldAt(one, "key") === "sd.public.comment");
  return notes.some((one) => ![false, "false"].includes(fieldAt(one, "value", "internal") as boolean | string));
}

function readUpdate(payload: unknown, { headers, settings }: ToolRequest): ToolCommand {
  const changes = listAt(payload, "changelog", "items");
  const changed = (field: string) => changes.find((one) => fieldAt(one, "field") === field);
  if (changed("status") === undefined) return { ask: "nothing", why: "other_change" };
  const fields = fieldAt(payload, "issue", "fields");
  const category = textAt(fields, "status", "statusCategory", "key");
  if (category === "") return { ask: "nothing", why: "unreadable" };
  const isDone = category === "done";
  const names = [textAt(fields, "resolution", "name"), textAt(fields, "status", "name")];
  if (isDone && names.some(isWontFix)) return { ask: "nothing", why: "not_fixed_there" };
  const key = textAt(payload, "issue", "key");
  const project = textAt(fields, "project", "key");
  const update = itemUpdateOf({
    externalId: textAt(payload, "issue", "id"),
    name: key,
    url: browseUrl(textAt(payload, "issue", "self"), key),
    title: textAt(fields, "summary"),
    state: isDone ? "closed" : "open",
    seen: momentAt(fields, "updated"),
    byTitle: settings.project === undefined || settings.project === project,
  });
  if (update === null) return { ask: "nothing", why: "unreadable" };
  const resolution = changed("resolution");
  const isReopened = textAt(resolution, "from") !== "" && textAt(resolution, "to") === "";
  const updates = [isDone || isReopened ? update : { ...update, ifClosed: true as const }];
  const by = nameOf(textAt(payload, "user", "displayName"));
  return { ask: "follow", by, receipt: receiptOf(headers["x-atlassian-webhook-identifier"]), updates };
}

/** Jira Data Center tells of a comment without its item, which only the comment's own address names. */
function itemIn(self: string): string {
  return /\/issue\/(\d{1,20})\/comment\//.exec(self.slice(0, MAX_LINK))?.[1] ?? "";
}

/** Where people look at it: on the site whose interface for programs is named, below its path if it has one. */
function browseUrl(self: string, key: string): string {
  const [site = "", ...more] = self.split("/rest/api/");
  return more.length > 0 && URL.canParse(site) ? `${site}/browse/${encodeURIComponent(key.toWellFormed())}` : "";
}
