// Tells a channel in Mattermost, by an incoming webhook. Nobody is mentioned, whatever people wrote.
import type { IssueEvent } from "../../domain/connections/connection.ts";
import { escapeMarkdown } from "../toolkit/chat/escape-markdown.ts";
import { eventText } from "../toolkit/chat/event-text.ts";
import { callJson, type Forwarder, resultOf } from "../toolkit/forwarder.ts";

export const mattermostForwarder: Forwarder = async (job) => {
  const { done } = await callJson(job, "POST", job.credentials.webhook_url!, {}, mattermostMessage(job.event));
  return resultOf(done);
};

export function mattermostMessage(event: IssueEvent) {
  const { code, what, title, text, facts } = eventText(event);
  const { url, link } = event.issue;
  const back = link === null ? [] : [{ title: "Where it was reported", value: link, short: false }];
  return {
    attachments: [
      {
        fallback: escapeMarkdown(code === null ? what : `${code} ${what}: ${title}`),
        title: code === null ? what : `${code} ${what}`,
        ...(code === null ? {} : { title_link: url }),
        text: escapeMarkdown(text),
        fields: [
          ...facts.map(({ name, value }) => ({ title: name, value: escapeMarkdown(value), short: true })),
          ...back,
        ],
      },
    ],
  };
}
