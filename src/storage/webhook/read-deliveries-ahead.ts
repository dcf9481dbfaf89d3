// Reads at once what several deliveries to one app, about to share a transaction, would ask for one by one.
import type { Reach } from "../../domain/access/grant.ts";
import { lockApp } from "../apps/apps.ts";
import type { Tx } from "../database/database.ts";
import { cacheSlots } from "./dedupe-slots.ts";
import { announceDeliveries } from "./deliveries-under-way.ts";
import { cacheDeliveryCount } from "./delivery-count.ts";

/**
 * Reads ahead what deliveries need. All of it is sent together, the app first: the database goes through it in that
 * order, so the rest is read when the app is held. Throws `not_found`.
 */
export async function readDeliveriesAhead(
  tx: Tx,
  reach: Reach,
  appId: string,
  dedupeKeys: readonly string[],
  now: number,
): Promise<void> {
  announceDeliveries(tx, appId, dedupeKeys);
  const locked = lockApp(tx, reach, appId);
  const slots = cacheSlots(tx, appId, dedupeKeys);
  const count = cacheDeliveryCount(tx, appId, now);
  // Without the app all of it fails, and only what became of the app says why: it is looked at first.
  for (const outcome of await Promise.allSettled([locked, slots, count])) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
}
