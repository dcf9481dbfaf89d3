// A plain model of cycles beside the plain model of the rules: what was done is kept as lists, all readings are worked out anew.
import { Model, type ModelAnswer, type ModelCheck, type ModelResult } from "./model.ts";

export interface ModelCycle {
  name: string;
  build: string | null;
  /** Null for all. */
  platforms: string[] | null;
  sections: string[] | null;
  /** What was left of another cycle, by check and platform; null without such a list. */
  list: Set<string> | null;
  /** Results recorded before it was started. */
  before: ReadonlySet<ModelResult>;
  /** What it read when it was closed; null while it is open. */
  frozen: CycleReadings | null;
}

/** By the ref of the check, then by platform. */
export type CycleReadings = Record<string, { section: string; platforms: Record<string, CycleReadingOfModel> }>;

export interface CycleReadingOfModel {
  status: string;
  outcome: string | null;
  open_issues: number;
}

/** What a result says of where it belongs. */
interface Belonging {
  build: string | null;
  cycle: ModelCycle | null;
}

export class CycleModel {
  readonly plain = new Model();
  readonly cycles: ModelCycle[] = [];
  private readonly belongings = new Map<ModelResult, Belonging>();

  get open(): ModelCycle[] {
    return this.cycles.filter(({ frozen }) => frozen === null);
  }

  record(check: ModelCheck, platforms: string[], outcome: "passed" | "failed", belonging: Belonging): ModelAnswer {
    const known = new Set(this.plain.results);
    const answer = this.plain.record(check, platforms, outcome);
    for (const result of this.plain.results) if (!known.has(result)) this.belongings.set(result, belonging);
    return answer;
  }

  takeBack(): void {
    this.plain.results.pop();
  }

  start(cycle: Omit<ModelCycle, "before" | "frozen" | "list">, from: ModelCycle | null): ModelAnswer {
    const left = new Set<string>();
    for (const [ref, { platforms }] of Object.entries(from === null ? {} : this.readings(from))) {
      for (const [code, { status }] of Object.entries(platforms)) {
        if (["failed", "needs_retest", "untested"].includes(status)) left.add(`${ref} ${code}`);
      }
    }
    const before = new Set(this.plain.results);
    const started: ModelCycle = { ...cycle, list: from === null ? null : left, before, frozen: null };
    if (Object.keys(this.readings(started)).length === 0) return 400;
    this.cycles.push(started);
    return 201;
  }

  close(cycle: ModelCycle): void {
    cycle.frozen = this.readings(cycle);
  }

  isInScope(cycle: ModelCycle, check: ModelCheck, code: string): boolean {
    const isListed = cycle.list === null || cycle.list.has(`${check.ref} ${code}`);
    const isNamed = cycle.platforms === null || cycle.platforms.includes(code);
    return (
      !check.archived && isListed && isNamed && (cycle.sections === null || cycle.sections.includes(check.section))
    );
  }

  private counts(cycle: ModelCycle, result: ModelResult): boolean {
    const { build, cycle: named } = this.belongings.get(result)!;
    if (cycle.before.has(result)) return false;
    if (named !== null) return named === cycle;
    return build === null || cycle.build === null || build === cycle.build;
  }

  readings(cycle: ModelCycle): CycleReadings {
    if (cycle.frozen !== null) return cycle.frozen;
    const readings: CycleReadings = {};
    for (const check of this.plain.checks) {
      const platforms: Record<string, CycleReadingOfModel> = {};
      for (const code of this.plain.platforms) {
        if (this.isInScope(cycle, check, code)) platforms[code] = this.reading(cycle, check, code);
      }
      if (Object.keys(platforms).length > 0) readings[check.ref] = { section: check.section, platforms };
    }
    return readings;
  }

  /** The rules in their order, the first that applies. */
  private reading(cycle: ModelCycle, check: ModelCheck, code: string): CycleReadingOfModel {
    const { plain } = this;
    const isOf = (result: ModelResult) => result.check === check && result.platform === code;
    const counted = plain.results.findLast((result) => isOf(result) && this.counts(cycle, result));
    const outcome = counted?.outcome ?? null;
    const open_issues = plain.openIssuesOn(check, code);
    const own = plain.status(check, code);
    const shared = own === "not_applicable" || open_issues > 0 || own === "needs_retest";
    return { status: shared ? own : (outcome ?? "untested"), outcome, open_issues };
  }

  hasOpenIssues(cycle: ModelCycle): boolean {
    const readings = Object.values(this.readings(cycle)).flatMap(({ platforms }) => Object.values(platforms));
    return readings.some(({ open_issues }) => open_issues > 0);
  }

  summary(cycle: ModelCycle) {
    const readings = Object.values(this.readings(cycle));
    const statuses = readings.flatMap(({ platforms }) => Object.values(platforms).map(({ status }) => status));
    const of = (wanted: string) => statuses.filter((status) => status === wanted).length;
    const [passed, failed, needs_retest, untested] = ["passed", "failed", "needs_retest", "untested"].map(of) as [
      number,
      number,
      number,
      number,
    ];
    const percent_complete = Math.floor((100 * (passed + failed)) / (passed + failed + needs_retest + untested || 1));
    const counts = { passed, failed, needs_retest, untested, not_applicable: of("not_applicable") };
    return { checks: readings.length, ...counts, percent_complete };
  }
}
