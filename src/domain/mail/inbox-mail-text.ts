// What a mail about somebody's inbox says: each entry in a sentence, as the inbox does, with what it is about.
import { beginning } from "../../lib/text/text.ts";
import { visibleLine } from "../../lib/text/visible-text.ts";
import type { InboxKind } from "../inbox/inbox.ts";
import { type InboxMailChoice, MAILED_ENTRIES } from "./inbox-mail-schedule.ts";
import { hostOf } from "./link-mails.ts";
import type { MailItem, MailText } from "./mail-body.ts";

export interface MailedEntry {
  kind: InboxKind;
  at: string;
  by: string;
  times: number;
  app: { id: string; name: string };
  issue: { id: string; code: string; title: string } | null;
  cycle: { id: string; name: string; status: "open" | "closed" } | null;
  comment: string | null;
  connection: { id: string; name: string } | null;
}

const MAX_TITLE = 160;
const MAX_SUBJECT = 120;

interface InboxMailNews {
  name: string;
  choice: InboxMailChoice;
  entries: readonly MailedEntry[];
  /** The address where these mails are stopped without signing in. */
  stopUrl: string;
}

/** The newest come first; those beyond what a mail lists are not counted. */
export function inboxMail(baseUrl: string, { name, choice, entries, stopUrl }: InboxMailNews): MailText {
  const hasMore = entries.length > MAILED_ENTRIES;
  const list = entries.slice(0, MAILED_ENTRIES).map((entry) => itemOf(baseUrl, entry));
  const count = hasMore ? `more than ${MAILED_ENTRIES} unread` : `${list.length} unread`;
  return {
    subject: subjectOf(choice, count, list),
    paragraphs: [
      `Hello ${visibleLine(name)},`,
      list.length === 1
        ? `This came into your inbox at ${hostOf(baseUrl)}:`
        : `These came into your inbox at ${hostOf(baseUrl)}${hasMore ? `; the newest ${MAILED_ENTRIES}` : ""}:`,
    ],
    list,
    button: { label: hasMore ? "See all in your inbox" : "Open your inbox", url: `${baseUrl}/inbox` },
    footer: [
      choice === "daily"
        ? "You get this once a day, if something in your inbox is unread."
        : "You get this because something in your inbox is unread; at most one in an hour.",
    ],
    footerLinks: [
      { label: "Choose what is mailed to you", url: `${baseUrl}/account#mail` },
      { label: "Stop these mails", url: stopUrl },
    ],
  };
}

function subjectOf(choice: InboxMailChoice, count: string, list: readonly MailItem[]): string {
  if (choice === "daily") return `Your day in Retest: ${count}`;
  const [first] = list;
  if (list.length > 1) return `${count[0]!.toUpperCase()}${count.slice(1)} in your Retest inbox`;
  return cut(`${first!.what}: ${first!.title}`, MAX_SUBJECT);
}

function itemOf(baseUrl: string, entry: MailedEntry): MailItem {
  const { app, issue, cycle, connection, at } = entry;
  const title = issue === null ? (cycle?.name ?? connection?.name ?? app.name) : `${issue.code} ${issue.title}`;
  return {
    what: visibleLine(whatOf(entry)),
    title: cut(visibleLine(title), MAX_TITLE),
    about: `${visibleLine(app.name)} · ${at.slice(0, 10)} ${at.slice(11, 16)} UTC`,
    url: baseUrl + pathOf(entry),
  };
}

function pathOf({ app, issue, cycle, comment, kind, connection }: MailedEntry): string {
  if (kind === "paused") return `/apps/${app.id}/connections${connection === null ? "" : `/${connection.id}`}`;
  if (issue !== null) return `/issues/${issue.id}${comment === null ? "" : `#${comment}`}`;
  if (cycle === null) return `/apps/${app.id}`;
  return cycle.status === "closed" ? `/apps/${app.id}/cycles/${cycle.id}/report` : `/apps/${app.id}?cycle=${cycle.id}`;
}

function whatOf({ kind, by, times, cycle }: MailedEntry): string {
  switch (kind) {
    case "assigned":
      return `${by} assigned an issue to you`;
    case "mentioned":
      return times === 1 ? `${by} mentioned you` : `You were mentioned ${times} times, last by ${by}`;
    case "commented":
      return times === 1 ? `${by} commented` : `${times} comments, the last by ${by}`;
    case "fixed":
      return `${by} fixed an issue that you watch`;
    case "retest":
      return `${by} fixed an issue: it waits for your retest`;
    case "cycle":
      return cycle?.status === "closed"
        ? `${by} closed a cycle that you tested in`
        : `${by} asks you to test in a cycle`;
    case "paused":
      return "A connection kept failing and is paused";
  }
}

function cut(text: string, limit: number): string {
  const begun = beginning(text, limit);
  return begun.length < text.trimEnd().length ? `${begun}…` : begun;
}
