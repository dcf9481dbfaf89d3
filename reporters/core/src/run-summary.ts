// What a reporter says at the end of a run.
import { relative } from "node:path";
import type { MinMatched } from "./reporter-settings.ts";
import type { ResultStream } from "./result-stream.ts";

/** Tests that are listed one by one. */
const MOST_TOLD = 10;

/** One line with the numbers; then one for each of the first tests that are not recorded, with what would match. */
export function describeRun({ record, refused, stopped, away, left }: ResultStream, path: string | null): string {
  const { cases, matched, skipped, unmatched, ambiguous } = record.counts;
  const { passed, failed, checks } = record.recorded();
  const fates = [`${matched} matched`, `${skipped} skipped`, `${unmatched} unmatched`];
  if (ambiguous > 0) fates.push(`${ambiguous} ambiguous`);
  if (refused.length > 0) fates.push(`${refused.length} refused`);
  const all = `${counted(cases + refused.length, "test")}: ${fates.join(", ")}`;
  const lines = [`Retest: recorded ${passed} passed and ${failed} failed on ${counted(checks, "check")}; ${all}.`];
  const astray = record.astray.map(({ fate, name, why, candidates }) => {
    const near = candidates.length === 0 ? "" : `: ${candidates.map(({ ref }) => ref).join(", ")}`;
    return `  ${fate} ${JSON.stringify(name)}: ${why}${near}`;
  });
  const told = [...astray, ...refused.map(({ test, why }) => `  refused ${JSON.stringify(test.name)}: ${why}`)];
  lines.push(...told.slice(0, MOST_TOLD));
  if (told.length > MOST_TOLD) lines.push(`  and ${told.length - MOST_TOLD} more`);
  if (path !== null) {
    const why = (stopped ?? away ?? "the run ended first").replace(/\.$/, "");
    const file = relative("", path);
    lines.push(`Retest: not all was sent: ${why}.`);
    lines.push(`  ${counted(left, "test")} kept in ${file}; to send: node_modules/.bin/retest-send ${file}`);
  }
  return lines.join("\n");
}

/** Why too few tests matched, or null; also null while a part of them is not sent: a server that is away fails no run. */
export function tooFewMatched(
  { record, left }: Pick<ResultStream, "record" | "left">,
  least: MinMatched | null,
): string | null {
  if (least === null || left > 0) return null;
  const { matched, unmatched, ambiguous } = record.counts;
  const wereRun = matched + unmatched + ambiguous;
  const needed = neededOf(least, wereRun);
  if (matched >= needed) return null;
  if (wereRun === 0) return "Retest: no test that was run matched a check, and min-matched asks for some.";
  return `Retest: only ${matched} of ${counted(wereRun, "test")} matched a check: ${needed} are needed.`;
}

/** A share of none at all is still one test: a run in which nothing ran proves nothing. */
function neededOf({ count, isShare }: MinMatched, wereRun: number): number {
  if (!isShare || count === 0) return count;
  return Math.max(1, Math.ceil((wereRun * count) / 100));
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
