// What people in a chat are answered: what was done, or what was wrong and what would be right.

import type { Fault } from "../../../domain/fault.ts";
import type { ReportOutcome } from "../tool-command.ts";

/** How a chat tool writes: each escapes what it is given. */
export interface ChatFormat {
  plain(text: string): string;
  link(url: string, label: string): string;
  /** Formats something to type. */
  typed(text: string): string;
  lines(lines: readonly string[]): string;
}

/** What the answer is about. */
export interface AnswerContext {
  /** How people reach us there: `/retest`, `@Retest`. */
  call: string;
  /** The app that was named. */
  app: string;
  check: string | null;
  /** All apps that may be named. */
  apps: readonly string[];
}

const MAX_LISTED = 20;

export function helpText(format: ChatFormat, context: AnswerContext): string {
  const { call, app, apps } = context;
  const other = apps.find((name) => name !== app);
  return format.lines([
    `Say what is wrong to raise an issue on ${format.plain(app)}: ${format.typed(`${call} The export button does nothing`)}`,
    ...(other === undefined
      ? []
      : [`Put the name of another app in front: ${format.typed(`${call} ${other}: The export button does nothing`)}`]),
    `Name the check that fails, by its ref or exact title; an app in testing mode needs it: ${format.typed(`${call} ${app} / CHECK-1: The export button does nothing`)}`,
    connected(format, context),
  ]);
}

export function emptyText(format: ChatFormat, { call, app }: AnswerContext): string {
  return `Say what is wrong after the name: ${format.typed(`${call} ${app}: The export button does nothing`)}`;
}

export function raisedText(
  format: ChatFormat,
  { app, check }: AnswerContext,
  { issue, duplicate }: ReportOutcome,
): string {
  const code = format.link(issue.url, issue.code);
  if (duplicate) return `This is already ${code}, which is open on ${format.plain(app)}.`;
  return `Raised ${code} on ${format.plain(app)}${check === null ? "" : `, against ${format.plain(check)}`}.`;
}

export function refusalText(format: ChatFormat, context: AnswerContext, { code, message }: Fault): string {
  const { call, app, check } = context;
  const name = format.plain(app);
  switch (code) {
    case "missing_check":
      return format.lines([
        `${name} is in testing mode: name the check that fails, by its ref or exact title: ${format.typed(`${call} ${app} / CHECK-1: The export button does nothing`)}`,
        connected(format, context),
      ]);
    case "not_found":
      if (check === null) break;
      return `${name} has no check ${format.typed(check)}. Name one by its ref or exact title.`;
    case "ambiguous_check":
      return `Several checks of ${name} have the title ${format.typed(check ?? "")}. Name one by its ref.`;
    case "limit_reached":
      return format.plain(message);
    case "unavailable":
      return "Retest can't do this at the moment. Nothing was raised: try again in a minute.";
  }
  return `Nothing was raised on ${name}: ${format.plain(message)}`;
}

function connected(format: ChatFormat, { apps }: AnswerContext): string {
  const more = apps.length - MAX_LISTED;
  const names = apps.slice(0, MAX_LISTED).map((name) => format.plain(name));
  return `Connected here: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}
