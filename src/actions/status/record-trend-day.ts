// Records an app's counts of the day, for its trend.
import { saveSnapshot } from "../../storage/status/trend-days.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export const recordTrendDay = defineAction({
  name: "recordTrendDay",
  async run({ tx, now }: UnitOfWork, { appId }: { appId: string }): Promise<void> {
    saveSnapshot(tx, appId, now);
  },
});
