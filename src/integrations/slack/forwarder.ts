// Tells a channel in Slack, by an incoming webhook. What people wrote goes into plain text, where nothing is markup; of the
// rest nothing but our own link is.
import type { IssueEvent } from "../../domain/connections/connection.ts";
import { eventText } from "../toolkit/chat/event-text.ts";
import { callJson, type Forwarder, resultOf } from "../toolkit/forwarder.ts";
import { escapeMrkdwn, mrkdwnLink } from "./mrkdwn.ts";

export const slackForwarder: Forwarder = async (job) => {
  const { done } = await callJson(job, "POST", job.credentials.webhook_url!, {}, slackMessage(job.event));
  return resultOf(done);
};

export function slackMessage(event: IssueEvent) {
  const { code, what, title, text, facts } = eventText(event);
  const { url, link } = event.issue;
  const headline = code === null ? `*${what}*` : `*${mrkdwnLink(url, code)}* ${what}`;
  const [by, ...others] = facts;
  const line = [`${by!.name} ${by!.value}`, ...others.map(({ value }) => value)].join(" · ");
  const back = link === null ? [] : [mrkdwn(mrkdwnLink(link, "Where it was reported"))];
  return {
    // Notifications, and readers that show no blocks, have this text instead.
    text: escapeMrkdwn(code === null ? what : `${code} ${what}: ${title}`),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "section", text: mrkdwn(headline) },
      { type: "section", text: plain(text) },
      { type: "context", elements: [plain(line), ...back] },
    ],
  };
}

/** Verbatim: nothing in it becomes a mention or a link by itself. */
function mrkdwn(text: string) {
  return { type: "mrkdwn", verbatim: true, text } as const;
}

function plain(text: string) {
  return { type: "plain_text", emoji: false, text: escapeMrkdwn(text) } as const;
}
