// How long the units of a batch wait together for a row that another server holds. Most wait as long as any statement
// does. Some, deliveries that may meet another of their id, have a smaller budget: then the batch waits as long as the
// smallest, whose unit gives up, and the others go on waiting for what is left of their own time.
import { LOCK_TIMEOUT_MS } from "../storage/database/lock-timeout.ts";

/** Too short a time to be worth another wait: a unit that has less left when others give up gives up with them. */
export const SLACK_MS = 200;

/** A job that waits less than any statement says how long. */
export interface Budgeted {
  lockBudgetMs: number | undefined;
  now: number;
}

/** What the jobs of a queue have waited for. Being in the queue while it moves on is not waiting for somebody else. */
export interface LockWait {
  /** When those in front began to wait for a row that somebody else holds. */
  since: number;
  /** How long this batch has waited for it in vain. */
  spent: number;
  now: number;
}

/** How long the batch may wait. */
export function lockTimeoutOf(jobs: readonly Budgeted[], waited: LockWait): number {
  return Math.min(...jobs.map((job) => left(job, waited)));
}

/** Splits a batch that waited `limit` in vain into jobs that give up and jobs that wait on. */
export function partAfter<Job extends Budgeted>(
  jobs: readonly Job[],
  limit: number,
  waited: LockWait,
): { givesUp: Job[]; waitsOn: Job[] } {
  const isOver = (job: Job) => left(job, waited) - limit < SLACK_MS;
  return { givesUp: jobs.filter(isOver), waitsOn: jobs.filter((job) => !isOver(job)) };
}

/** Whether a job in the queue has used up the budget that it came with. */
export function isOverdue(job: Budgeted, waited: LockWait): boolean {
  return job.lockBudgetMs !== undefined && left(job, waited) <= SLACK_MS;
}

function left(job: Budgeted, { since, spent, now }: LockWait): number {
  const { lockBudgetMs } = job;
  if (lockBudgetMs === undefined) return LOCK_TIMEOUT_MS - spent;
  const used = Math.max(now - Math.max(job.now, since), 0);
  return Math.min(Math.max(lockBudgetMs - used, SLACK_MS), LOCK_TIMEOUT_MS);
}
