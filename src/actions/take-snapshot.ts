// Keeps how an app stands, for the trend.
import { saveSnapshot } from "../storage/snapshots.ts";
import type { Unit } from "./unit.ts";

export async function takeSnapshot({ tx, now }: Unit, { appId }: { appId: string }): Promise<void> {
  saveSnapshot(tx, appId, now);
}
