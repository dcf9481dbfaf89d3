// Says which of the servers on a database does what is to be done once an hour.
import { HOUR_MS } from "../../lib/clock.ts";
import { claimCount, dropCountsBefore } from "../../storage/workspace/counters.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

const SCOPE = "retention";
/** Hours are remembered this long, in case a clock is set back. */
const KEEP_MS = 24 * HOUR_MS;

/** Whether whoever asks is the first to ask for this hour. */
export const claimHour = defineAction({
  name: "claimHour",
  async run({ tx }: UnitOfWork, { hour }: { hour: number }): Promise<boolean> {
    dropCountsBefore(tx, SCOPE, hour - KEEP_MS);
    return claimCount(tx, SCOPE, hour, 1);
  },
});
