// Tells a channel in Microsoft Teams, by a workflow that posts the card it is sent. What people wrote goes into runs of
// text, which read no Markdown; where a card reads it, it is escaped.
import type { IssueEvent } from "../../domain/connections/connection.ts";
import { eventText } from "../toolkit/chat/event-text.ts";
import { callJson, type Forwarder, resultOf } from "../toolkit/forwarder.ts";
import { escapeCardText } from "./card-text.ts";

export const teamsForwarder: Forwarder = async (job) => {
  const { done } = await callJson(job, "POST", job.credentials.workflow_url!, {}, teamsMessage(job.event));
  return resultOf(done);
};

export function teamsMessage(event: IssueEvent) {
  const { code, what, text, facts } = eventText(event);
  const { url, link } = event.issue;
  const headline = code === null ? what : `${code} ${what}`;
  const actions = [
    ...(code === null ? [] : [{ type: "Action.OpenUrl", title: "Open issue", url }]),
    ...(link === null ? [] : [{ type: "Action.OpenUrl", title: "Where it was reported", url: link }]),
  ];
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      { type: "TextBlock", text: escapeCardText(headline), weight: "Bolder", size: "Medium", wrap: true },
      { type: "RichTextBlock", inlines: [{ type: "TextRun", text }] },
      { type: "FactSet", facts: facts.map(({ name, value }) => ({ title: name, value: escapeCardText(value) })) },
    ],
    actions,
  };
  const attachment = { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content };
  return { type: "message", attachments: [attachment] };
}
