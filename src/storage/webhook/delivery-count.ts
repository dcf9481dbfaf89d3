// How many deliveries an app has had in an hour.
import { HOUR_MS } from "../../lib/clock.ts";
import { windowAt } from "../../lib/time-window.ts";
import type { Tx } from "../database/database.ts";
import { cacheCount, claimCachedCount, deliveryScope } from "../workspace/counters.ts";

/** Counts one more; false, and nothing counted, when the hour has had `limit` already. Without a limit (0) all pass. The caller holds the app. */
export function countDelivery(tx: Tx, appId: string, at: number, limit: number): Promise<boolean> {
  return claimCachedCount(tx, deliveryScope(appId), windowAt(at, HOUR_MS).start, limit);
}

/** Has the count of the hour read before it is asked for. */
export function cacheDeliveryCount(tx: Tx, appId: string, at: number): Promise<void> {
  return cacheCount(tx, deliveryScope(appId), windowAt(at, HOUR_MS).start);
}
