// Connections of apps with other tools: found by the token in their URL; what waits to be sent there is told by `next_at`.
import { notFound } from "../../domain/fault.ts";
import { type Awaitable, andThen } from "../../lib/async/awaitable.ts";
import { command, insert, query, type Reads, returning, type Tx } from "../database/database.ts";

export interface Connection {
  id: string;
  appId: string;
  /** Its name in the list of tools. */
  tool: string;
  name: string;
  enabled: number;
  tokenHash: string;
  /** The token of the connection's URL, encrypted. */
  token: string;
  /** The settings as JSON. */
  settings: string;
  /** JSON of the credentials under their names, each encrypted. */
  credentials: string;
  createdAt: number;
  /** When the tool last said something, and what came of it. */
  heardAt: number | null;
  heard: string | null;
  /** When something was last sent there, and what came of it. */
  sentAt: number | null;
  sent: string | null;
  /** Attempts to send that failed, one after the other. */
  failures: number;
  pausedAt: number | null;
  /** When to try next to send what waits; null when nothing does, or it is paused. */
  nextAt: number | null;
}

const COLUMNS = {
  id: "id",
  appId: "app_id",
  tool: "tool",
  name: "name",
  enabled: "enabled",
  tokenHash: "token_hash",
  token: "token",
  settings: "settings",
  credentials: "credentials",
  createdAt: "created_at",
  heardAt: "heard_at",
  heard: "heard",
  sentAt: "sent_at",
  sent: "sent",
  failures: "failures",
  pausedAt: "paused_at",
  nextAt: "next_at",
};

/** A connection as a request from its tool meets it, with what must be known of the app. */
export interface ConnectionEndpoint extends Connection {
  workspaceId: string;
  appName: string;
}

const ENDPOINT = {
  ...COLUMNS,
  /** The workspace, found through the app; null while the app is archived. */
  workspaceId: "(select workspace_id from app where app.id = app_id and archived_at is null)",
  appName: "(select name from app where app.id = app_id)",
};

const ofApp = query<Connection>(COLUMNS, "from connection where app_id = ? order by id");
const byId = query<Connection>(COLUMNS, "from connection where app_id = ? and id = ?");
const ofAnyApp = query<Connection & { workspaceId: string }>(
  { ...COLUMNS, workspaceId: "(select workspace_id from app where app.id = app_id)" },
  "from connection where id = ?",
);
const byIdLocked = query<Connection>(COLUMNS, "from connection where id = ? {lock}");
const byToken = query<ConnectionEndpoint | { workspaceId: null }>(ENDPOINT, "from connection where token_hash = ?");
const ofTool = query<ConnectionEndpoint>(
  ENDPOINT,
  `from connection where app_id in (select id from app where workspace_id = ? and archived_at is null) and tool = ? and enabled = 1
   order by app_id, id limit 1000`,
);
const due = query<DueConnection>(
  {
    id: "id",
    tool: "tool",
    settings: "settings",
    credentials: "credentials",
    nextAt: "next_at",
    workspaceId: "(select workspace_id from app where app.id = app_id)",
  },
  "from connection where next_at is not null and next_at <= ? and (next_at, id) > (?, ?) order by next_at, id limit ?",
);
const add = insert("connection", Object.values(COLUMNS));
const save =
  command(`update connection set name = ?, enabled = ?, token_hash = ?, token = ?, settings = ?, credentials = ?,
  failures = ?, paused_at = ?, next_at = ? where id = ?`);
const note = command("update connection set heard_at = ?, heard = ? where id = ?");
// Written in any case: whoever records a send of the connection meanwhile then waits, and sees what was noted for it.
const wakeUp = command(
  "update connection set next_at = coalesce(next_at, ?) where id = ? and paused_at is null and enabled = 1",
);
const wakeForgotten = command(
  `update connection set next_at = ? where next_at is null and paused_at is null and enabled = 1
   and exists (select 1 from forward where forward.connection_id = connection.id and forward.state in ('pending', 'waiting'))`,
);
const take = returning<Connection>(
  "update connection set next_at = ? where id = ? and next_at is not null and next_at <= ?",
  COLUMNS,
);
const noteSend = command(
  "update connection set sent_at = ?, sent = ?, failures = ?, paused_at = ?, next_at = ? where id = ?",
);
const dropForwards = command("delete from forward where connection_id = ?");
const dropItems = command("delete from item where connection_id = ?");
const dropGateWatch = command("delete from gate_watch where connection_id = ?");
const dropReceipts = command("delete from receipt where connection_id = ?");
const drop = command("delete from connection where id = ?");

/** The caller has reached the app. In the order they were made. */
export async function listConnections(db: Reads, appId: string): Promise<Connection[]> {
  return db.all(ofApp, appId);
}

/** The caller has reached the app. Throws `not_found`. */
export async function getConnection(db: Reads, appId: string, id: string): Promise<Connection> {
  const connection = await db.get(byId, appId, id);
  if (connection === undefined) throw notFound("connection");
  return connection;
}

/** Finds a connection for background jobs, which act in nobody's name and have no reach. */
export async function findConnectionOfAnyApp(
  db: Reads,
  id: string,
): Promise<(Connection & { workspaceId: string }) | undefined> {
  return db.get(ofAnyApp, id);
}

/** Locks a connection. Callers that also lock the app do that first. */
export async function lockConnection(tx: Tx, id: string): Promise<Connection | undefined> {
  return tx.get(byIdLocked, id);
}

/** Whoever has the token has found the connection, unless its app is archived; what it says is still to be verified. */
export function findConnectionByToken(db: Reads, tokenHash: string): Awaitable<ConnectionEndpoint | undefined> {
  return andThen(db.get(byToken, tokenHash), (endpoint) => (endpoint?.workspaceId === null ? undefined : endpoint));
}

/** The enabled connections of a workspace's apps with one tool. */
export async function listConnectionsWith(db: Reads, workspaceId: string, tool: string): Promise<ConnectionEndpoint[]> {
  return db.all(ofTool, workspaceId, tool);
}

/** A connection for which something waits to be sent now, and what tells where. */
export interface DueConnection extends Pick<Connection, "id" | "tool" | "settings" | "credentials"> {
  nextAt: number;
  workspaceId: string;
}

/** Due connections behind a given one, the longest due first. */
export async function listDue(
  db: Reads,
  now: number,
  after: Pick<DueConnection, "id" | "nextAt"> | undefined,
  limit: number,
): Promise<DueConnection[]> {
  return db.all(due, now, after?.nextAt ?? -1, after?.id ?? "", limit);
}

export function insertConnection(tx: Tx, connection: Connection): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof Connection)[]).map((field) => connection[field]));
}

export function updateConnection(tx: Tx, row: Connection): void {
  const { name, enabled, tokenHash, token, settings, credentials, failures, pausedAt, nextAt, id } = row;
  tx.run(save, name, enabled, tokenHash, token, settings, credentials, failures, pausedAt, nextAt, id);
}

export function noteHeard(tx: Tx, id: string, at: number, heard: string): void {
  tx.run(note, at, heard, id);
}

/** Makes a connection due at `at`, because something waits for it. One that is paused or due already stays as it is. */
export function wakeConnection(tx: Tx, id: string, at: number): void {
  tx.run(wakeUp, at, id);
}

/**
 * Makes connections due for which something waits that nobody looks at: servers of the version before don't notice all
 * that waits.
 */
export function wakeForgottenConnections(tx: Tx, at: number): void {
  tx.run(wakeForgotten, at);
}

/** Takes a connection that has something to send, until the lease ends; undefined when another server was first. */
export async function takeDue(tx: Tx, id: string, now: number, leaseUntil: number): Promise<Connection | undefined> {
  return tx.get(take, leaseUntil, id, now);
}

export interface SendOutcome {
  at: number;
  sent: string;
  failures: number;
  pausedAt: number | null;
  nextAt: number | null;
}

/** What came of an attempt. The caller has taken the connection. */
export function recordSend(tx: Tx, id: string, { at, sent, failures, pausedAt, nextAt }: SendOutcome): void {
  tx.run(noteSend, at, sent, failures, pausedAt, nextAt, id);
}

/** Deletes a connection with all that belongs to it. */
export function deleteConnection(tx: Tx, id: string): void {
  for (const one of [dropForwards, dropItems, dropReceipts, dropGateWatch, drop]) tx.run(one, id);
}
