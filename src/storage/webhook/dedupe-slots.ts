// Slots: while an issue from a tool is open, its place is taken for further deliveries with the same id. An issue that is
// opened again when a newer one has taken its place waits in line.
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

/** An issue, as far as a delivery that finds it in its place must know it. */
export interface SlotHolder {
  id: string;
  number: number;
}

interface Slot extends SlotHolder {
  /** Ids of the open issues that come after the holder, as JSON. */
  waiting: string;
}

const ofKey = query<Slot>(
  { id: "issue_id", number: "(select number from issue where issue.id = issue_id)", waiting: "waiting" },
  "from slot where app_id = ? and dedupe_key = ?",
);
/**
 * Key by key inside one statement: with a list of keys PostgreSQL may read all slots of the app, as long as it takes the
 * table for a small one. SQLite asks for each where it is needed.
 */
const ofKeys = query<Slot & { dedupeKey: string }>(
  {
    id: "slot.issue_id",
    number: "(select number from issue where issue.id = slot.issue_id)",
    waiting: "slot.waiting",
    dedupeKey: "slot.dedupe_key",
  },
  `from json_array_elements_text(?::json) wanted (key), lateral (
     select issue_id, waiting, dedupe_key from slot where app_id = ? and dedupe_key = wanted.key offset 0) slot`,
);
const numberOf = query<{ number: number }>({ number: "number" }, "from issue where id = ?");
const add = insert("slot", ["app_id", "dedupe_key", "issue_id", "waiting"]);
const save = command("update slot set issue_id = ?, waiting = ? where app_id = ? and dedupe_key = ?");
const drop = command("delete from slot where app_id = ? and dedupe_key = ?");
const ofApp = query<{ dedupeKey: string; issueId: string; waiting: string }>(
  { dedupeKey: "dedupe_key", issueId: "issue_id", waiting: "waiting" },
  "from slot where app_id = ?",
);

/** How slots are named in the write cache: the caller holds the app, so nobody else takes or frees one meanwhile. */
const SLOT = "slot";

/** Who holds the slot; null when it is free. */
export async function findSlot(tx: Tx, appId: string, dedupeKey: string): Promise<SlotHolder | null> {
  return readSlot(tx, appId, dedupeKey);
}

/** Reads the slots of several keys into the write cache at once. The caller holds the app. */
export async function cacheSlots(tx: Tx, appId: string, dedupeKeys: readonly string[]): Promise<void> {
  for (const dedupeKey of dedupeKeys) keep(tx, appId, dedupeKey, null);
  for (const { dedupeKey, ...slot } of await tx.all(ofKeys, JSON.stringify(dedupeKeys), appId)) {
    keepFound(tx, appId, dedupeKey, slot);
  }
}

/** Takes the slot for an open issue, or a place in its line. */
export async function takeSlot(tx: Tx, appId: string, dedupeKey: string, issue: SlotHolder): Promise<void> {
  const slot = await readSlot(tx, appId, dedupeKey);
  if (slot === null) {
    tx.run(add, appId, dedupeKey, issue.id, "[]");
    keep(tx, appId, dedupeKey, { id: issue.id, number: issue.number, waiting: "[]" });
  } else {
    const waiting = JSON.stringify([...(JSON.parse(slot.waiting) as string[]), issue.id]);
    write(tx, appId, dedupeKey, { ...slot, waiting });
  }
}

/** Removes a fixed issue from the line; a slot that it held goes to the next one or becomes free. */
export async function passSlot(tx: Tx, appId: string, dedupeKey: string, issue: SlotHolder): Promise<void> {
  const slot = await readSlot(tx, appId, dedupeKey);
  if (slot === null) return;
  const line = [slot.id, ...(JSON.parse(slot.waiting) as string[])].filter((id) => id !== issue.id);
  const [next, ...waiting] = line;
  if (next === undefined) {
    tx.run(drop, appId, dedupeKey);
    keep(tx, appId, dedupeKey, null);
  } else {
    const { number } = next === slot.id ? slot : (await tx.get(numberOf, next))!;
    write(tx, appId, dedupeKey, { id: next, number, waiting: JSON.stringify(waiting) });
  }
}

/** Every slot of an app with its line, holder first, for whoever compares. */
export async function listSlots(db: Reads, appId: string): Promise<{ dedupeKey: string; issues: string[] }[]> {
  const slots = await db.all(ofApp, appId);
  return slots.map(({ dedupeKey, issueId, waiting }) => ({ dedupeKey, issues: [issueId, ...JSON.parse(waiting)] }));
}

async function readSlot(tx: Tx, appId: string, dedupeKey: string): Promise<Slot | null> {
  const known = tx.cache.rows<Slot | null>(SLOT).get(`${appId} ${dedupeKey}`);
  if (known !== undefined) return known;
  const slot = (await tx.get(ofKey, appId, dedupeKey)) ?? null;
  return keepFound(tx, appId, dedupeKey, slot);
}

/** A slot whose issue somebody has deleted by hand is free: nothing must be lost in it. */
function keepFound(tx: Tx, appId: string, dedupeKey: string, slot: Slot | null): Slot | null {
  const isLost = slot !== null && slot.number === null;
  if (isLost) tx.run(drop, appId, dedupeKey);
  keep(tx, appId, dedupeKey, isLost ? null : slot);
  return isLost ? null : slot;
}

function write(tx: Tx, appId: string, dedupeKey: string, slot: Slot): void {
  tx.run(save, slot.id, slot.waiting, appId, dedupeKey);
  keep(tx, appId, dedupeKey, slot);
}

function keep(tx: Tx, appId: string, dedupeKey: string, slot: Slot | null): void {
  tx.cache.rows<Slot | null>(SLOT).set(`${appId} ${dedupeKey}`, slot);
}
