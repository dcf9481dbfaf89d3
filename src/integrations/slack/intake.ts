// What Slack sends: slash commands, the use of a shortcut on a message, and other interactions, which are only acknowledged.
import { Fault } from "../../domain/fault.ts";
import { MEGABYTE } from "../../domain/limits/connection-limits.ts";
import { readPayload } from "../../domain/payload/read-payload.ts";
import { isSignedWith } from "../../lib/crypto/body-signature.ts";
import { fieldAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import type { ChatFormat } from "../toolkit/chat/answer-text.ts";
import { type Chat, raiseFromChat } from "../toolkit/chat/raise-from-chat.ts";
import type { ToolAnswer, ToolCommand } from "../toolkit/tool-command.ts";
import type { ToolIntake, ToolRequest } from "../toolkit/tool-intake.ts";
import { escapeMrkdwn, mrkdwnLink } from "./mrkdwn.ts";
import { plainSlackText } from "./plain-text.ts";
import { responseUrl } from "./response-url.ts";
import { itemOf, messageText } from "./shortcut-message.ts";

/** How far a request's time may be from ours, either way, because a clock may be slow or fast. */
const WINDOW_MS = 5 * 60_000;
/** Such a look is a short form: whatever is longer is not read before it is known who sent it. */
const LOOK_BYTES = 1_024;
const DONE: ToolAnswer = { status: 200, body: null };

export const slackIntake: ToolIntake = {
  maxBytes: MEGABYTE,
  verify(request) {
    if (isSigned(request) || isUnsignedLook(request)) return;
    throw new Fault(
      "invalid_signature",
      "The signature is missing or wrong, or older than five minutes: the connection needs the Signing Secret of the Slack app that sends this.",
    );
  },
  read(request) {
    const payload = payloadOf(request);
    if (isLook(payload)) return { ask: "nothing", why: "ssl_check", answer: DONE };
    const type = textAt(payload, "type");
    if (type === "message_action") return readShortcut(request, payload);
    if (type !== "") return { ask: "nothing", why: "acknowledged", answer: DONE };
    return readCommand(request, payload);
  },
};

function isSigned({ headers, bytes, now, credentials }: ToolRequest): boolean {
  const stamp = headers["x-slack-request-timestamp"];
  if (typeof stamp !== "string" || !isNear(stamp, now)) return false;
  const signed = Buffer.concat([Buffer.from(`v0:${stamp}:`), bytes]);
  return isSignedWith(credentials.signing_secret ?? "", signed, headers["x-slack-signature"], "v0=");
}

/** Whether a time in whole seconds is near now. */
function isNear(stamp: string, now: number): boolean {
  return /^\d{1,12}$/.test(stamp) && Math.abs(now - Number(stamp) * 1_000) <= WINDOW_MS;
}

/** Whether Slack only checks that the address answers. Nothing is asked for then, so no signature is needed. */
function isLook(payload: object): boolean {
  return textAt(payload, "ssl_check") === "1";
}

function isUnsignedLook(request: ToolRequest): boolean {
  if (request.bytes.length > LOOK_BYTES) return false;
  try {
    return isLook(payloadOf(request));
  } catch {
    return false;
  }
}

function payloadOf({ bytes, contentType, headers }: ToolRequest): Record<string, unknown> {
  return readPayload(bytes, contentType, headers["content-encoding"]);
}

function readCommand(request: ToolRequest, payload: object): Promise<ToolCommand> {
  const name = textAt(payload, "user_name") || textAt(payload, "user_id");
  const call = textAt(payload, "command") || "/retest";
  return raiseFromChat(inAnswer, request, { text: plainSlackText(textAt(payload, "text")), name, call, item: null });
}

function readShortcut(request: ToolRequest, payload: object): Promise<ToolCommand> | ToolCommand {
  const user = fieldAt(payload, "user");
  const name = textAt(user, "username") || textAt(user, "name") || textAt(user, "id");
  const chat = afterwards(responseUrl(textAt(payload, "response_url"), request.credentials.webhook_url));
  const text = plainSlackText(messageText(fieldAt(payload, "message")));
  if (text.trim() !== "") return raiseFromChat(chat, request, { text, name, call: "/retest", item: itemOf(payload) });
  const words = "This message has no text of its own, so nothing was raised. Say what is wrong with the slash command.";
  return { ask: "nothing", why: "no_text", answer: chat.answer(words, false) };
}

const format: ChatFormat = {
  plain: (text) => escapeMrkdwn(text, 500),
  link: mrkdwnLink,
  typed: (text) => `\`${escapeMrkdwn(text, 500).replaceAll("`", "'")}\``,
  lines: (lines) => lines.join("\n"),
};

/** Slack shows the answer to a slash command; what is for everybody stands below the command itself. */
const inAnswer: Chat = {
  format,
  answer: (text, open) => ({ status: 200, body: { response_type: open ? "in_channel" : "ephemeral", text } }),
};

/** Answers a shortcut. Slack shows its answer to nobody, so the text goes to an address that came with it. */
function afterwards(url: string | null): Chat {
  const answer = (text: string): ToolAnswer =>
    url === null
      ? DONE
      : { ...DONE, later: { url, body: { response_type: "ephemeral", replace_original: false, text } } };
  return { format, answer };
}
