// Connections that are told when the release gate of their app changes: what they were told last, and whether it is to be looked at anew.
import type { GateDecision } from "../../domain/status/release-gate.ts";
import { command, query, type Reads, type Tx } from "../database/database.ts";

interface GateWatch {
  /** Null before the first look, which tells nobody. */
  result: GateDecision["result"] | null;
  dueAt: number | null;
}

const due = query<{ connectionId: string }>(
  { connectionId: "connection_id" },
  "from gate_watch where due_at is not null order by due_at limit ?",
);
const one = query<GateWatch>({ result: "result", dueAt: "due_at" }, "from gate_watch where connection_id = ?");
const start = command(
  "insert into gate_watch (connection_id, app_id, result, due_at) values (?, ?, null, ?) on conflict do nothing",
);
const stop = command("delete from gate_watch where connection_id = ?");
const mark = command("update gate_watch set due_at = ? where app_id = ? and due_at is null");
const note = command("update gate_watch set result = ?, due_at = null where connection_id = ?");

/** The gate of one that is watched already stays known. */
export function startGateWatch(tx: Tx, connectionId: string, appId: string, at: number): void {
  tx.run(start, connectionId, appId, at);
}

export function stopGateWatch(tx: Tx, connectionId: string): void {
  tx.run(stop, connectionId);
}

/** Notes that an app's gate may have changed, so that it is looked at. */
export function markGateDue(tx: Tx, appId: string, at: number): void {
  tx.run(mark, at, appId);
}

/** The ids of connections whose app's gate is to be looked at, longest first. */
export async function listDueGates(db: Reads, limit: number): Promise<string[]> {
  return (await db.all(due, limit)).map(({ connectionId }) => connectionId);
}

export async function findGateWatch(db: Reads, connectionId: string): Promise<GateWatch | undefined> {
  return db.get(one, connectionId);
}

export function noteGate(tx: Tx, connectionId: string, result: GateWatch["result"]): void {
  tx.run(note, result, connectionId);
}
