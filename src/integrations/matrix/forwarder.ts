// Tells a room in Matrix, as the account of an access token. What was sent once is not sent twice: the server knows it by its transaction.
import type { IssueEvent } from "../../domain/connections/connection.ts";
import { escapeHtml } from "../toolkit/chat/escape-html.ts";
import { eventText } from "../toolkit/chat/event-text.ts";
import { callJson, type Forwarder, resultOf } from "../toolkit/forwarder.ts";

export const matrixForwarder: Forwarder = async (job) => {
  const { settings, credentials, event } = job;
  const room = encodeURIComponent(String(settings.room));
  const transaction = encodeURIComponent(`${job.connectionId}.${event.issue.id}.${event.kind}.${event.at}`);
  const path = `/_matrix/client/v3/rooms/${room}/send/m.room.message/${transaction}`;
  const base = String(settings.homeserver_url).replace(/\/+$/, "");
  const headers = { authorization: `Bearer ${credentials.access_token!}` };
  const { done } = await callJson(job, "PUT", base + path, headers, matrixMessage(event));
  return resultOf(done);
};

/** A notice: no bot answers it, and nobody is mentioned. */
export function matrixMessage(event: IssueEvent) {
  const { code, what, text, facts } = eventText(event);
  const { url, link } = event.issue;
  const line = facts.map(({ name, value }) => `${name} ${value}`).join(" · ");
  const links = [...(code === null ? [] : [url]), ...(link === null ? [] : [link])];
  const headline = code === null ? what : `${code} ${what}`;
  return {
    msgtype: "m.notice",
    "m.mentions": {},
    body: [headline, text, line, ...links].join("\n"),
    format: "org.matrix.custom.html",
    formatted_body: [
      code === null
        ? `<b>${escapeHtml(what)}</b>`
        : `<b><a href="${escapeHtml(url)}">${escapeHtml(code)}</a></b> ${escapeHtml(what)}`,
      escapeHtml(text).replaceAll("\n", "<br>"),
      escapeHtml(line),
      ...(link === null ? [] : [`<a href="${escapeHtml(link)}">Where it was reported</a>`]),
    ].join("<br>"),
  };
}
