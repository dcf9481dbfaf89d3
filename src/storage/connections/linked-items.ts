// Things in other tools that belong to issues here, and what was heard of before.
import type { LinkedItem } from "../../domain/connections/connection.ts";
import { command, query, type Reads, returning, type Tx } from "../database/database.ts";

const COLUMNS = {
  externalId: "external_id",
  issueId: "issue_id",
  name: "name",
  url: "url",
  state: "state",
  seen: "seen",
};

const byExternalId = query<LinkedItem>(COLUMNS, "from item where connection_id = ? and external_id = ?");
const byIssue = query<LinkedItem>(COLUMNS, "from item where issue_id = ? and connection_id = ? limit 1");
const ofIssue = query<LinkedItem & { connectionId: string; tool: string }>(
  {
    ...COLUMNS,
    connectionId: "connection_id",
    tool: "(select tool from connection where connection.id = item.connection_id)",
  },
  "from item where issue_id = ? order by connection_id",
);
// Names the issue's table, so that an issue of the same transaction is there before its item.
const keep = command(`insert into item (connection_id, external_id, issue_id, name, url, state, seen)
  values (?, ?, (select id from issue where id = ?), ?, ?, ?, ?) on conflict (connection_id, external_id) do update set issue_id = excluded.issue_id,
  name = excluded.name, url = excluded.url, state = excluded.state, seen = excluded.seen`);
const takeReceipt = returning<{ at: number }>(
  "insert into receipt (connection_id, name, at) values (?, ?, ?) on conflict do nothing",
  { at: "at" },
);
const findReceipt = query<{ at: number }>({ at: "at" }, "from receipt where connection_id = ? and name = ?");
const forgetReceipt = command("delete from receipt where connection_id = ? and name = ?");
const olderReceipts = query<{ connectionId: string; name: string }>(
  { connectionId: "connection_id", name: "name" },
  "from receipt where at < ? order by at limit ?",
);

export async function findItem(db: Reads, connectionId: string, externalId: string): Promise<LinkedItem | undefined> {
  return db.get(byExternalId, connectionId, externalId);
}

/** What an issue is in the tool of a connection. */
export async function findItemOfIssue(
  db: Reads,
  connectionId: string,
  issueId: string,
): Promise<LinkedItem | undefined> {
  return db.get(byIssue, issueId, connectionId);
}

/** What an issue is elsewhere. The caller has reached the issue. */
export async function listItems(
  db: Reads,
  issueId: string,
): Promise<(LinkedItem & { connectionId: string; tool: string })[]> {
  return db.all(ofIssue, issueId);
}

/** Links an issue to an item of the tool, in place of an earlier issue of the same item. */
export function keepItem(
  tx: Tx,
  connectionId: string,
  { externalId, issueId, name, url, state, seen }: LinkedItem,
): void {
  tx.run(keep, connectionId, externalId, issueId, name, url, state, seen);
}

/** Notes a message. False if it was received before. */
export async function noteReceipt(tx: Tx, connectionId: string, name: string, at: number): Promise<boolean> {
  return (await tx.get(takeReceipt, connectionId, name, at)) !== undefined;
}

export async function hasReceipt(db: Reads, connectionId: string, name: string): Promise<boolean> {
  return (await db.get(findReceipt, connectionId, name)) !== undefined;
}

/** Forgets a message that led to nothing: it may lead to something when it comes again. */
export function dropReceipt(tx: Tx, connectionId: string, name: string): void {
  tx.run(forgetReceipt, connectionId, name);
}

/** Forgets some of what was received before a moment; says whether there may be more. */
export async function dropReceiptsBefore(tx: Tx, at: number, limit: number): Promise<boolean> {
  const old = await tx.all(olderReceipts, at, limit);
  for (const { connectionId, name } of old) dropReceipt(tx, connectionId, name);
  return old.length === limit;
}
