// Keeps how an app stands, for the trend.
import { saveSnapshot } from "../../storage/status/trend-days.ts";
import type { Unit } from "../unit-of-work.ts";

export async function takeSnapshot({ tx, now }: Unit, { appId }: { appId: string }): Promise<void> {
  saveSnapshot(tx, appId, now);
}
