// A mapping that is sent with a test run: which check cases belong to whose names say nothing of it, and which platforms a project
// of the runner stands for. The first rule that fits decides.
import { fitsWildcard } from "../../lib/text/wildcard.ts";
import type { CaseOutcome, TestCase } from "./test-case.ts";

export interface RunRule<Meant> {
  pattern: string;
  meant: Meant;
  /** The line of the mapping that the rule stands on. */
  line: number;
}

export interface RunMap {
  /** Rules that give a check's id, ref or title. */
  checks: RunRule<string>[];
  /** Rules that give the codes of platforms. */
  platforms: RunRule<string[]>[];
  /** Rules that say which outcome a runner's word means. */
  statuses: RunRule<CaseOutcome>[];
}

export const NO_MAP: RunMap = { checks: [], platforms: [], statuses: [] };

/** Suites around a case that a pattern may name. */
const MOST_AROUND = 8;

/** A pattern names a case, with as many of the suites around it as one likes: `adds`, `Cart > adds`, `Shop > Cart > adds`. */
export function checkRule({ checks }: RunMap, one: TestCase): RunRule<string> | undefined {
  if (checks.length === 0) return undefined;
  const around = one.suites.slice(-MOST_AROUND);
  const paths = around.map((_, i) => [...around.slice(i), one.name].join(" > "));
  // A class stands between suite and case in some reports.
  const texts = new Set([one.name, ...paths, ...around.map((suite) => `${suite} > ${one.name}`)]);
  return ruleFor(checks, [...texts]);
}

/** A pattern names the project that the case ran in, or a suite around it. */
export function platformRule({ platforms }: RunMap, one: TestCase): RunRule<string[]> | undefined {
  return platforms.length === 0 ? undefined : ruleFor(platforms, [...one.projects, ...one.suites]);
}

/** The case with the outcome that its word means, where the mapping knows it. */
export function withStatus({ statuses }: RunMap, one: TestCase): TestCase {
  if (one.status === undefined) return one;
  const rule = ruleFor(statuses, [one.status]);
  return rule === undefined ? one : { ...one, outcome: rule.meant, isUnknownStatus: false };
}

function ruleFor<Meant>(rules: readonly RunRule<Meant>[], texts: readonly string[]): RunRule<Meant> | undefined {
  return rules.find(({ pattern }) => texts.some((text) => fitsWildcard(pattern, text)));
}
