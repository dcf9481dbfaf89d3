// What a tracker of errors, or a program by itself, reports: the error, as an issue that is to be raised.
import { Fault } from "../../domain/fault.ts";
import { composeText, pageLine, wordingOf } from "../../domain/report/issue-text.ts";
import { matchPlatforms } from "../../domain/report/platform-words.ts";
import { priorityOf } from "../../domain/report/priority-words.ts";
import { platformsFor, priorityFor } from "../../domain/report/report-defaults.ts";
import { textAt } from "../../lib/formats/untrusted-fields.ts";
import { defaultsOf } from "./issue-defaults.ts";
import type { ToolReport } from "./tool-command.ts";
import type { ToolRequest } from "./tool-intake.ts";

export interface ErrorReport {
  item: { externalId: string; name: string | null; url: string | null };
  title: string;
  description: string;
  /** Words for how bad it is, and for where it happens: the first that is understood counts. */
  severity: string[];
  platforms: string[];
  project: string;
  /** Where the error happened; left out if nobody says. */
  page?: string;
}

/** Throws `missing_title`. */
export function toRaise({ settings, appConfig }: ToolRequest, report: ErrorReport): Omit<ToolReport, "actor" | "app"> {
  const { item } = report;
  const { title, description } = wordingOf(report.title, report.description);
  if (title === "") throw new Fault("missing_title", "The payload has no title: an issue needs one.");
  const defaults = defaultsOf(settings, appConfig);
  const severity = report.severity.map((word) => priorityOf(word)).find((priority) => priority !== null) ?? null;
  const places = report.platforms.map((word) => matchPlatforms(word, appConfig.platforms));
  const { url } = item;
  return {
    check: null,
    text: composeText(title, description, pageLine(report.page ?? "")),
    platforms: platformsFor(places.find(({ codes }) => codes.length > 0) ?? null, defaults),
    priority: priorityFor(severity, defaults),
    reporter: null,
    tracker: url === null ? null : { shortId: item.name ?? item.externalId, url },
    item,
  };
}

/** A browser says more than the system below it: what happens in one happens on the web. */
export function placesOf(event: unknown): string[] {
  const browser = textAt(event, "contexts", "browser", "name");
  const system = textAt(event, "contexts", "os", "name");
  return browser === "" ? [system, textAt(event, "platform")] : [browser, "web"];
}

/** No error that is reported names a check. */
export function notLive(): Fault {
  return new Fault(
    "not_live",
    "The app is not in live mode: Sentry names no check, and only an app in live mode accepts issues without one.",
  );
}
