// How long the units of a batch wait together for a row that another server holds. Most wait as long as any statement
// does. Some, deliveries that may meet another of their id, have less patience: then the batch waits as long as the
// least patient, who gives up, and the others go on waiting for what is left of their own time.
import { LOCK_TIMEOUT_MS } from "../storage/lock-timeout.ts";

/** Waiting less is not waiting at all. Who has no more than that left when the others give up, gives up with them. */
export const SLACK_MS = 200;

/** A unit with little patience says in its input how much; it is counted from when the unit came. */
export interface Patient {
  input: unknown;
  now: number;
}

/** How long the batch may wait; `spent` is what it has waited for locks before, `now` the time. */
export function lockTimeoutOf(orders: readonly Patient[], spent: number, now: number): number {
  return Math.min(...orders.map((order) => left(order, spent, now)));
}

/** After the batch has waited `limit` in vain: who gives up, and who waits on. */
export function partAfter<Order extends Patient>(
  orders: readonly Order[],
  limit: number,
  spent: number,
  now: number,
): { givesUp: Order[]; waitsOn: Order[] } {
  const isOver = (order: Order) => left(order, spent, now) - limit < SLACK_MS;
  return { givesUp: orders.filter(isOver), waitsOn: orders.filter((order) => !isOver(order)) };
}

/** Who stands in line and has used up the patience that it came with. */
export function isOverdue(order: Patient, now: number): boolean {
  return patienceOf(order) !== undefined && left(order, 0, now) <= SLACK_MS;
}

function left(order: Patient, spent: number, now: number): number {
  const patienceMs = patienceOf(order);
  if (patienceMs === undefined) return LOCK_TIMEOUT_MS - spent;
  return Math.min(Math.max(patienceMs - Math.max(now - order.now, 0), SLACK_MS), LOCK_TIMEOUT_MS);
}

function patienceOf({ input }: Patient): number | undefined {
  return ((input ?? {}) as { patienceMs?: number }).patienceMs;
}
