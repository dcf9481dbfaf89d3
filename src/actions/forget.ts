// Forgets what is kept for a time only, a little in each unit.
import { DAY_MS, HOUR_MS, startOfDay } from "../lib/clock.ts";
import { deliveryScope, dropCountsBefore, testScope } from "../storage/counters.ts";
import { dropBodies, dropDeliveriesBefore } from "../storage/deliveries.ts";
import { dropNotificationsBefore } from "../storage/notifications.ts";
import { dropSnapshotsBefore } from "../storage/snapshots.ts";
import type { Unit } from "./unit.ts";

const AT_ONCE = 500;
/** Counts are of no use once their hour has passed; a day is kept, in case a clock is set back. */
const KEEP_COUNTS_MS = 24 * HOUR_MS;

/** A trend goes back a year; the rest is for whoever looks late. */
const KEEP_SNAPSHOTS_MS = 400 * DAY_MS;

/** The deliveries and notifications of an app from before a moment, and all bodies if told. Says whether there are more. */
export async function forget(
  unit: Unit,
  { appId, before, bodies }: { appId: string; before: number; bodies: boolean },
): Promise<boolean> {
  dropCountsBefore(unit.tx, deliveryScope(appId), unit.now - KEEP_COUNTS_MS);
  dropCountsBefore(unit.tx, testScope(appId), unit.now - KEEP_COUNTS_MS);
  dropSnapshotsBefore(unit.tx, appId, startOfDay(unit.now - KEEP_SNAPSHOTS_MS));
  const deliveries = await dropDeliveriesBefore(unit.tx, appId, before, AT_ONCE);
  const notifications = await dropNotificationsBefore(unit.tx, appId, before, AT_ONCE);
  const kept = bodies && (await dropBodies(unit.tx, appId, AT_ONCE));
  return deliveries || notifications || kept;
}
