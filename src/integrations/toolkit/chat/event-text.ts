// What chat tools are told of an issue, before each writes it in its own way.
import type { IssueEvent, IssueEventKind } from "../../../domain/connections/connection.ts";
import { oneLine } from "../../../lib/text/text.ts";

const WHAT: Record<IssueEventKind, string> = {
  raised: "raised",
  fixed: "fixed, needs a retest",
  reopened: "reopened",
  confirmed: "confirmed fixed",
  commented: "commented on",
  test: "A test from Retest",
};

const BY: Record<IssueEventKind, string> = {
  raised: "Raised by",
  fixed: "Fixed by",
  reopened: "Reopened by",
  confirmed: "Confirmed by",
  commented: "Commented by",
  test: "Sent by",
};

/** Characters of an issue's text that are shown: the rest is a click away. */
const MAX_SHOWN = 600;
const MAX_TITLE = 200;
const MAX_FACT = 200;

export interface EventText {
  /** `NIM-42`; null of a test, which is about no issue. */
  code: string | null;
  /** What happened to the issue. */
  what: string;
  title: string;
  /** The beginning of the text when it is new, or of the comment; else its title. */
  text: string;
  facts: { name: string; value: string }[];
}

export function eventText({ kind, by, app, issue, comment }: IssueEvent): EventText {
  const title = shortened(oneLine(issue.title), MAX_TITLE) || issue.code;
  const facts = [
    { name: BY[kind], value: by },
    { name: "App", value: app.name },
  ];
  if (kind !== "test") {
    facts.push({ name: "Platforms", value: issue.platforms.join(", ") || "every platform" });
    if (issue.priority !== null) facts.push({ name: "Priority", value: issue.priority });
    if (issue.check !== null) facts.push({ name: "Check", value: `${issue.check.ref} ${issue.check.title}` });
  }
  return {
    code: kind === "test" ? null : issue.code,
    what: WHAT[kind],
    title,
    text: shownText(issue.text, title, kind, comment),
    facts: facts.map(({ name, value }) => ({ name, value: shortened(oneLine(value), MAX_FACT) || "-" })),
  };
}

function shownText(text: string, title: string, kind: IssueEventKind, comment: IssueEvent["comment"]): string {
  if (comment !== undefined) return shortened(comment.text.trim(), MAX_SHOWN);
  return kind === "raised" || kind === "test" ? shortened(text.trim(), MAX_SHOWN) || title : title;
}

/** At most `limit` units; a character is never cut in two. */
function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.codePointAt(limit - 2)! > 0xffff ? limit - 2 : limit - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}
