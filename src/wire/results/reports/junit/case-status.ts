// What the attributes `status` and `result` of a case in JUnit XML mean, where a runner writes them.
import { outcomeOfWord } from "../../../../domain/results/status-words.ts";
import type { CaseOutcome } from "../../../../domain/results/test-case.ts";
import { plainWords } from "../../../../lib/text/plain-words.ts";

/** Words for a case that was run to its end; whether it failed is told by an element of its own. */
const DONE = new Set([
  ...["run", "ran", "executed", "completed", "complete", "finished", "done"],
  ...["flaky", "fixed", "warning", "risky", "expected", "true"],
]);
const NOT_RUN = new Set(["notrun", "disabled", "suppressed", "ignored", "incomplete", "xfail", "xfailed"]);
/** Words for a case that was stopped under way: it counts as failed. */
const STOPPED = new Set(["aborted"]);

export interface CaseStatus {
  outcome: CaseOutcome;
  /** What a word says that does not simply say failed. */
  why: string | null;
}

/** What does not clearly say that it passed, or that nobody ran it, has failed. That it was not run counts before all else. */
export function caseStatus(...attributes: (string | undefined)[]): CaseStatus {
  const words = attributes.filter((word) => word !== undefined && word.trim() !== "") as string[];
  const read = words.map((word): CaseStatus => {
    const isPlain = outcomeOfWord(word) === "failed";
    return { outcome: outcomeOf(word), why: isPlain ? null : `its status is ${word}` };
  });
  const worst = (["skipped", "failed"] as const).map((outcome) => read.find((one) => one.outcome === outcome));
  return worst.find((one) => one !== undefined) ?? { outcome: "passed", why: null };
}

function outcomeOf(word: string): CaseOutcome {
  const plain = plainWords(word);
  if (DONE.has(plain)) return "passed";
  if (NOT_RUN.has(plain)) return "skipped";
  return STOPPED.has(plain) ? "failed" : (outcomeOfWord(word) ?? "failed");
}
