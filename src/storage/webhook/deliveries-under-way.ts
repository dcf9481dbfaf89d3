// Deliveries that are being raised, as far as other servers on the same PostgreSQL must know of them. Each is announced by a lock
// that everybody may share, until its transaction ends, however that ends.
import { holdsApp } from "../apps/apps.ts";
import { query, type Reads, type Tx } from "../database/database.ts";

/** Deliveries that one transaction announces, as locks are few. One that isn't announced is only not known of. */
const MAX_ANNOUNCED = 20;
/** A number that keeps these locks apart from all others. */
export const SEED = 7_305_113;

const announcing = query<{ count: number }>(
  { count: `count(pg_try_advisory_xact_lock_shared(hashtextextended(wanted.name, ${SEED})))` },
  "from json_array_elements_text(?::json) wanted (name)",
);
const looking = query<{ isFree: number }>(
  { isFree: `case when pg_try_advisory_xact_lock(hashtextextended(?, ${SEED})) then 1 else 0 end` },
  "",
);

/**
 * Announces deliveries to an app that is about to be waited for. Nobody waits for this: it leaves before what is asked next, and if it
 * fails, that fails too. On SQLite there is nothing to announce: another process is waited for whatever it writes.
 */
export function announceDeliveries(tx: Tx, appId: string, dedupeKeys: readonly string[]): void {
  if (tx.dialect === "sqlite" || dedupeKeys.length === 0) return;
  const names = dedupeKeys.slice(0, MAX_ANNOUNCED).map((dedupeKey) => nameOf(appId, dedupeKey));
  Promise.resolve(tx.get(announcing, JSON.stringify(names))).catch(() => {});
}

/** Announces a delivery under one of these ids, unless its transaction holds the app already and waits for nobody. */
export function announceDelivery(tx: Tx, appId: string, dedupeKeys: readonly string[]): void {
  if (!holdsApp(tx)) announceDeliveries(tx, appId, dedupeKeys);
}

/** Whether some server is known to be raising a delivery of this id at this moment. */
export async function isDeliveryUnderWay(db: Reads, appId: string, dedupeKey: string): Promise<boolean> {
  return db.dialect === "postgres" && (await db.get(looking, nameOf(appId, dedupeKey)))?.isFree === 0;
}

function nameOf(appId: string, dedupeKey: string): string {
  return `${appId} ${dedupeKey}`;
}
