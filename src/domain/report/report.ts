// What a delivered payload reports: the issue to raise. Wrong types are passed over, never thrown.
import type { Priority, Reporter } from "../issue.ts";
import { payloadOf } from "./payload.ts";
import type { Reader } from "./reader.ts";
import { explainFields, type FieldReading } from "./report-fields.ts";
import { readAll, type Used, use } from "./report-reading.ts";
import { platformsFor, priorityFor, type ReportTarget } from "./report-target.ts";
import { composeText } from "./report-text.ts";

export interface Report {
  /** One line: the first of the text. */
  title: string;
  text: string;
  /** Codes; empty means every platform. */
  platforms: string[];
  priority: Priority | null;
  reporter: Reporter | null;
  source: string | null;
  /** The tool's own id, whole. */
  externalId: string | null;
  link: string | null;
}

export interface Reported {
  /** Null when the payload has neither a title nor a description to take one from. */
  report: Report | null;
  /** How each field was found, for a preview; worked out only when it is asked for. */
  readonly fields: FieldReading[];
}

export function toReport(reader: Reader, root: Record<string, unknown>, app: ReportTarget): Reported {
  const payload = payloadOf(root);
  const readings = readAll(reader, payload);
  const used = use(reader, readings, app.platforms);
  return {
    report: used.title === null ? null : reportOf(used.title, used, app),
    get fields() {
      return explainFields({ reader, payload, app, readings, used });
    },
  };
}

function reportOf(title: string, used: Used, app: ReportTarget): Report {
  return {
    title,
    text: composeText(title, used.description, used.url),
    platforms: platformsFor(used.platforms, app),
    priority: priorityFor(used.priority, app),
    reporter: used.reporter,
    source: used.source,
    externalId: used.externalId,
    link: used.link,
  };
}
