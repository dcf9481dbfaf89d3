// The log of what came in by the webhook: every delivery with its answer, refused ones too.
import { type FaultCode, notFound } from "../../domain/fault.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

/** How a body is kept: as its text, in base64 where it is no text, or not at all. */
export type BodyEncoding = "utf8" | "base64" | "none";

export interface Delivery {
  id: string;
  appId: string;
  receivedAt: number;
  /** The HTTP status of the answer. */
  status: number;
  /** The code of a refusal; null for a delivery that was taken. */
  code: string | null;
  message: string | null;
  issueId: string | null;
  replayOf: string | null;
  /** How a recovery was handled; null for other deliveries, and where recoveries are raised as issues. */
  recovery: "ignored" | "fixed" | null;
  /** JSON: what became of each item of a list (`DeliveryItem[]`); null for a delivery that was read as one. */
  items: string | null;
  /** The headers as JSON, without secrets. */
  headers: string;
  encoding: BodyEncoding;
  body: string | null;
}

/** One item of a delivery that held a list. */
export interface DeliveryItem extends Pick<Delivery, "status" | "code" | "message" | "issueId" | "recovery"> {
  issueNumber: number | null;
}

/** The part of an entry that is known when a delivery comes in. */
export type Received = Pick<Delivery, "receivedAt" | "replayOf" | "headers" | "encoding" | "body">;

/** What came of a delivery, or of one item of its list, as it is to be logged; `number` is that of the issue. */
type LoggedAnswer = { number: number | null; recovery: Delivery["recovery"] } & (
  | { outcome: "raised" | "duplicate" | "fixed"; issue: { id: string } }
  | { outcome: "ignored" }
  | { refusal: { code: FaultCode; message: string } }
);

/** The part of an entry that the answer adds. */
export interface LoggedDelivery {
  id: string;
  appId: string;
  answer: LoggedAnswer;
  /** What came of each item of a list, in their order; null for a delivery that was read as one. */
  items: readonly LoggedAnswer[] | null;
}

/**
 * The HTTP status of each outcome and refusal. The log has it as a column: the older entries have nothing else to tell a duplicate by, and
 * a server of the version before reads it from the entries of this one.
 */
export type DeliveryStatuses = Readonly<Record<FaultCode | "raised" | "duplicate" | "fixed" | "ignored", number>>;

/** A delivery as it is listed. */
export interface ShownDelivery extends Omit<Delivery, "body"> {
  issueNumber: number | null;
}

const COLUMNS = {
  id: "id",
  appId: "app_id",
  receivedAt: "received_at",
  status: "status",
  code: "code",
  message: "message",
  issueId: "issue_id",
  replayOf: "replay_of",
  recovery: "recovery",
  items: "items",
  headers: "headers",
  encoding: "encoding",
};
const SHOWN = { ...COLUMNS, issueNumber: "(select number from issue where issue.id = issue_id)" };
const WHOLE = { ...SHOWN, body: "body" };

const add = insert("delivery", [...Object.values(COLUMNS), "body"]);
const firstPage = query<ShownDelivery>(SHOWN, "from delivery where app_id = ? order by id desc limit ?");
const nextPage = query<ShownDelivery>(SHOWN, "from delivery where app_id = ? and id < ? order by id desc limit ?");
const byId = query<ShownDelivery & Delivery>(WHOLE, "from delivery where app_id = ? and id = ?");
const older = query<{ id: string }>({ id: "id" }, "from delivery where app_id = ? and id < ? order by id limit ?");
const withBody = query<{ id: string }>({ id: "id" }, "from delivery where app_id = ? and encoding <> 'none' limit ?");
const dropBody = command(
  "update delivery set headers = '{}', encoding = 'none', body = null where app_id = ? and id = ?",
);
const dropUpTo = command("delete from delivery where app_id = ? and id <= ?");

/** The caller has reached the app. Newest first. */
export async function listDeliveries(
  db: Reads,
  appId: string,
  before: string | null,
  limit: number,
): Promise<ShownDelivery[]> {
  return before === null ? db.all(firstPage, appId, limit) : db.all(nextPage, appId, before, limit);
}

/** The caller has reached the app. Throws `not_found`. */
export async function getDelivery(db: Reads, appId: string, id: string): Promise<ShownDelivery & Delivery> {
  const delivery = await db.get(byId, appId, id);
  if (delivery === undefined) throw notFound("delivery");
  return delivery;
}

/** Gives the status of the answer, as the log keeps it. */
export function insertDelivery(
  tx: Tx,
  statuses: DeliveryStatuses,
  received: Received,
  { id, appId, answer, items }: LoggedDelivery,
): number {
  const { status, code, message, issueId, recovery } = entryOf(statuses, answer);
  const list = items === null ? null : JSON.stringify(items.map((item) => entryOf(statuses, item)));
  const { receivedAt, replayOf, headers, encoding, body } = received;
  const about = [id, appId, receivedAt, status, code, message, issueId, replayOf, recovery, list];
  tx.run(add, ...about, headers, encoding, body);
  return status;
}

function entryOf(statuses: DeliveryStatuses, answer: LoggedAnswer): DeliveryItem {
  const { number: issueNumber, recovery } = answer;
  if ("refusal" in answer) {
    const { code, message } = answer.refusal;
    return { status: statuses[code], code, message, issueId: null, issueNumber, recovery };
  }
  const issueId = answer.outcome === "ignored" ? null : answer.issue.id;
  return { status: statuses[answer.outcome], code: null, message: null, issueId, issueNumber, recovery };
}

/** Deletes some stored bodies; gives whether there are more. */
export async function dropBodies(tx: Tx, appId: string, limit: number): Promise<boolean> {
  const kept = await tx.all(withBody, appId, limit);
  for (const { id } of kept) dropBodyOf(tx, appId, id);
  return kept.length === limit;
}

/** Deletes a delivery's body and headers; the rest of its entry stays. */
export function dropBodyOf(tx: Tx, appId: string, id: string): void {
  tx.run(dropBody, appId, id);
}

/** Forgets some of the deliveries from before a moment; says whether there are more. */
export async function dropDeliveriesBefore(tx: Tx, appId: string, at: number, limit: number): Promise<boolean> {
  const old = await tx.all(older, appId, firstIdAt("dlv", at), limit);
  if (old.length > 0) tx.run(dropUpTo, appId, old.at(-1)!.id);
  return old.length === limit;
}
