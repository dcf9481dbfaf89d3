// A plain model of the rules: facts kept as lists, everything else worked out from them anew each time it is asked.

export interface ModelCheck {
  ref: string;
  section: string;
  archived: boolean;
  notApplicable: string[];
}

export interface ModelIssue {
  /** Null for one that belongs nowhere in particular. */
  check: ModelCheck | null;
  text: string;
  edited: boolean;
  /** Empty means every platform. */
  platforms: string[];
  /** The step at which the issue became fixed; null while it is open. */
  fixedAt: number | null;
  /** Fixes platform by platform, each with its step. */
  fixedOn: { platform: string; step: number }[];
}

export interface ModelResult {
  check: ModelCheck;
  platform: string;
  outcome: "passed" | "failed";
  step: number;
}

export type ModelAnswer = 200 | 201 | 204 | 400 | 404 | 409;

export class Model {
  platforms = ["ios", "android"];
  repositories = 2;
  readonly checks: ModelCheck[] = [];
  readonly issues: ModelIssue[] = [];
  readonly results: ModelResult[] = [];
  private step = 0;

  raise(check: ModelCheck | null, platforms: string[]): ModelAnswer {
    if (check?.archived) return 404;
    this.issues.push({ check, text: "raised", edited: false, platforms, fixedAt: null, fixedOn: [] });
    return 201;
  }

  edit(issue: ModelIssue, change: { text?: string; platforms?: string[] }): ModelAnswer {
    const next = { ...issue, text: change.text ?? issue.text };
    if (change.platforms !== undefined && !sameSet(change.platforms, issue.platforms)) {
      next.platforms = change.platforms;
      next.fixedOn = issue.fixedOn.filter(({ platform }) => this.covers(next, platform));
      const partly = next.fixedAt === null && next.fixedOn.length > 0;
      if (partly && this.stillOpenOn(next).length === 0) return 409;
    }
    const same = next.text === issue.text && sameSet(next.platforms, issue.platforms);
    Object.assign(issue, next, same ? {} : { edited: true });
    return 200;
  }

  fix(issue: ModelIssue): ModelAnswer {
    const step = ++this.step;
    if (issue.fixedAt !== null) return 200;
    if (issue.fixedOn.length > 0) {
      issue.fixedOn.push(...this.stillOpenOn(issue).map((platform) => ({ platform, step })));
    }
    issue.fixedAt = step;
    return 200;
  }

  fixOn(issue: ModelIssue, platforms: string[]): ModelAnswer {
    const step = ++this.step;
    if (this.repositories < 2) return 400;
    if (issue.fixedAt !== null) return 200;
    const fresh = platforms.filter((code) => !this.isFixedOn(issue, code));
    issue.fixedOn.push(...fresh.map((platform) => ({ platform, step })));
    if (fresh.length > 0 && this.stillOpenOn(issue).length === 0) issue.fixedAt = step;
    return 200;
  }

  reopen(issue: ModelIssue): ModelAnswer {
    Object.assign(issue, { fixedAt: null, fixedOn: [] });
    return 200;
  }

  record(check: ModelCheck, platforms: string[], outcome: "passed" | "failed"): ModelAnswer {
    const step = ++this.step;
    if (check.archived) return 404;
    const applicable = this.platforms.filter((code) => !check.notApplicable.includes(code));
    const codes = platforms.length > 0 ? platforms : applicable;
    if (codes.length === 0) return 400;
    this.results.push(...codes.map((platform) => ({ check, platform, outcome, step })));
    return 201;
  }

  setNotApplicable(check: ModelCheck, platforms: string[]): ModelAnswer {
    const step = ++this.step;
    if (check.archived) return 404;
    check.notApplicable = platforms;
    this.fixWithNothingOpen(check, step);
    return 200;
  }

  /** N/A platforms don't count: what is fixed on all the others is fixed. */
  private fixWithNothingOpen(check: ModelCheck, step: number): void {
    for (const issue of this.issues) {
      const partly = issue.check === check && issue.fixedAt === null && issue.fixedOn.length > 0;
      if (partly && this.stillOpenOn(issue).length === 0) issue.fixedAt = step;
    }
  }

  archive(check: ModelCheck): ModelAnswer {
    if (check.archived) return 404;
    check.archived = true;
    return 204;
  }

  restore(check: ModelCheck): ModelAnswer {
    const step = ++this.step;
    check.archived = false;
    this.fixWithNothingOpen(check, step);
    return 200;
  }

  /** Fixes go with the issue, as of when they were made. */
  place(issue: ModelIssue, check: ModelCheck | null): ModelAnswer {
    if (check?.archived) return 404;
    const next = { ...issue, check };
    const partly = issue.fixedAt === null && issue.fixedOn.length > 0;
    if (partly && check !== issue.check && this.stillOpenOn(next).length === 0) return 409;
    issue.check = check;
    return 200;
  }

  covers(issue: ModelIssue, code: string): boolean {
    return issue.platforms.length === 0 || issue.platforms.includes(code);
  }

  isFixedOn(issue: ModelIssue, code: string): boolean {
    return issue.fixedAt !== null || issue.fixedOn.some(({ platform }) => platform === code);
  }

  /** While fixed on some platforms and not on others, the platforms still open; N/A ones don't count. */
  stillOpenOn(issue: ModelIssue): string[] {
    if (issue.fixedAt !== null || issue.fixedOn.length === 0) return [];
    return this.platforms.filter(
      (code) => this.covers(issue, code) && !issue.check?.notApplicable.includes(code) && !this.isFixedOn(issue, code),
    );
  }

  openIssuesOn(check: ModelCheck, code: string): number {
    return this.issues.filter((one) => one.check === check && this.covers(one, code) && !this.isFixedOn(one, code))
      .length;
  }

  lastResult(check: ModelCheck, code: string): ModelResult | undefined {
    return this.results.findLast((result) => result.check === check && result.platform === code);
  }

  /** The rules in their order, the first that applies. */
  status(check: ModelCheck, code: string): string {
    if (check.notApplicable.includes(code)) return "not_applicable";
    if (this.openIssuesOn(check, code) > 0) return "failed";
    const result = this.lastResult(check, code);
    const fixes = this.issues
      .filter((issue) => issue.check === check && this.covers(issue, code) && this.isFixedOn(issue, code))
      .map((issue) => issue.fixedOn.find(({ platform }) => platform === code)?.step ?? issue.fixedAt!);
    if (Math.max(0, ...fixes) > (result?.step ?? 0)) return "needs_retest";
    return result?.outcome ?? "untested";
  }

  /** Counts of platform-checks of some checks, as a summary shows them. */
  counts(checks: readonly ModelCheck[]) {
    const statuses = checks.flatMap((check) => this.platforms.map((code) => this.status(check, code)));
    const of = (status: string) => statuses.filter((one) => one === status).length;
    return {
      passed: of("passed"),
      failed: of("failed"),
      needs_retest: of("needs_retest"),
      untested: of("untested"),
      not_applicable: of("not_applicable"),
    };
  }
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
}
