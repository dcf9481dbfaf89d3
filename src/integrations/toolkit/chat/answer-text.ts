// What people in a chat are answered: what was done, or what was wrong and what would be right.

import type { Fault } from "../../../domain/fault.ts";
import type { ReportOutcome } from "../tool-command.ts";

/** How a chat tool writes: each escapes what it is given. */
export interface Pen {
  plain(text: string): string;
  link(url: string, label: string): string;
  /** Something to type. */
  typed(text: string): string;
  lines(lines: readonly string[]): string;
}

/** What the answer is about. */
export interface Place {
  /** How people reach us there: `/retest`, `@Retest`. */
  call: string;
  /** The app that is meant. */
  app: string;
  check: string | null;
  /** All that may be named. */
  apps: readonly string[];
}

const MAX_LISTED = 20;

export function help(pen: Pen, place: Place): string {
  const { call, app, apps } = place;
  const other = apps.find((name) => name !== app);
  return pen.lines([
    `Say what is wrong to raise an issue on ${pen.plain(app)}: ${pen.typed(`${call} The export button does nothing`)}`,
    ...(other === undefined
      ? []
      : [`Put the name of another app in front: ${pen.typed(`${call} ${other}: The export button does nothing`)}`]),
    `Name the check that fails, by its ref or exact title; an app in testing mode needs it: ${pen.typed(`${call} ${app} / CHECK-1: The export button does nothing`)}`,
    connected(pen, place),
  ]);
}

export function nothingSaid(pen: Pen, { call, app }: Place): string {
  return `Say what is wrong after the name: ${pen.typed(`${call} ${app}: The export button does nothing`)}`;
}

export function raisedWords(pen: Pen, { app, check }: Place, { issue, duplicate }: ReportOutcome): string {
  const code = pen.link(issue.url, issue.code);
  if (duplicate) return `This is already ${code}, which is open on ${pen.plain(app)}.`;
  return `Raised ${code} on ${pen.plain(app)}${check === null ? "" : `, against ${pen.plain(check)}`}.`;
}

export function refusalWords(pen: Pen, place: Place, { code, message }: Fault): string {
  const { call, app, check } = place;
  const name = pen.plain(app);
  switch (code) {
    case "missing_check":
      return pen.lines([
        `${name} is in testing mode: name the check that fails, by its ref or exact title: ${pen.typed(`${call} ${app} / CHECK-1: The export button does nothing`)}`,
        connected(pen, place),
      ]);
    case "not_found":
      if (check === null) break;
      return `${name} has no check ${pen.typed(check)}. Name one by its ref or exact title.`;
    case "ambiguous_check":
      return `Several checks of ${name} have the title ${pen.typed(check ?? "")}. Name one by its ref.`;
    case "limit_reached":
      return pen.plain(message);
    case "unavailable":
      return "Retest can't do this at the moment. Nothing was raised: try again in a minute.";
  }
  return `Nothing was raised on ${name}: ${pen.plain(message)}`;
}

function connected(pen: Pen, { apps }: Place): string {
  const more = apps.length - MAX_LISTED;
  const names = apps.slice(0, MAX_LISTED).map((name) => pen.plain(name));
  return `Connected here: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}
