// Slots: while an issue from a tool is open, its place is taken for further deliveries with the same id.
import { command, insert, query, type Reads, type Tx } from "./database.ts";

/** An open issue, as far as a delivery that finds it in its place must know it. */
export interface SlotHolder {
  id: string;
  number: number;
}

const ofKey = query<SlotHolder>(
  { id: "issue_id", number: "(select number from issue where issue.id = issue_id)" },
  "from slot where app_id = ? and dedupe_key = ?",
);
const add = insert("slot", ["app_id", "dedupe_key", "issue_id"]);
const drop = command("delete from slot where app_id = ? and dedupe_key = ?");
const nextOpen = query<SlotHolder>(
  { id: "id", number: "number" },
  "from issue where app_id = ? and dedupe_key = ? and status = 'open' order by id limit 1",
);
const ofApp = query<{ dedupeKey: string; issueId: string }>(
  { dedupeKey: "dedupe_key", issueId: "issue_id" },
  "from slot where app_id = ?",
);

/** How slots are named in the hand: the caller holds the app, so nobody else takes or frees one meanwhile. */
const SLOT = "slot";

/** Who holds the slot; null when it is free. */
export async function findSlot(tx: Tx, appId: string, dedupeKey: string): Promise<SlotHolder | null> {
  const held = tx.hand.rows<SlotHolder | null>(SLOT);
  const place = `${appId} ${dedupeKey}`;
  const known = held.get(place);
  if (known !== undefined) return known;
  const holder = (await tx.get(ofKey, appId, dedupeKey)) ?? null;
  held.set(place, holder);
  return holder;
}

/** Takes the slot for an open issue, if it is free. */
export async function takeSlot(tx: Tx, appId: string, dedupeKey: string, issue: SlotHolder): Promise<void> {
  if ((await findSlot(tx, appId, dedupeKey)) !== null) return;
  tx.run(add, appId, dedupeKey, issue.id);
  tx.hand.rows<SlotHolder>(SLOT).set(`${appId} ${dedupeKey}`, { id: issue.id, number: issue.number });
}

/** After the issue was fixed: its slot goes to the oldest other open issue of the same key, or is free. */
export async function passSlot(tx: Tx, appId: string, dedupeKey: string, issue: SlotHolder): Promise<void> {
  if ((await findSlot(tx, appId, dedupeKey))?.id !== issue.id) return;
  tx.run(drop, appId, dedupeKey);
  tx.hand.rows<SlotHolder | null>(SLOT).set(`${appId} ${dedupeKey}`, null);
  const next = await tx.get(nextOpen, appId, dedupeKey);
  if (next !== undefined) await takeSlot(tx, appId, dedupeKey, next);
}

/** Every slot of an app, for whoever compares. */
export async function listSlots(db: Reads, appId: string): Promise<{ dedupeKey: string; issueId: string }[]> {
  return db.all(ofApp, appId);
}
