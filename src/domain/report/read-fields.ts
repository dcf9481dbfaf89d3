// Reads everything that a report needs from a payload: first what the expressions find, then what can be used of it.
import { cleanText, oneLine } from "../../lib/text/text.ts";
import type { Platform } from "../apps/platforms.ts";
import type { Priority, Reporter } from "../issues/issue.ts";
import { MAX_DELIVERY_BYTES } from "../limits.ts";
import type { Path } from "../mapping/expression.ts";
import { read } from "../mapping/mapping.ts";
import { type Accept, asString, asText, asWords, isBlank, type Payload } from "../mapping/value-at-path.ts";
import { lookUp } from "../mapping/words.ts";
import type { Candidate, ReportReader } from "./compiled-reader.ts";
import { httpLink } from "./http-link.ts";
import { cleanDescription, firstLine, pageLine, wordingOf } from "./issue-text.ts";
import { type MatchedPlatforms, matchPlatforms } from "./platform-words.ts";
import type { ReportField } from "./preset.ts";
import { priorityOf } from "./priority-words.ts";
import { reporterOf, wholeName } from "./reporter.ts";

/** Fields that are compared are read in full: of two that are cut alike, the rest may differ. */
const WHOLE = MAX_DELIVERY_BYTES;

/** A value with who supplied it. */
export interface FoundValue<Value = string> {
  value: Value;
  /** The path where it was found; null when a template put it together. */
  path: Path | null;
  candidate: Candidate;
}

/** What the expressions found in a payload. */
export interface Readings {
  title: FoundValue | null;
  description: FoundValue | null;
  url: FoundValue | null;
  link: FoundValue | null;
  externalId: FoundValue | null;
  priority: FoundValue | null;
  platforms: FoundValue<string | string[]> | null;
  reporterName: FoundValue | null;
  reporterEmail: FoundValue | null;
  source: FoundValue | null;
  check: FoundValue | null;
  section: FoundValue | null;
}

/** What can be used of it, before any default. */
export interface UsableFields {
  title: string | null;
  description: string;
  url: string | null;
  link: string | null;
  externalId: string | null;
  priority: Priority | null;
  platforms: MatchedPlatforms | null;
  reporter: Reporter | null;
  /** In full, on one line. */
  source: string | null;
  /** The name in the payload, which the app may not have. */
  check: string | null;
  section: string | null;
}

/** What the first expression with a value finds. An item is reported by whoever sent the list, and by their tool, unless it says otherwise. */
export function findIn<Value>(
  reader: ReportReader,
  payload: Payload,
  field: ReportField,
  accept: Accept<Value>,
  limit?: number,
): FoundValue<Value | string> | null {
  for (const candidate of reader.candidates[field]) {
    const found = read(candidate.expression, payload, accept, limit);
    if (found !== undefined) return { value: found.value, path: found.path, candidate };
  }
  const isOfAll = field === "source" || field === "reporter_name" || field === "reporter_email";
  return isOfAll && payload.whole !== null ? findIn(reader, payload.whole, field, accept, limit) : null;
}

export function readAll(reader: ReportReader, payload: Payload): Readings {
  const find = <Value>(field: ReportField, accept: Accept<Value>, limit?: number) =>
    findIn(reader, payload, field, accept, limit);
  return {
    title: find("title", asText),
    description: find("description", asText),
    url: find("url", asText),
    link: find("link", asText, WHOLE),
    externalId: find("external_id", asText, WHOLE),
    priority: find("priority", asText),
    platforms: find<string | string[]>("platforms", asWords, WHOLE),
    reporterName: find("reporter_name", asString),
    reporterEmail: find("reporter_email", asString),
    source: reader.source === null ? find("source", asText) : null,
    check: find("check", asText),
    section: find("section", asText),
  };
}

export function use(reader: ReportReader, readings: Readings, platforms: readonly Platform[]): UsableFields {
  const { title, description } = wording(readings.title, readings.description);
  const { url, link, externalId, priority, source, check, section } = readings;
  return {
    title,
    description,
    url: url === null ? null : pageLine(url.value),
    link: link === null ? null : httpLink(link.value),
    externalId: externalId === null ? null : cleanId(externalId.value),
    priority: priority === null ? null : (lookUp(reader.words.priority, priority.value) ?? priorityOf(priority.value)),
    platforms: readings.platforms === null ? null : matchPlatforms(readings.platforms.value, platforms),
    reporter: reporterOf(readings.reporterName?.value, readings.reporterEmail?.value),
    source: reader.source ?? (source === null ? null : wholeName(source.value)),
    check: check === null ? null : oneLine(check.value),
    section: section === null ? null : oneLine(section.value),
  };
}

/** The title and the text: without a title the description's first line is the title. */
function wording(
  title: FoundValue | null,
  description: FoundValue | null,
): { title: string | null; description: string } {
  const whole = description === null ? "" : cleanText(description.value);
  if (title !== null) return wordingOf(cleanText(title.value), whole);
  if (description === null) return { title: null, description: "" };
  const { line, rest } = firstLine(whole);
  return { title: line, description: cleanDescription(rest) };
}

/** The whole id, with space at its ends: a tool's own id is compared unchanged. */
function cleanId(text: string): string | null {
  const id = cleanText(text);
  return isBlank(id) ? null : id;
}
