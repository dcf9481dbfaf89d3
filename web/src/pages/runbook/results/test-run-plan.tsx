// What each case of a test run means for the runbook: those that somebody must look at first.
import type { TestRun } from "../../../api/types.ts";
import list from "../../../components/import/import-plan.module.css";
import classes from "./test-run-plan.module.css";

type Case = TestRun["cases"][number];

const FATES: Record<Case["fate"], { order: number; word(one: Case): string }> = {
  ambiguous: { order: 0, word: () => "Ambiguous" },
  unmatched: { order: 1, word: () => "No check" },
  recorded: { order: 2, word: ({ recorded }) => (recorded === "failed" ? "Failed" : "Passed") },
  skipped: { order: 3, word: () => "Skipped" },
};
/** A run of thousands is not read line by line. */
const MAX_SHOWN = 200;

export function TestRunPlan({ run }: { run: TestRun }) {
  const { counts } = run;
  const cases = run.cases.toSorted((a, b) => orderOf(a) - orderOf(b));
  return (
    <section aria-label="What would be recorded" className={list.plan}>
      <p className={list.sum} role="status">
        {counts.cases === 0 ? "The report has no cases." : sumOf(counts)}
      </p>
      {cases.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and must do so by keyboard
        <ul className={list.steps} tabIndex={0} aria-label="Cases">
          {cases.slice(0, MAX_SHOWN).map((one, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a plan never changes, and has no other key
            <li key={i} className={classes.case} data-fate={one.recorded ?? one.fate}>
              <span className={classes.fate}>{FATES[one.fate].word(one)}</span>
              <span className={list.what}>
                <bdi>{one.name === "" ? "A case without a name" : one.name}</bdi>
                <Meaning one={one} />
              </span>
            </li>
          ))}
          {cases.length > MAX_SHOWN && <li className={list.more}>and {cases.length - MAX_SHOWN} more</li>}
        </ul>
      )}
    </section>
  );
}

function Meaning({ one }: { one: Case }) {
  const { check, candidates, platforms, why } = one;
  if (check !== null && platforms.length > 0) {
    return (
      <span className={list.detail}>
        <code>{check.ref}</code> <bdi>{check.title}</bdi>, {platforms.join(", ")}
      </span>
    );
  }
  const refs = candidates.map(({ ref }) => ref).join(", ");
  return <span className={list.detail}>{refs === "" ? why : `${why}: ${refs}`}</span>;
}

/** A check that fails is more worth seeing than one that passes. */
function orderOf(one: Case): number {
  return FATES[one.fate].order + (one.recorded === "passed" ? 0.5 : 0);
}

function sumOf({ cases, passed, failed, checks, unmatched, ambiguous, skipped }: TestRun["counts"]): string {
  const records =
    checks === 0 ? "none has a check" : `records ${passed} passed and ${failed} failed on ${checksOf(checks)}`;
  const rest = [
    [ambiguous, "ambiguous"],
    [unmatched, "without a check"],
    [skipped, "skipped"],
  ] as const;
  const others = rest.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return `${cases === 1 ? "1 case" : `${cases} cases`}: ${[records, ...others].join("; ")}.`;
}

function checksOf(checks: number): string {
  return checks === 1 ? "1 check" : `${checks} checks`;
}
