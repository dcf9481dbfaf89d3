// Tells a channel in Discord, by a webhook of the channel. Nobody is mentioned, whatever people wrote.
import type { IssueEvent } from "../../domain/connections/connection.ts";
import { escapeMarkdown } from "../toolkit/chat/escape-markdown.ts";
import { eventText } from "../toolkit/chat/event-text.ts";
import { callJson, type Forwarder, resultOf } from "../toolkit/forwarder.ts";

export const discordForwarder: Forwarder = async (job) => {
  const { done } = await callJson(job, "POST", job.credentials.webhook_url!, {}, discordMessage(job.event));
  return resultOf(done);
};

export function discordMessage(event: IssueEvent) {
  const { code, what, text, facts } = eventText(event);
  const { url, link } = event.issue;
  const back = link === null ? [] : [{ name: "Where it was reported", value: link.slice(0, MAX_FIELD), inline: false }];
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: code === null ? what : `${code} ${what}`,
        ...(code === null ? {} : { url }),
        description: escapeMarkdown(text),
        fields: [...facts.map(({ name, value }) => ({ name, value: escapeMarkdown(value), inline: true })), ...back],
      },
    ],
  };
}

/** Characters of a field; what is longer is refused there. */
const MAX_FIELD = 1_024;
