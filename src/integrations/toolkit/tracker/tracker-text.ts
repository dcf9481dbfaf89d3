// What trackers are told of an issue, in the same words everywhere; each tool writes them in its own markup.
import type { IssueEvent } from "../../../domain/connections/connection.ts";
import { isoTime } from "../../../lib/clock.ts";
import { oneLine } from "../../../lib/text/text.ts";
import { codeBlock, codeSpan, linkTo } from "./markdown.ts";

/** `<code> <title>`, cut to what the tool takes, counted as the tool may count. */
export function titleOf({ issue }: IssueEvent, max: number): string {
  const title = `${issue.code} ${oneLine(issue.title) || "Issue"}`;
  if (title.length <= max) return title;
  const cut = title.slice(0, max - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/** Facts about an issue under their names; empty ones are left out. */
export function factsOf({ app, issue }: IssueEvent): [string, string][] {
  const check = issue.check === null ? "" : `${issue.check.ref} ${issue.check.title}`;
  const facts: [string, string][] = [
    ["Raised by", issue.raisedBy],
    ["App", app.name],
    ["Check", check],
    ["Platforms", issue.platforms.join(", ")],
    ["Priority", issue.priority ?? ""],
  ];
  return facts.filter(([, value]) => value !== "");
}

export const SAID = {
  raised: "Raised",
  fixed: "Marked as fixed",
  reopened: "Reopened",
  confirmed: "Confirmed as fixed",
  commented: "Commented",
  test: "Tried",
};

export const NEEDS_RETEST = " It needs a retest.";

/** What happened, in words that stand before and after the name of whoever did it. The time tells it from any other. */
export function sentenceOf({ kind, at }: IssueEvent): [string, string] {
  const more = kind === "fixed" ? NEEDS_RETEST : "";
  return [`${SAID[kind]} by`, `at ${isoTime(at)}.${more}`];
}

/** The body of an item in Markdown. */
export function bodyInMarkdown(event: IssueEvent): string {
  const { issue } = event;
  const facts = factsOf(event).map(([name, value]) => `- ${name}: ${codeSpan(value)}`);
  const links = [`- Retest: ${linkTo(issue.code, issue.url)}`];
  if (issue.link !== null) links.push(`- Reported at: ${codeSpan(issue.link)}`);
  return [codeBlock(issue.text), [...facts, ...links].join("\n")].join("\n\n");
}

/** A comment. Its last line links here, by which we recognise our own text when the tool tells us of it. */
export function commentInMarkdown(event: IssueEvent): string {
  const [before, after] = sentenceOf(event);
  const said = event.comment === undefined ? "" : `${codeBlock(event.comment.text)}\n\n`;
  return `${said}${before} ${codeSpan(event.by)} ${after} ${linkTo(event.issue.code, addressOf(event))}`;
}

/** The address of the issue, or of the comment that the event is about. */
export function addressOf({ issue, comment }: IssueEvent): string {
  return comment === undefined ? issue.url : `${issue.url}#${comment.id}`;
}

/** Identifies what is said of an issue, the same at every attempt. */
export function sayingOf({ comment, at }: IssueEvent): string {
  return comment?.id ?? String(at);
}
