// Says which of the servers on a database does what is to be done once an hour.
import { HOUR_COUNTS_MS } from "../../domain/limits.ts";
import { claimCount, dropCountsBefore } from "../../storage/workspace/counters.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

const SCOPE = "retention";

/** Whether whoever asks is the first to ask for this hour. */
export const claimHour = defineAction({
  name: "claimHour",
  async run({ tx }: UnitOfWork, { hour }: { hour: number }): Promise<boolean> {
    dropCountsBefore(tx, SCOPE, hour - HOUR_COUNTS_MS);
    return claimCount(tx, SCOPE, hour, 1);
  },
});
