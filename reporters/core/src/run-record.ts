// What a run has led to so far: which cases matched, what stands recorded for each check, and which results still have to be.
import type { Schemas } from "../../../clients/typescript/src/retest-client.ts";
import { type CtrfTest, pinned } from "./tested-case.ts";

export type CaseFate = Schemas["TestRun"]["cases"][number];
type Outcome = "passed" | "failed";

export interface Counts {
  cases: number;
  matched: number;
  skipped: number;
  unmatched: number;
  ambiguous: number;
}

export class RunRecord {
  readonly counts: Counts = { cases: 0, matched: 0, skipped: 0, unmatched: 0, ambiguous: 0 };
  /** Cases that belong to no check, or to several. */
  readonly astray: CaseFate[] = [];
  /** Recorded outcomes under check and platform. */
  readonly #standing: Map<string, Outcome>;
  readonly #recorded = new Map<string, Outcome>();

  /** `standing` are outcomes that were recorded before. */
  constructor(standing: Record<string, string> = {}) {
    this.#standing = new Map(Object.entries(standing) as [string, Outcome][]);
  }

  /**
   * What of these cases has to be recorded. A check has one result on each platform: failed as soon as one of its cases failed,
   * however many pass later, so that it reads the same whether its cases are sent together or one by one.
   */
  take(tests: CtrfTest[], fates: CaseFate[]): { tests: CtrfTest[]; verdicts: Record<string, Outcome> } {
    const verdicts = new Map<string, Outcome>();
    for (const fate of fates) {
      this.#count(fate);
      for (const slot of slotsOf(fate)) {
        if (fate.outcome === "failed" || !verdicts.has(slot)) verdicts.set(slot, fate.outcome as Outcome);
      }
    }
    for (const [slot, verdict] of verdicts) {
      const before = this.#standing.get(slot);
      if (before !== undefined && (before === "failed" || verdict === "passed")) verdicts.delete(slot);
    }
    const needed = tests.flatMap((test, i) => {
      const fate = fates[i]!;
      const platforms = fate.platforms.filter((code) => fate.check !== null && verdicts.has(slot(fate.check.id, code)));
      return fate.fate === "recorded" && platforms.length > 0 ? [pinned(test, fate.check!.id, platforms)] : [];
    });
    return { tests: needed, verdicts: Object.fromEntries(verdicts) };
  }

  keep(verdicts: Record<string, string>): void {
    for (const [slot, verdict] of Object.entries(verdicts)) {
      this.#standing.set(slot, verdict as Outcome);
      this.#recorded.set(slot, verdict as Outcome);
    }
  }

  get standing(): Record<string, string> {
    return Object.fromEntries(this.#standing);
  }

  /** How many results were recorded, on how many checks. */
  recorded(): { passed: number; failed: number; checks: number } {
    const all = [...this.#recorded.values()];
    const failed = all.filter((outcome) => outcome === "failed").length;
    const checks = new Set([...this.#recorded.keys()].map((slot) => slot.split(" ")[0])).size;
    return { passed: all.length - failed, failed, checks };
  }

  #count(fate: CaseFate): void {
    this.counts.cases++;
    this.counts[fate.fate === "recorded" ? "matched" : fate.fate]++;
    if (fate.fate === "unmatched" || fate.fate === "ambiguous") this.astray.push(fate);
  }
}

function slot(check: string, platform: string): string {
  return `${check} ${platform}`;
}

function slotsOf({ fate, check, platforms }: CaseFate): string[] {
  return fate === "recorded" && check !== null ? platforms.map((code) => slot(check.id, code)) : [];
}
