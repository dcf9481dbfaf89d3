// Adds what a server has counted to what all servers have, and says what that makes.
import { MINUTE_MS } from "../../lib/clock.ts";
import type { NewCount } from "../../lib/collections/shared-rate.ts";
import { addCounted, dropRateCountsBefore } from "../../storage/workspace/counters.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** A minute that is over counts no more; some are kept, in case a clock is set back. */
const KEEP_MS = 10 * MINUTE_MS;

/** Adds counts in one order on all servers, so that none waits for another in a circle. */
export const shareCounts = defineAction({
  name: "shareCounts",
  async run({ tx }: UnitOfWork, { counts }: { counts: NewCount[] }): Promise<number[]> {
    const totals = new Map<NewCount, number>();
    for (const count of [...counts].sort((a, b) => (a.scope < b.scope ? -1 : 1))) {
      totals.set(count, await addCounted(tx, count.scope, count.period, count.n));
    }
    return counts.map((count) => totals.get(count)!);
  },
});

/** Forgets how often each came in minutes that are long over. */
export const purgeRates = defineAction({
  name: "purgeRates",
  async run({ tx, now }: UnitOfWork, _input: null): Promise<void> {
    dropRateCountsBefore(tx, now - KEEP_MS);
  },
});
