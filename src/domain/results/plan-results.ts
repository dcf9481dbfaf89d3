// What a test run means for an app: for each case what becomes of it, and the results to record.
import { quote } from "../../lib/text/text.ts";
import type { Outcome } from "../status/platform-status.ts";
import { CaseMatcher, type Match, type MatchedBy } from "./match-test-case.ts";
import { NO_MAP, platformRule, type RunMap, withStatus } from "./run-map.ts";
import { type NamedCheck, type NamedSection, PLATFORMS_PROPERTY, type TestCase } from "./test-case.ts";

export interface TestedApp {
  /** The codes of its platforms, in their order. */
  platforms: string[];
  sections: NamedSection[];
  checks: NamedCheck[];
}

export type CaseFate = "recorded" | "skipped" | "unmatched" | "ambiguous";

export interface CasePlan {
  case: TestCase;
  fate: CaseFate;
  by: MatchedBy | null;
  check: NamedCheck | null;
  candidates: NamedCheck[];
  /** Codes of the platforms on which the case is recorded. */
  platforms: string[];
  /** The outcome that its check gets there, together with its other cases. */
  recorded: Outcome | null;
  why: string | null;
}

export interface PlannedResult {
  checkId: string;
  sectionId: string;
  platform: string;
  outcome: Outcome;
  note: string | null;
}

export interface RunPlan {
  cases: CasePlan[];
  results: PlannedResult[];
}

/** Thrown for a platform that the app doesn't have. */
export class UnknownPlatform extends Error {}

/** The cases of one check on one platform. */
interface Verdict {
  cases: number;
  failed: TestCase[];
}

/** `platforms` are for cases that name none themselves; empty: all on which the check is applicable. Throws `UnknownPlatform`. */
export function planResults(
  app: TestedApp,
  cases: readonly TestCase[],
  platforms: readonly string[],
  map: RunMap = NO_MAP,
): RunPlan {
  const matcher = new CaseMatcher(app.checks, app.sections, map);
  const verdicts = new Map<NamedCheck, Map<string, Verdict>>();
  const parents = parentsOf(cases);
  const plans = cases.map((sent) => {
    const one = withStatus(map, sent);
    const plan = planCase(app, one, matcher.match(one), platforms, map);
    if (plan.fate === "unmatched" && parents.has(testKey(one, one.name))) {
      Object.assign(plan, {
        fate: "skipped",
        candidates: [],
        why: "it stands for its subtests, which have results of their own",
      });
    }
    if (plan.fate === "recorded") count(verdicts, plan);
    return plan;
  });
  for (const plan of plans) {
    if (plan.fate !== "recorded") continue;
    const ofCheck = verdicts.get(plan.check!)!;
    plan.recorded = plan.platforms.some((code) => ofCheck.get(code)!.failed.length > 0) ? "failed" : "passed";
  }
  const results = [...verdicts].flatMap(([check, byPlatform]) =>
    [...byPlatform].map(([platform, verdict]): PlannedResult => {
      const outcome = verdict.failed.length > 0 ? "failed" : "passed";
      return { checkId: check.id, sectionId: check.sectionId, platform, outcome, note: noteOf(verdict) };
    }),
  );
  return { cases: plans, results };
}

/** Tests within tests that are looked at. */
const MOST_SUBTESTS = 10;

/** Tests that have subtests, by the path in the names of these: Go's `TestCart` beside `TestCart/adds`. */
function parentsOf(cases: readonly TestCase[]): Set<string> {
  const parents = new Set<string>();
  for (const one of cases) {
    if (/\s/.test(one.name)) continue;
    let at = one.name.indexOf("/");
    for (let depth = 0; at > 0 && depth < MOST_SUBTESTS; depth++) {
      parents.add(testKey(one, one.name.slice(0, at)));
      at = one.name.indexOf("/", at + 1);
    }
  }
  return parents;
}

function testKey({ suites }: TestCase, name: string): string {
  return `${suites.at(-1) ?? ""} ${name}`;
}

function planCase(app: TestedApp, one: TestCase, match: Match, platforms: readonly string[], map: RunMap): CasePlan {
  const plan: CasePlan = {
    case: one,
    fate: "unmatched",
    by: null,
    check: null,
    candidates: [],
    platforms: [],
    recorded: null,
    why: null,
  };
  if (match.kind === "matched") Object.assign(plan, { by: match.by, check: match.check });
  if (one.isUnknownStatus === true) {
    return {
      ...plan,
      fate: "skipped",
      why: `its status ${quote(one.status ?? "")} is not known: a mapping can say what it means`,
    };
  }
  if (one.outcome === "skipped") return { ...plan, fate: "skipped", why: "it was not run" };
  if (match.kind === "unmatched") return { ...plan, candidates: match.near, why: match.why };
  if (match.kind === "ambiguous") {
    return { ...plan, fate: "ambiguous", by: match.by, candidates: match.candidates, why: match.why };
  }
  const { notApplicable } = match.check;
  const named = namedPlatforms(app, one, map) ?? platforms;
  const codes = named.length > 0 ? [...new Set(named)] : app.platforms.filter((code) => !notApplicable.includes(code));
  if (codes.length === 0) return { ...plan, fate: "skipped", why: "its check is not applicable on any platform" };
  return { ...plan, fate: "recorded", platforms: codes, why: whyNotCounted(match.check, codes) };
}

/** Null if it counts wherever it is recorded. */
function whyNotCounted({ inCycle }: NamedCheck, codes: readonly string[]): string | null {
  const outside = inCycle === null ? [] : codes.filter((code) => !inCycle.includes(code));
  if (outside.length === 0) return null;
  if (outside.length === codes.length) return "it does not count for the cycle: its check is not in it";
  return `it does not count for the cycle on ${outside.join(", ")}: its check is not in it there`;
}

/** The platforms that the report names, else those of the mapping. */
function namedPlatforms(app: TestedApp, one: TestCase, map: RunMap): string[] | null {
  if (one.platforms.length > 0) {
    const where = one.line === null ? "" : `line ${one.line}: `;
    return requireKnown(app, one.platforms, `${where}${PLATFORMS_PROPERTY}`);
  }
  const rule = platformRule(map, one);
  return rule === undefined ? null : requireKnown(app, rule.meant, `map, line ${rule.line}`);
}

function requireKnown({ platforms }: TestedApp, named: string[], where: string): string[] {
  const unknown = named.find((code) => !platforms.includes(code));
  if (unknown === undefined) return named;
  const known = platforms.slice(0, 20).map(quote).join(", ");
  throw new UnknownPlatform(`${where}: unknown ${quote(unknown)}; this app has ${known}.`);
}

function count(verdicts: Map<NamedCheck, Map<string, Verdict>>, { case: one, check, platforms }: CasePlan): void {
  const byPlatform = verdicts.get(check!) ?? new Map<string, Verdict>();
  verdicts.set(check!, byPlatform);
  for (const code of platforms) {
    const verdict = byPlatform.get(code) ?? { cases: 0, failed: [] };
    byPlatform.set(code, verdict);
    verdict.cases++;
    if (one.outcome === "failed") verdict.failed.push(one);
  }
}

/** Why it failed: the first case that did says it. */
function noteOf({ cases, failed }: Verdict): string | null {
  const [first] = failed;
  if (first === undefined) return null;
  const of = cases > 1 ? ` (${failed.length} of ${cases} cases failed)` : "";
  return `${first.name}${of}${first.message === null ? "" : `: ${first.message}`}`;
}
