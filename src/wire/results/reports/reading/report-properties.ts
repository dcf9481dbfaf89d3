// What the properties of suites and cases say, while a report is read: those of a case replace those of its suites.
import { CHECK_PROPERTY, isTagProperty, PLATFORMS_PROPERTY } from "../../../../domain/results/test-case.ts";
import { caseName, MAX_PROPERTIES, namesIn } from "./report-reader.ts";

export interface ReportProperties {
  checks: string[];
  tags: string[];
  platforms: string[];
  projects: string[];
}

export function noProperties(): ReportProperties {
  return { checks: [], tags: [], platforms: [], projects: [] };
}

export function isKnownProperty(property: string): boolean {
  return property === CHECK_PROPERTY || property === PLATFORMS_PROPERTY || isTagProperty(property);
}

/** False when it says more than may be said. */
export function addProperty(said: ReportProperties, property: string, value: string): boolean {
  if (isTagProperty(property)) {
    if (said.tags.length < MAX_PROPERTIES) said.tags.push(caseName(value));
    return true;
  }
  const list = property === CHECK_PROPERTY ? said.checks : said.platforms;
  if (list.length >= MAX_PROPERTIES) return false;
  list.push(...(property === CHECK_PROPERTY ? [caseName(value)] : namesIn(value)));
  return true;
}

/** What counts for a case, within levels of which the innermost comes last. */
export function propertiesFor(own: ReportProperties, around: readonly ReportProperties[]): ReportProperties {
  const nearest = (what: keyof ReportProperties) =>
    own[what].length > 0 ? own[what] : (around.findLast((level) => level[what].length > 0)?.[what] ?? []);
  return {
    checks: [...new Set(nearest("checks"))],
    tags: [...new Set(nearest("tags"))],
    platforms: nearest("platforms"),
    projects: nearest("projects"),
  };
}
