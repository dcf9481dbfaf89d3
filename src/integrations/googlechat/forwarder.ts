// Tells a space in Google Chat, by a webhook of the space: all about an issue in one thread. What people wrote is no markup there.
import type { IssueEvent } from "../../domain/connections/connection.ts";
import { escapeHtml } from "../toolkit/chat/escape-html.ts";
import { eventText } from "../toolkit/chat/event-text.ts";
import { callJson, type Forwarder, resultOf } from "../toolkit/forwarder.ts";

export const googleChatForwarder: Forwarder = async (job) => {
  const url = new URL(job.credentials.webhook_url!);
  url.searchParams.set("messageReplyOption", "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD");
  const { done } = await callJson(job, "POST", url.href, {}, googleChatMessage(job.event));
  return resultOf(done);
};

export function googleChatMessage(event: IssueEvent) {
  const { code, what, text, facts } = eventText(event);
  const { id, url, link } = event.issue;
  const headline = code === null ? what : `${code} ${what}`;
  const buttons = [
    ...(code === null ? [] : [button("Open issue", url)]),
    ...(link === null ? [] : [button("Where it was reported", link)]),
  ];
  const widgets = [
    { textParagraph: { text: escapeHtml(text).replaceAll("\n", "<br>") } },
    ...facts.map(({ name, value }) => ({ decoratedText: { topLabel: name, text: escapeHtml(value), wrapText: true } })),
    ...(buttons.length === 0 ? [] : [{ buttonList: { buttons } }]),
  ];
  return {
    fallbackText: headline,
    ...(code === null ? {} : { thread: { threadKey: id } }),
    cardsV2: [{ cardId: "issue", card: { header: { title: headline }, sections: [{ widgets }] } }],
  };
}

function button(text: string, url: string) {
  return { text, onClick: { openLink: { url } } };
}
