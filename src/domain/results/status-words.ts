// The words by which test management tools and people call the outcome of a case.
import { plainWords } from "../../lib/text/plain-words.ts";
import type { CaseOutcome } from "./test-case.ts";

const WORDS: Record<CaseOutcome, readonly string[]> = {
  passed: [
    ...["passed", "pass", "ok", "success", "successful", "succeeded", "passed with remarks", "bestanden"],
    ...["réussi", "réussie", "superado", "aprobado", "passou", "aprovado", "superato", "geslaagd"],
  ],
  failed: [
    ...["failed", "fail", "failure", "error", "errored", "broken", "nok", "not ok", "ko", "fehlgeschlagen"],
    ...["timeout", "timed out", "timedout", "crashed", "crash", "fatal", "exception", "terminated"],
    ...["échec", "échoué", "nicht bestanden", "fallado", "fallido", "falhou", "reprovado", "fallito", "mislukt"],
  ],
  skipped: [
    ...["untested", "not tested", "not run", "no run", "not executed", "unexecuted", "to do", "todo", "pending"],
    ...["skipped", "skip", "blocked", "retest", "in progress", "wip", "executing", "aborted", "deferred"],
    ...["n a", "not applicable", "not available", "inconclusive", "query", "exclude", "excluded"],
    ...["na", "not started", "on hold", "ungetestet", "nicht ausgeführt", "übersprungen", "blockiert", "gesperrt"],
  ],
};
const BY_WORD = new Map(
  (Object.keys(WORDS) as CaseOutcome[]).flatMap((one) => WORDS[one].map((word) => [word, one] as const)),
);

/** Null for a word that nobody knows: it may mean anything. */
export function outcomeOfWord(word: string): CaseOutcome | null {
  if (word === "") return "skipped";
  return BY_WORD.get(plainWords(word)) ?? null;
}
