// Records the counts of the day of an app and its open cycles, for the trend and the burn-downs.
import { saveCycleDays } from "../../storage/cycles/cycle-days.ts";
import { saveSnapshot } from "../../storage/status/trend-days.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export const recordTrendDay = defineAction({
  name: "recordTrendDay",
  async run({ tx, now }: UnitOfWork, { appId }: { appId: string }): Promise<void> {
    saveSnapshot(tx, appId, now);
    saveCycleDays(tx, appId, now);
  },
});
