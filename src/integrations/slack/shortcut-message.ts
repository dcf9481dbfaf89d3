// A message in Slack on which somebody used the shortcut.

import { fieldAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import type { Message } from "../toolkit/chat/raise-from-chat.ts";

/** A message's text, or that of its attachments: bots often write nothing else. */
export function messageText(message: unknown): string {
  const own = textAt(message, "text");
  if (own.trim() !== "") return own;
  const attachments = fieldAt(message, "attachments");
  for (const one of Array.isArray(attachments) ? attachments.slice(0, 10) : []) {
    const said = ["fallback", "text", "title"].map((key) => textAt(one, key)).find((text) => text.trim() !== "");
    if (said !== undefined) return said;
  }
  return "";
}

/** A message's item, named by its channel and time; null when one of them isn't what it should be. */
export function itemOf(payload: object): Message["item"] {
  const channel = textAt(payload, "channel", "id");
  const time = textAt(payload, "message", "ts") || textAt(payload, "message_ts");
  if (!/^[A-Z0-9]{1,40}$/.test(channel) || !/^\d{1,20}\.\d{1,20}$/.test(time)) return null;
  const domain = textAt(payload, "team", "domain");
  const isDomain = /^[a-z0-9-]{1,63}$/.test(domain);
  const url = isDomain ? `https://${domain}.slack.com/archives/${channel}/p${time.replace(".", "")}` : null;
  return { externalId: `${channel}:${time}`, name: null, url };
}
