// What an outgoing webhook of Microsoft Teams sends: a message in a channel that mentions us. The answer is shown below it.
import { createHmac, timingSafeEqual } from "node:crypto";
import { Fault } from "../../domain/fault.ts";
import { MEGABYTE } from "../../domain/limits/connection-limits.ts";
import { readPayload } from "../../domain/payload/read-payload.ts";
import { textAt } from "../../lib/formats/untrusted-fields.ts";
import { oneLine } from "../../lib/text/text.ts";
import { type Chat, raiseFromChat } from "../toolkit/chat/raise-from-chat.ts";
import type { ToolIntake, ToolRequest } from "../toolkit/tool-intake.ts";
import { escapeCardText } from "./card-text.ts";
import { plainTeamsText } from "./plain-text.ts";

export const teamsIntake: ToolIntake = {
  maxBytes: MEGABYTE / 2,
  verify(request) {
    if (isSigned(request)) return;
    throw new Fault(
      "invalid_signature",
      "The signature is missing or wrong: the connection needs the security token that Teams showed for this outgoing webhook.",
    );
  },
  async read(request) {
    const { bytes, contentType, headers } = request;
    const activity = readPayload(bytes, contentType, headers["content-encoding"]);
    const type = textAt(activity, "type");
    if (type !== "" && type !== "message") return { ask: "nothing", why: "acknowledged" };
    const { text, mentioned } = plainTeamsText(textAt(activity, "text"));
    const name = textAt(activity, "from", "name") || textAt(activity, "from", "aadObjectId");
    return raiseFromChat(chat, request, { text, name, call: `@${oneLine(mentioned) || "Retest"}`, item: null });
  },
};

const SCHEME = "HMAC ";

/** The key is what the token stands for in base64. */
function isSigned({ headers, bytes, credentials }: ToolRequest): boolean {
  const { authorization = "" } = headers;
  const key = Buffer.from(credentials.security_token ?? "", "base64");
  if (key.length === 0 || authorization.slice(0, SCHEME.length).toUpperCase() !== SCHEME) return false;
  const given = authorization.slice(SCHEME.length).trim();
  const digest = Buffer.from(given, "base64");
  // Decoding passes over what is no base64: what was given must be written as it would be.
  if (digest.length !== 32 || digest.toString("base64") !== given) return false;
  return timingSafeEqual(digest, createHmac("sha256", key).update(bytes).digest());
}

const chat: Chat = {
  format: {
    plain: (text) => escapeCardText(oneLine(text)),
    link: (url, label) => `[${escapeCardText(label)}](${url.replaceAll("(", "%28").replaceAll(")", "%29")})`,
    typed: (text) => `"${escapeCardText(oneLine(text))}"`,
    lines: (lines) => lines.join("\n\n"),
  },
  answer: (text) => ({ status: 200, body: { type: "message", text } }),
};
