// How long the units of a batch wait together for a row that another server holds. Most wait as long as any statement
// does. Some, deliveries that may meet another of their id, have a smaller budget: then the batch waits as long as the
// smallest, whose unit gives up, and the others go on waiting for what is left of their own time.
import { LOCK_TIMEOUT_MS } from "../storage/database/lock-timeout.ts";

/** Waiting less is not waiting at all. Who has no more than that left when the others give up, gives up with them. */
export const SLACK_MS = 200;

/** A unit that waits less than any statement says how long. */
export interface Budgeted {
  lockBudgetMs: number | undefined;
  now: number;
}

/** What the units of a line have waited for. Standing in line while the line moves on is not waiting for somebody else. */
export interface Waited {
  /** When those in front began to wait for the row that somebody else still holds. */
  since: number;
  /** How long this batch has waited for it in vain. */
  spent: number;
  now: number;
}

/** How long the batch may wait. */
export function lockTimeoutOf(orders: readonly Budgeted[], waited: Waited): number {
  return Math.min(...orders.map((order) => left(order, waited)));
}

/** After the batch has waited `limit` in vain: who gives up, and who waits on. */
export function partAfter<Order extends Budgeted>(
  orders: readonly Order[],
  limit: number,
  waited: Waited,
): { givesUp: Order[]; waitsOn: Order[] } {
  const isOver = (order: Order) => left(order, waited) - limit < SLACK_MS;
  return { givesUp: orders.filter(isOver), waitsOn: orders.filter((order) => !isOver(order)) };
}

/** Who stands in line and has used up the budget that it came with. */
export function isOverdue(order: Budgeted, waited: Waited): boolean {
  return order.lockBudgetMs !== undefined && left(order, waited) <= SLACK_MS;
}

function left(order: Budgeted, { since, spent, now }: Waited): number {
  const { lockBudgetMs } = order;
  if (lockBudgetMs === undefined) return LOCK_TIMEOUT_MS - spent;
  const used = Math.max(now - Math.max(order.now, since), 0);
  return Math.min(Math.max(lockBudgetMs - used, SLACK_MS), LOCK_TIMEOUT_MS);
}
