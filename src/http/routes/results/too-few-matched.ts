// What `min_matched` asks for: a report of which too little belongs to the runbook is refused, and says what did not.
import { Fault } from "../../../domain/fault.ts";
import { neededOf, parseLeastMatched, SKIPPED_BY } from "../../../domain/results/least-matched.ts";
import { quote } from "../../../lib/text/text.ts";
import type { PresentedRun } from "../../../wire/results/test-run-answer.ts";

/** Null where enough matches. `asked` is what the query says, which is known to be right. */
export function tooFewMatched(
  { counts, strays, unknownStatuses }: PresentedRun,
  asked: string | undefined,
): Fault | null {
  const least = asked === undefined ? null : parseLeastMatched(asked);
  if (least === null) return null;
  const strayed = counts.unmatched + counts.ambiguous;
  const wereRun = counts.recorded + strayed;
  if (counts.recorded >= neededOf(least, wereRun)) return null;
  const of = wereRun === 0 ? whyNoneRan(counts.skipped, unknownStatuses) : `${counts.recorded} of ${wereRun}`;
  const more = strayed > strays.length ? ` and ${strayed - strays.length} more` : "";
  const which =
    strays.length === 0
      ? ""
      : ` No check, or more than one, fits ${strays.map(quote).join(", ")}${more}; with dry_run=true and without min_matched the answer says why.`;
  return new Fault(
    "too_few_matched",
    `Too few cases matched a check: ${of}, and min_matched asks for ${asked}. This request recorded nothing.${which}`,
  );
}

/** A report may have cases of which none counts as run. */
function whyNoneRan(skipped: number, unknownStatuses: readonly string[]): string {
  if (skipped === 0) return "none was run";
  const words = unknownStatuses.length === 0 ? "" : `; not known: ${unknownStatuses.map(quote).join(", ")}`;
  return `none counts as run (${skipped} ${skipped === 1 ? "was" : "were"} skipped, by ${SKIPPED_BY}${words})`;
}
