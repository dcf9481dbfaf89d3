// A test run as a tool reports it: its cases, and what each says of the check it belongs to.
import type { Outcome } from "../status/platform-status.ts";

export type CaseOutcome = Outcome | "skipped";

export interface TestCase {
  name: string;
  /** A title that a case has beside its name: NUnit's description. */
  title?: string;
  /** The names of what it stands in, outermost first. */
  suites: string[];
  outcome: CaseOutcome;
  /** The report's word for the outcome, for which a mapping may have a meaning of its own; and whether nobody knows it otherwise. */
  status?: string;
  isUnknownStatus?: boolean;
  /** What the check is called elsewhere: its ref, if one has it to the letter; otherwise it says nothing. */
  id?: string;
  /** What the report itself says the check is: an id, a ref or a title. Several contradict each other. */
  checks: string[];
  /** What else it is marked with: a ref in it means that check. */
  tags: string[];
  /** Codes that the report names; empty: none. */
  platforms: string[];
  /** What the runner calls the set-up that it ran in: Playwright's projects. */
  projects: string[];
  /** The reason of a failure. */
  message: string | null;
  /** The line in the report, if it is known. */
  line: number | null;
}

/** The properties by which a report names a check and its platforms. */
export const CHECK_PROPERTY = "retest.check";
export const PLATFORMS_PROPERTY = "retest.platforms";
/** What people and other tools call the property that a test is marked with, without the signs between words. */
const TAG_PROPERTIES = new Set([
  ...["check", "tag", "tags", "label", "labels", "cmakelabels", "category"],
  ...["testid", "testkey", "testcase", "testcaseid", "testcasekey", "caseid", "id"],
  ...["testrailcaseid", "qaseid", "allureid", "tms"],
]);

export function isTagProperty(name: string): boolean {
  return TAG_PROPERTIES.has(name.toLowerCase().replaceAll(/[._-]/g, ""));
}

/** What of a check is compared with test cases. */
export interface NamedCheck {
  id: string;
  ref: string;
  title: string;
  sectionId: string;
  /** Codes of the platforms on which the check isn't applicable. */
  notApplicable: string[];
  /** Codes on which it is in the cycle that the run is for; null when the run is for none in particular. */
  inCycle: string[] | null;
}

export interface NamedSection {
  id: string;
  ref: string;
  title: string;
}
