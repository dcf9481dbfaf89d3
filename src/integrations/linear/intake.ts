// What Linear sends: an issue that went to another state, and comments. One that is completed fixes its issue here.
import { Fault } from "../../domain/fault.ts";
import { MEGABYTE } from "../../domain/limits/connection-limits.ts";
import { readPayload } from "../../domain/payload/read-payload.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import { isSignedWith } from "../../lib/crypto/body-signature.ts";
import { fieldAt, momentAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { nameOf, receiptOf } from "../toolkit/names-and-ids.ts";
import { requireSignature } from "../toolkit/require-signature.ts";
import type { ToolCommand } from "../toolkit/tool-command.ts";
import type { ToolIntake, ToolRequest } from "../toolkit/tool-intake.ts";
import { itemUpdateOf } from "../toolkit/tracker/item-update.ts";
import { commentCommand, deletionCommand } from "../toolkit/tracker/tracker-comment.ts";

/** States of items that are over without having been fixed. */
const NO_FIX: ReadonlySet<string> = new Set(["canceled", "duplicate"]);

export const linearIntake: ToolIntake = {
  maxBytes: MEGABYTE,
  hasComments: true,
  verify(request) {
    const { bytes, headers } = request;
    requireSignature(request, "Linear-Signature", (secret) =>
      isSignedWith(secret, bytes, headers["linear-signature"], ""),
    );
  },
  read(request) {
    const { bytes, contentType, headers } = request;
    const payload = readPayload(bytes, contentType, headers["content-encoding"]);
    requireFresh(payload, request);
    if (fieldAt(payload, "type") === "Comment") return readComment(payload, request);
    if (fieldAt(payload, "type") !== "Issue") return { ask: "nothing", why: "other_event" };
    return fieldAt(payload, "action") === "update"
      ? readUpdate(payload, request)
      : { ask: "nothing", why: "other_action" };
  },
};

/** Refuses old messages, so that nobody can send a signed one again later. Throws `invalid_signature`. */
function requireFresh(payload: unknown, { now }: ToolRequest): void {
  const at = fieldAt(payload, "webhookTimestamp");
  if (typeof at === "number" && Math.abs(now - at) <= MINUTE_MS) return;
  throw new Fault("invalid_signature", "webhookTimestamp: the request was not made within the last minute.");
}

function readComment(payload: unknown, { headers }: ToolRequest): ToolCommand {
  const said = fieldAt(payload, "data");
  if (fieldAt(payload, "action") === "remove") {
    return deletionCommand({ id: textAt(said, "id"), by: textAt(payload, "actor", "name") });
  }
  if (fieldAt(payload, "action") !== "create") return { ask: "nothing", why: "other_action" };
  return commentCommand({
    item: textAt(said, "issueId") || textAt(said, "issue", "id"),
    id: textAt(said, "id"),
    text: textAt(said, "body"),
    by: textAt(said, "user", "name") || textAt(payload, "actor", "name"),
    receipt: receiptOf(headers["linear-delivery"]),
  });
}

function readUpdate(payload: unknown, { headers, settings }: ToolRequest): ToolCommand {
  const before = fieldAt(payload, "updatedFrom");
  if (textAt(before, "stateId") === "") return { ask: "nothing", why: "other_change" };
  const said = fieldAt(payload, "data");
  const state = textAt(said, "state", "type");
  if (state === "") return { ask: "nothing", why: "unreadable" };
  if (NO_FIX.has(state)) return { ask: "nothing", why: state };
  const team = settings.team;
  const update = itemUpdateOf({
    externalId: textAt(said, "id"),
    name: textAt(said, "identifier"),
    url: textAt(said, "url") || textAt(payload, "url"),
    title: textAt(said, "title"),
    state: state === "completed" ? "closed" : "open",
    seen: momentAt(said, "updatedAt"),
    byTitle: team === undefined || ["id", "key", "name"].some((name) => textAt(said, "team", name) === team),
  });
  if (update === null) return { ask: "nothing", why: "unreadable" };
  const isCertain = update.fixed || textAt(before, "completedAt") !== "";
  const by = nameOf(textAt(payload, "actor", "name"));
  const updates = [isCertain ? update : { ...update, ifClosed: true as const }];
  return { ask: "follow", by, receipt: receiptOf(headers["linear-delivery"]), updates };
}
