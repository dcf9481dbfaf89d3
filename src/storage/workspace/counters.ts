// Counters with a ceiling, one row per scope and period, exact across servers.
import { command, query, type Reads, returning, type Tx, withList } from "../database/database.ts";
import type { CachedRow } from "../database/write-cache.ts";

const take = returning<{ n: number }>(
  `insert into counter (scope, period, n) values (?, ?, 1)
   on conflict (scope, period) do update set n = counter.n + 1 where counter.n < ?`,
  { n: "n" },
);
const addSome = returning<{ n: number }>(
  `insert into counter (scope, period, n) values (?, ?, ?)
   on conflict (scope, period) do update set n = counter.n + excluded.n`,
  { n: "n" },
);
const current = query<{ n: number }>({ n: "n" }, "from counter where scope = ? and period = ?");
const ofScopes = withList((oneOf) =>
  query<{ scope: string; n: number }>({ scope: "scope", n: "n" }, `from counter where scope ${oneOf} and period = ?`),
);
const set = command(
  `insert into counter (scope, period, n) values (?, ?, ?)
   on conflict (scope, period) do update set n = excluded.n`,
);
const add = command(
  `insert into counter (scope, period, n) values (?, ?, ?)
   on conflict (scope, period) do update set n = counter.n + excluded.n`,
);
const giveBack = command("update counter set n = n - 1 where scope = ? and period = ? and n > 0");
const dropBefore = command("delete from counter where scope = ? and period < ?");
const takeBefore = returning<{ period: number; n: number }>("delete from counter where scope = ? and period < ?", {
  period: "period",
  n: "n",
});
const dropRangeBefore = command("delete from counter where scope >= ? and scope < ? and period < ?");

/** Counts one more and says how many that makes; undefined, and nothing counted, when `limit` is reached. */
export async function countOne(tx: Tx, scope: string, period: number, limit: number): Promise<number | undefined> {
  return (await tx.get(take, scope, period, limit))?.n;
}

/** Adds some and says how many that makes. */
export async function addCounted(tx: Tx, scope: string, period: number, n: number): Promise<number> {
  return (await tx.get(addSome, scope, period, n))!.n;
}

/** Takes the counts of earlier periods away and gives them, to one taker only. */
export async function takeCountsBefore(
  tx: Tx,
  scope: string,
  period: number,
): Promise<{ period: number; n: number }[]> {
  return tx.all(takeBefore, scope, period);
}

/** Counts one more; false, and nothing counted, when `limit` is reached. */
export async function claimCount(tx: Tx, scope: string, period: number, limit: number): Promise<boolean> {
  return limit > 0 && (await tx.get(take, scope, period, limit)) !== undefined;
}

/**
 * Counts one more where only a holder of its app changes the count: it is cached and written once, at the end of the
 * transaction. Without a limit (0) everything passes and is counted.
 */
export async function claimCachedCount(tx: Tx, scope: string, period: number, limit: number): Promise<boolean> {
  const rows = tx.cache.rows<CachedRow<Count>>(COUNT);
  const place = `${scope} ${period}`;
  const n = rows.get(place)?.row.n ?? (await findCount(tx, scope, period));
  const passes = limit === 0 || n < limit;
  rows.set(place, { row: { scope, period, n: passes ? n + 1 : n }, dirty: passes || rows.get(place)?.dirty === true });
  return passes;
}

/** Reads a count into the write cache before it is needed. The caller locks its app first, in the same tick. */
export async function cacheCount(tx: Tx, scope: string, period: number): Promise<void> {
  const n = await findCount(tx, scope, period);
  tx.cache.rows<CachedRow<Count>>(COUNT).set(`${scope} ${period}`, { row: { scope, period, n }, dirty: false });
}

/** How counts are named in the write cache. */
const COUNT = "count";

interface Count {
  scope: string;
  period: number;
  n: number;
}

export function flushCounts(tx: Tx): void {
  const rows = tx.cache.rows<CachedRow<Count>>(COUNT);
  for (const [place, { row, dirty }] of rows) {
    if (!dirty) continue;
    setCount(tx, row.scope, row.period, row.n);
    rows.set(place, { row, dirty: false });
  }
}

export async function findCount(db: Reads, scope: string, period: number): Promise<number> {
  return (await db.get(current, scope, period))?.n ?? 0;
}

/** The counts of several scopes in one period; of those that have none there is nothing. */
export async function findCounts(db: Reads, scopes: readonly string[], period: number): Promise<Map<string, number>> {
  const rows = await db.all(ofScopes[db.dialect], JSON.stringify(scopes), period);
  return new Map(rows.map(({ scope, n }) => [scope, n]));
}

export function setCount(tx: Tx, scope: string, period: number, n: number): void {
  tx.run(set, scope, period, n);
}

/** Adds `n` to a count that has no limit. */
export function addCount(tx: Tx, scope: string, period: number, n: number): void {
  tx.run(add, scope, period, n);
}

/** Takes one back from a count. */
export function releaseCount(tx: Tx, scope: string, period: number): void {
  tx.run(giveBack, scope, period);
}

/** Forgets the counts of periods long gone. */
export function dropCountsBefore(tx: Tx, scope: string, period: number): void {
  tx.run(dropBefore, scope, period);
}

const RATE = "rate:";

/** The scope of requests in a minute. A network address is stored only as a hash. */
export function rateScope(
  kind: "key" | "person" | "workspace" | "deliveries" | "tool" | "unsigned" | "address" | "bad-key" | "registration",
  id: string,
): string {
  return `${RATE}${kind}:${id}`;
}

export function dropRateCountsBefore(tx: Tx, period: number): void {
  tx.run(dropRangeBefore, RATE, `${RATE.slice(0, -1)};`, period);
}

const SIGN_IN = "sign-in:";

/**
 * The scope of a kind of sign-in: an e-mail address, a network, a pair of both, a person. None of them is stored in the
 * clear.
 */
export function signInScope(
  kind: "email" | "network" | "pair" | "codes" | "reset" | "return" | "email-link" | "sign-up",
  hash: string,
): string {
  return `${SIGN_IN}${kind}:${hash}`;
}

/** Deletes old counts of sign-ins of every kind. */
export function dropSignInCountsBefore(tx: Tx, period: number): void {
  tx.run(dropRangeBefore, SIGN_IN, `${SIGN_IN.slice(0, -1)};`, period);
}

/** The scope of sign-ins that the audit log may list, for a known address or an unknown one. */
export function auditScope(workspaceId: string, aim: "known" | "unknown"): string {
  return `audit:${aim}:${workspaceId}`;
}

/** The scope of minutes in which somebody moves files. */
export const FILE_MOVE_SCOPE = "files:moving";

export function deliveryScope(appId: string): string {
  return `deliveries:${appId}`;
}

/** The scope of test messages of an app's notifications, or of one connection. */
export function testScope(id: string): string {
  return `tests:${id}`;
}

/** The scope of the bytes attached in a workspace; they are counted without a period. */
export function fileBytesScope(workspaceId: string): string {
  return `file-bytes:${workspaceId}`;
}

export function allowanceScope(workspaceId: string): string {
  return `issues:${workspaceId}`;
}
