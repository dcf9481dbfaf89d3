// Results that waited while the server was away: what others recorded meanwhile is newer than they are, and stays until the person who
// recorded them has seen it.
import { MAX_PAGE } from "../../../src/wire/limits.ts";
import { exchange, pathWith } from "../api/client.ts";
import { countsFor, cycleReading } from "../api/cycle-reading.ts";
import type { Check, Cycle, Result, Status } from "../api/types.ts";
import type { ChangeOf, Unsaved } from "../api/unsaved-change.ts";
import { STATUS_LABEL } from "../components/display/status.tsx";

/** A change that isn't saved after this time is shown as waiting. */
export const WAITED_MS = 1_200;

/** Somebody else has recorded something else there meanwhile. */
export class Overtaken extends Error {}

/** Throws `Overtaken`. */
export async function requireNotOvertaken({ change, at, by }: Unsaved): Promise<void> {
  if (change.kind !== "results" || Date.now() - at < WAITED_MS) return;
  for (const check of new Set(change.cells.map((cell) => cell.check))) {
    for (const { code, status, last_result: last } of await readingsOf(check, change.cycle)) {
      const was = change.cells.find((one) => one.check === check && one.platform === code)?.was;
      if (was === undefined || status === was || status === change.outcome) continue;
      // What else changes a status, such as an issue that was raised, says nothing against the result.
      if (last === null || last.outcome !== status || last.recorded_by === by.name) continue;
      throw new Overtaken(overtakenText(was, last));
    }
  }
}

/** How a check reads on each platform now, where they were recorded: in a cycle, or in all testing. */
async function readingsOf(
  check: string,
  cycle: string | undefined,
): Promise<{ code: string; status: Status; last_result: Pick<Result, "outcome" | "recorded_by"> | null }[]> {
  const { data } = await exchange<Check>("GET", `/checks/${check}`);
  if (cycle === undefined) return data.platforms;
  const { data: round } = await exchange<Cycle>("GET", `/cycles/${cycle}`);
  // The newest ones.
  const path = pathWith("/results", { app: round.app.id, check, limit: MAX_PAGE });
  const { data: results } = await exchange<Result[]>("GET", path);
  return data.platforms.map((platform) => {
    const counted = results.find((one) => one.platform === platform.code && countsFor(round, one));
    return { code: platform.code, status: cycleReading(platform, counted), last_result: counted ?? null };
  });
}

/** The same results, confirmed by somebody who saw what is there and wants them recorded all the same. */
export function confirmed(change: ChangeOf<"results">): ChangeOf<"results"> {
  return { ...change, cells: change.cells.map(({ check, platform }) => ({ check, platform })) };
}

function overtakenText(was: Status, { recorded_by: who, outcome }: { recorded_by: string; outcome: string }): string {
  const before = was === "not_applicable" ? STATUS_LABEL[was] : STATUS_LABEL[was].toLowerCase();
  return `It was ${before} when you recorded this, and since then ${who} has recorded ${outcome} there. Try again to record yours as well, or discard it.`;
}
