// What must be there after a restore: all that was in the backup, but for what a restore does itself.
import { setTimeout as sleep } from "node:timers/promises";
import { type Settings, serve } from "../../test/support/clients/run-cli.ts";
import type { Client, Json } from "../harness/client.ts";
import type { Trial } from "../harness/fault.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { digest, type Table } from "./backup-digest.ts";
import { ALLOWED, type Seeded } from "./backup-seed.ts";

type Tables = Map<string, Table>;
type Row = Record<string, unknown>;

/** The seed puts rows into them: were one empty, comparing it would prove nothing. */
const FILLED =
  "app platform section check standing result issue fix slot event key key_secret person counter webhook delivery notification audit audit_head connection forward item comment mention watcher inbox_entry".split(
    " ",
  );
const SETTLED_MS = 20_000;
/** A claim reads interrupted half a minute after it was made. */
const INTERRUPTED_MS = 45_000;
/** Longer than servers take to look for what waits. */
const QUIET_MS = 2_500;

/** What a restore writes: what waited may have been sent since, and that it happened is in the audit log. */
const CHANGES: Record<string, (row: Row) => Row> = {
  inbox_entry: (row) => ({ ...row, unmailed: null }),
  notification: (row) => (row.state === "pending" ? { ...row, state: "sending", claimed_at: row.created_at } : row),
  forward: (row) =>
    row.state === "pending" || row.state === "waiting" ? { ...row, attempts: Number(row.attempts) + 1 } : row,
  audit_head: (row) => ({ ...row, entries: Number(row.entries) + 1 }),
};
/** Columns of a log's head, which a restore changes by adding an entry. The doctor compares them with the entries. */
const HEAD = ["last_id", "last_at", "last_hash", "mac"];

export function requireSame(before: Tables, after: Tables, report: Trial["report"]): void {
  for (const name of FILLED) if (!before.get(name)?.rows.length) report(`${name} is empty in the backup`);
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const { columns } = before.get(name) ?? after.get(name)!;
    const counted = name === "audit_head" ? columns.filter((one) => !HEAD.includes(one)) : columns;
    const change = CHANGES[name] ?? ((row) => row);
    const [was, is] = [rowsOf(before.get(name)).map(change), rowsOf(after.get(name))];
    const own = name === "audit" ? is.filter((row) => isNew(row, was)) : [];
    if (name === "audit" && own.map(({ action }) => action).join() !== "workspace.restored")
      report(`the restore put ${own.length} entries into the audit log: ${own.map(({ action }) => action)}`);
    const [wanted, found] = [was, is.filter((row) => !own.includes(row))].map((rows) => sumOf(rows, counted));
    if (wanted !== found) report(`${name} should have ${wanted}, and has ${found}`);
  }
}

function isNew({ id }: Row, rows: Row[]): boolean {
  return !rows.some((row) => row.id === id);
}

function rowsOf({ columns, rows }: Table = { columns: [], rows: [] }): Row[] {
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
}

function sumOf(rows: Row[], columns: string[]): string {
  return digest({ columns, rows: rows.map((row) => columns.map((column) => row[column])) });
}

/** The ids of what waited or was being sent; both must be in a backup. */
export function unsentIn(tables: Tables, report: Trial["report"]): string[] {
  const of = (table: string, state: string) => rowsOf(tables.get(table)).filter((row) => row.state === state);
  const [pending, sending] = [of("notification", "pending"), of("notification", "sending")];
  if (pending.length === 0) report("no notification waits in the backup");
  if (sending.length === 0) report("no notification is being sent in the backup");
  if (of("forward", "pending").length === 0) report("no forward waits in the backup");
  return [...pending, ...sending].map(({ id }) => id as string);
}

/** Checks on restored servers that what was being sent reads as interrupted and isn't sent again. */
export async function requireInterrupted(
  targets: Settings[],
  unsent: string[],
  client: Client,
  { app, receiver }: Seeded,
  report: Trial["report"],
): Promise<void> {
  const statesAt = async (at: Client): Promise<string[]> =>
    ((await at.list(`/apps/${app}/notifications?`)) as Json[])
      .filter(({ id }) => unsent.includes(id))
      .map(({ state }) => state);
  // The server that the backup was taken of goes on, and sends it.
  if (!(await waitUntil(SETTLED_MS, async () => (await statesAt(client)).every((state) => state === "delivered"))))
    report(`of what waited is at the first server: ${await statesAt(client)}`);
  const arrived = receiver.arrivals.length;
  const servers = await Promise.all(targets.map((target) => serve({ ...target, ...ALLOWED })));
  try {
    for (const { address } of servers) {
      const at = client.at(address);
      const isSo = async () => (await statesAt(at)).every((state) => state === "interrupted");
      if (!(await waitUntil(INTERRUPTED_MS, isSo))) report(`what was being sent reads ${await statesAt(at)}`);
      if ((await statesAt(at)).length !== unsent.length) report("notifications are missing after the restore");
    }
    await sleep(QUIET_MS);
    if (receiver.arrivals.length !== arrived) report("what was being sent is sent again after the restore");
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
