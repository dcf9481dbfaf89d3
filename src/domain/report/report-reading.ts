// Reads everything that a report needs from a payload: first what the expressions find, then what can be used of it.
import { cleanText } from "../../lib/text.ts";
import type { Priority, Reporter } from "../issue.ts";
import type { Platform } from "../platforms.ts";
import { httpLink } from "./http-link.ts";
import { read } from "./mapping.ts";
import type { Path } from "./mapping-expression.ts";
import { type Accept, asString, asText, asWords, isBlank, type Payload } from "./payload.ts";
import { type MatchedPlatforms, matchPlatforms } from "./platform-words.ts";
import type { Slot } from "./presets.ts";
import { priorityOf } from "./priority-words.ts";
import type { Candidate, Reader } from "./reader.ts";
import { nameLine, reporterOf } from "./report-people.ts";
import { cleanDescription, firstLine, withoutTitle } from "./report-text.ts";

const MAX_SOURCE = 64;
/** An id is compared whole, and may be as long as all that was sent. */
const WHOLE_ID = 1_048_576;

/** A value, and who supplied it. */
export interface Supply<Value = string> {
  value: Value;
  /** The path that it stood at; null when a template put it together. */
  path: Path | null;
  candidate: Candidate;
}

/** What the expressions find. */
export interface Readings {
  title: Supply | null;
  description: Supply | null;
  url: Supply | null;
  link: Supply | null;
  externalId: Supply | null;
  priority: Supply | null;
  platforms: Supply<string | string[]> | null;
  reporterName: Supply | null;
  reporterEmail: Supply | null;
  source: Supply | null;
}

/** What can be used of it, before any default. */
export interface Used {
  title: string | null;
  description: string;
  url: string | null;
  link: string | null;
  externalId: string | null;
  priority: Priority | null;
  platforms: MatchedPlatforms | null;
  reporter: Reporter | null;
  source: string | null;
}

export function readAll(reader: Reader, payload: Payload): Readings {
  const find = <Value>(slot: Slot, accept: Accept<Value>, limit?: number): Supply<Value | string> | null => {
    for (const candidate of reader.candidates[slot]) {
      const found = read(candidate.expression, payload, accept, limit);
      if (found !== undefined) return { value: found.value, path: found.path, candidate };
    }
    return null;
  };
  return {
    title: find("title", asText),
    description: find("description", asText),
    url: find("url", asText),
    link: find("link", asText),
    externalId: find("external_id", asText, WHOLE_ID),
    priority: find("priority", asText),
    platforms: find<string | string[]>("platforms", asWords),
    reporterName: find("reporter_name", asString),
    reporterEmail: find("reporter_email", asString),
    source: reader.source === null ? find("source", asText) : null,
  };
}

export function use(reader: Reader, readings: Readings, platforms: readonly Platform[]): Used {
  const { title, description } = wording(readings.title, readings.description);
  const { url, link, externalId, priority, source } = readings;
  return {
    title,
    description,
    url: url === null ? null : httpLink(url.value),
    link: link === null ? null : httpLink(link.value),
    externalId: externalId === null ? null : cleanId(externalId.value),
    priority: priority === null ? null : priorityOf(priority.value),
    platforms: readings.platforms === null ? null : matchPlatforms(readings.platforms.value, platforms),
    reporter: reporterOf(readings.reporterName?.value, readings.reporterEmail?.value),
    source: reader.source ?? (source === null ? null : nameLine(source.value, MAX_SOURCE)),
  };
}

/** A title of several lines is cut to its first; without a title the description's first line is one. */
function wording(title: Supply | null, description: Supply | null): { title: string | null; description: string } {
  const whole = description === null ? "" : cleanText(description.value);
  if (title === null && description === null) return { title: null, description: "" };
  const { line, rest } = firstLine(title === null ? whole : cleanText(title.value));
  return { title: line, description: cleanDescription(title === null ? rest : withoutTitle(whole, line)) };
}

/** The whole id, space at its ends included: a tool's own id is compared as it stands. */
function cleanId(text: string): string | null {
  const id = cleanText(text);
  return isBlank(id) ? null : id;
}
