// What waits to be sent to connected tools, and what came of it. Of one connection the oldest goes first.
import type { EventType, IssueEventKind } from "../../domain/connections/connection.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";

/** `waiting` is `pending`, of what servers of the version before don't know how to send: they don't see it. */
export type ForwardState = "pending" | "waiting" | "delivered" | "failed" | "cancelled";

export interface Forward {
  id: string;
  appId: string;
  connectionId: string;
  issueId: string | null;
  kind: IssueEventKind | EventType;
  state: ForwardState;
  /** The stored event as JSON. */
  event: string;
  attempts: number;
  createdAt: number;
  triedAt: number | null;
  finishedAt: number | null;
  /** `delivered`, `http_500`, `timeout` and the like; of the last attempt while it waits for the next. */
  outcome: string | null;
  httpStatus: number | null;
}

const COLUMNS = {
  id: "id",
  appId: "app_id",
  connectionId: "connection_id",
  issueId: "issue_id",
  kind: "kind",
  state: "state",
  event: "happening",
  attempts: "attempts",
  createdAt: "created_at",
  triedAt: "tried_at",
  finishedAt: "finished_at",
  outcome: "outcome",
  httpStatus: "http_status",
};

/** Written as in the index that finds these rows. */
const WAITS = "state in ('pending', 'waiting')";
const add = insert("forward", Object.values(COLUMNS));
const first = query<Forward>(COLUMNS, `from forward where connection_id = ? and ${WAITS} order by id limit 1`);
const another = query<{ id: string }>(
  { id: "id" },
  `from forward where connection_id = ? and ${WAITS} and id <> ? limit 1`,
);
const underWay = query<{ id: string }>(
  { id: "id" },
  `from forward where connection_id = ? and ${WAITS} and issue_id = ? and kind = ? and tried_at > ? limit 1`,
);
const ofApp = query<Forward>(COLUMNS, "from forward where app_id = ? and id = ?");
const repeat = command("update forward set state = 'waiting', finished_at = null where id = ?");
const start = command("update forward set attempts = attempts + 1, tried_at = ? where id = ?");
const end = command(
  `update forward set state = coalesce(?, state), finished_at = ?, outcome = ?, http_status = ? where id = ? and ${WAITS}`,
);
const firstPage = query<Forward>(COLUMNS, "from forward where connection_id = ? order by id desc limit ?");
const nextPage = query<Forward>(COLUMNS, "from forward where connection_id = ? and id < ? order by id desc limit ?");
const older = query<{ id: string }>({ id: "id" }, "from forward where app_id = ? and id < ? order by id limit ?");
const drop = command("delete from forward where id = ?");
const cancel = command(
  `update forward set state = 'cancelled', finished_at = ?, outcome = ? where connection_id = ? and ${WAITS}`,
);

export function insertForward(tx: Tx, forward: Forward): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof Forward)[]).map((field) => forward[field]));
}

/** The oldest that waits for a connection. */
export async function findFirstForward(db: Reads, connectionId: string): Promise<Forward | undefined> {
  return db.get(first, connectionId);
}

/** Finds a forward of an app that the caller has reached. */
export async function findForward(db: Reads, appId: string, id: string): Promise<Forward | undefined> {
  return db.get(ofApp, appId, id);
}

/** Makes a forward wait to be sent once more. */
export function repeatForward(tx: Tx, id: string): void {
  tx.run(repeat, id);
}

/** Whether another one waits. It may be older: somebody has it sent again, or a server whose clock is behind has put it down. */
export async function hasOtherForward(db: Reads, connectionId: string, id: string): Promise<boolean> {
  return (await db.get(another, connectionId, id)) !== undefined;
}

/** Whether an issue's connection is being told of this, by an attempt made after a moment that nobody has heard of yet. */
export async function isBeingTold(
  db: Reads,
  connectionId: string,
  { issueId, kind, since }: { issueId: string; kind: IssueEventKind; since: number },
): Promise<boolean> {
  return (await db.get(underWay, connectionId, issueId, kind, since)) !== undefined;
}

/** Counts the attempt before it is made: the next one then knows that there was one. */
export function startForward(tx: Tx, id: string, at: number): void {
  tx.run(start, at, id);
}

/** What came of it; a state of null leaves it where it waits. */
export function endForward(
  tx: Tx,
  id: string,
  at: number | null,
  { state, outcome, httpStatus }: Pick<Forward, "outcome" | "httpStatus"> & { state: ForwardState | null },
): void {
  tx.run(end, state, at, outcome, httpStatus, id);
}

/** What waits for a connection that is switched off goes nowhere. */
export function cancelForwards(tx: Tx, connectionId: string, at: number, why: string): void {
  tx.run(cancel, at, why, connectionId);
}

/** The caller has reached the connection. Newest first. */
export async function listForwards(
  db: Reads,
  connectionId: string,
  before: string | null,
  limit: number,
): Promise<Forward[]> {
  return before === null ? db.all(firstPage, connectionId, limit) : db.all(nextPage, connectionId, before, limit);
}

/** Forgets some of what was forwarded before a moment, also what never got through; says whether there are more. */
export async function dropForwardsBefore(tx: Tx, appId: string, at: number, limit: number): Promise<boolean> {
  const old = await tx.all(older, appId, firstIdAt("fwd", at), limit);
  for (const { id } of old) tx.run(drop, id);
  return old.length === limit;
}
