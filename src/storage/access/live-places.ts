// Places of live streams: how many each server has open for a person, for a network address and for a workspace.
import { command, query, type Reads, type Tx } from "../database/database.ts";

const others = query<{ n: number }>(
  { n: "coalesce(sum(n), 0)" },
  "from live_place where scope = ? and server <> ? and until > ?",
);
const put = command(
  `insert into live_place (scope, server, n, until) values (?, ?, ?, ?)
   on conflict (scope, server) do update set n = excluded.n, until = excluded.until`,
);
const drop = command("delete from live_place where scope = ? and server = ?");
const dropOlder = command("delete from live_place where server = ? and until < ?");
const dropEnded = command("delete from live_place where until <= ?");

/** A network address is not kept in the clear. */
export function livePlaceScope(kind: "person" | "address" | "workspace", id: string): string {
  return `${kind}:${id}`;
}

/** How many streams servers other than this one have open. */
export async function countLivePlaces(db: Reads, scope: string, server: string, now: number): Promise<number> {
  return Number((await db.get(others, scope, server, now))!.n);
}

/** What a server says of its streams; it counts until then. */
interface LivePlaceRow {
  scope: string;
  server: string;
  n: number;
  until: number;
}

/** Notes how many live streams this server has open. */
export function putLivePlaces(tx: Tx, { scope, server, n, until }: LivePlaceRow): void {
  if (n === 0) tx.run(drop, scope, server);
  else tx.run(put, scope, server, n, until);
}

/** Deletes this server's notes that it hasn't repeated since. */
export function dropOlderLivePlaces(tx: Tx, server: string, until: number): void {
  tx.run(dropOlder, server, until);
}

/** Forgets what servers said that have ended without a word. */
export function dropLivePlacesBefore(tx: Tx, now: number): void {
  tx.run(dropEnded, now);
}
