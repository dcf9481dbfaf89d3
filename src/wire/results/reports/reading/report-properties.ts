// What the properties of suites and cases say, while a report is read: those of a case replace those of its suites.
import { CHECK_PROPERTY, isTagProperty, PLATFORMS_PROPERTY } from "../../../../domain/results/test-case.ts";
import { caseName, MAX_PROPERTIES, namesIn } from "./report-reader.ts";

export interface ReportProperties {
  checks: string[];
  tags: string[];
  platforms: string[];
  projects: string[];
}

/** What a suite, or anything else around a case, is called and says. */
export interface SuiteProperties extends ReportProperties {
  suite: string | null;
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

/** What counts for a case, within levels of which the innermost comes last. Its tags are its own: those around it are among its suites. */
export function propertiesFor(own: ReportProperties, around: readonly ReportProperties[]): ReportProperties {
  const nearest = (what: Exclude<keyof ReportProperties, "tags">) =>
    own[what].length > 0 ? own[what] : (around.findLast((level) => level[what].length > 0)?.[what] ?? []);
  return {
    checks: [...new Set(nearest("checks"))],
    tags: [...new Set(own.tags)],
    platforms: nearest("platforms"),
    projects: nearest("projects"),
  };
}

/**
 * What stands around a case, outermost first: the tags that suites give to all that is in them, each before the suite's own name. They say
 * less than whatever the case says itself. Several tags of one suite also stand there as one name, so that none of them decides alone.
 */
export function suitesAround(levels: readonly SuiteProperties[]): string[] {
  const innermostFirst: string[] = [];
  let room = MAX_PROPERTIES;
  for (const { suite, tags } of levels.toReversed()) {
    if (suite !== null) innermostFirst.push(suite);
    const told = [...new Set(tags)].slice(0, room);
    room -= told.length;
    if (told.length > 1) innermostFirst.push(told.join(", "));
    innermostFirst.push(...told.toReversed());
  }
  return innermostFirst.toReversed();
}
