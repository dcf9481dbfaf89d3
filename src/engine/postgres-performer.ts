// Writing on PostgreSQL: what waits for the same app goes into one transaction, because the app's row lets one writer in
// at a time; different apps never wait for each other. Everything else is a transaction of its own.

import type { Action } from "../actions/define-action.ts";
import type { ActionSettings } from "../actions/unit-of-work.ts";
import { Fault } from "../domain/fault.ts";
import type { Author } from "../domain/workspace/audit-log.ts";
import { RecentOthers } from "../lib/async/recent-others.ts";
import { createSemaphore } from "../lib/async/semaphore.ts";
import { waitAtMost } from "../lib/async/time-limit.ts";
import type { Clock } from "../lib/clock.ts";
import { BoundedMap } from "../lib/collections/bounded-map.ts";
import { isLockTimeout, isOutage } from "../storage/database/lock-timeout.ts";
import { isOurMistake, type Postgres, RollbackRequested } from "../storage/database/postgres.ts";
import { findAppIdOfIssue } from "../storage/issues/issues.ts";
import { BatchRunner, type JobBatch, type QueuedJob } from "./batch-runner.ts";
import { HeavyUnits, isHeavy } from "./heavy-actions.ts";
import { isOverdue, lockTimeoutOf, partAfter, SLACK_MS } from "./lock-budget.ts";
import type { Performer } from "./performer.ts";
import { NO_WORKSPACE, workspaceOf } from "./writer-of.ts";

/** A write that isn't done by then is answered as unavailable; it may still happen. */
const ANSWER_WITHIN_MS = 10_000;
/** Who has waited this long for a batch that the database didn't answer isn't made to wait for another. */
const WAIT_AGAIN_MS = 1_000;
/** Units that share a transaction. */
const MAX_BATCH = 100;
/** Units that share a transaction while several workspaces write, so that each is over soon. */
const MAX_BATCH_BESIDE_OTHERS = 25;
/** A workspace gets five of six writing connections alone, so that a newcomer needn't wait, and three beside others. */
const ALONE = 5;
const BESIDE_OTHERS = 3;
const MAX_KNOWN_ISSUES = 50_000;

export function performOnPostgres(url: string, database: Postgres, clock: Clock, settings: ActionSettings): Performer {
  const heavy = new HeavyUnits(url, settings);
  const queues = new WriteQueues(database, new BatchRunner(database, heavy, settings), clock);
  return {
    perform: <In, Out>(action: Action<In, Out>, input: NoInfer<In>, by?: Author, lockBudgetMs?: number) =>
      waitAtMost(
        ANSWER_WITHIN_MS,
        new Promise<Out>((resolve, reject) => {
          const job: QueuedJob = {
            action,
            input,
            now: clock(),
            by,
            lockBudgetMs,
            resolve: resolve as QueuedJob["resolve"],
            reject,
          };
          queues.take(job).catch(reject);
        }),
        tooLate,
      ),
    close: () => heavy.close(),
  };
}

function tooLate(): never {
  throw new Fault("unavailable", "The database did not answer in time. Try again in a moment.");
}

/** The fields by which an action finds its queue; which of them its input has, the definition of the action sees to. */
interface QueuedInput {
  actor?: { reach: { workspaceId: string } };
  /** Given in place of an actor where a tool acts. */
  workspaceId?: string;
  app?: string | null;
  id?: string;
}

class WriteQueues {
  private readonly database: Postgres;
  private readonly runner: BatchRunner;
  private readonly clock: Clock;
  /** The write queue of each app that has one, by its key: it is there until all of its jobs are answered. */
  private readonly queues = new Map<string, QueuedJob[]>();
  /** The app of an issue, which never changes. */
  private readonly appOfIssue = new BoundedMap<string, string>(MAX_KNOWN_ISSUES);
  private readonly workspaces = new RecentOthers();
  private readonly turns = createSemaphore({
    total: Number.POSITIVE_INFINITY,
    perKind: (workspace) => {
      if (workspace === NO_WORKSPACE) return Number.POSITIVE_INFINITY;
      return this.workspaces.areThere(workspace) ? BESIDE_OTHERS : ALONE;
    },
  });

  constructor(database: Postgres, runner: BatchRunner, clock: Clock) {
    this.database = database;
    this.runner = runner;
    this.clock = clock;
  }

  async take(job: QueuedJob): Promise<void> {
    const workspace = workspaceOf(job.input);
    if (workspace !== NO_WORKSPACE) this.workspaces.note(workspace);
    const key = this.queueKeyOf(job) ?? (await this.findQueueKey(job));
    if (key === null) {
      await this.runInTurn({ jobs: [job], since: job.now });
      return;
    }
    const queue = this.queues.get(key);
    if (queue !== undefined) {
      queue.push(job);
      return;
    }
    this.queues.set(key, [job]);
    // What arrives in the same tick goes along.
    setImmediate(() => void this.runQueue(key));
  }

  /** The key of the queue: the app that the job waits for. It is null for none, and undefined while the app of its issue is not known. */
  private queueKeyOf({ action, input }: QueuedJob): string | null | undefined {
    if (action.queue === null) return null;
    const { actor, workspaceId = actor?.reach.workspaceId, app, id } = input as QueuedInput;
    const known = action.queue === "app" ? app : this.appOfIssue.get(id!);
    return typeof known === "string" ? `${workspaceId} ${known}` : known;
  }

  private async findQueueKey(job: QueuedJob): Promise<string | null> {
    if (job.action.queue !== "issue") return null;
    const { id } = job.input as QueuedInput;
    const app = await findAppIdOfIssue(this.database, id!);
    if (app === undefined) return null;
    this.appOfIssue.set(id!, app);
    return this.queueKeyOf(job) ?? null;
  }

  private async runQueue(key: string): Promise<void> {
    let heldSince: number | undefined;
    for (let jobs = this.next(key); jobs.length > 0; jobs = this.next(key)) {
      const batch: JobBatch = { jobs, since: heldSince ?? this.clock() };
      const look = setInterval(() => this.letPass(key, batch), SLACK_MS);
      const failure = await this.runInTurn(batch, heldSince);
      clearInterval(look);
      if (failure !== undefined) this.giveUp(key, failure);
      heldSince = isWaiting(batch) ? batch.since : undefined;
    }
    this.queues.delete(key);
  }

  private giveUp(key: string, failure: unknown): void {
    const before = this.clock() - WAIT_AGAIN_MS;
    const queue = this.queues.get(key)!;
    const fresh = queue.filter(({ now }) => now >= before);
    this.queues.set(key, fresh);
    for (const job of queue) if (job.now < before) job.reject(failure);
  }

  /** While somebody else holds the app, jobs whose budget ends sooner than the first batch's go past it. */
  private letPass(key: string, batch: JobBatch): void {
    if (!isWaiting(batch)) return;
    const waited = { since: batch.since, spent: 0, now: this.clock() };
    const queue = this.queues.get(key)!;
    const jobs = queue.filter((job) => isOverdue(job, waited));
    if (jobs.length === 0) return;
    this.queues.set(
      key,
      queue.filter((job) => !jobs.includes(job)),
    );
    void this.runBatch({ jobs, since: batch.since });
  }

  private next(key: string): QueuedJob[] {
    const queue = this.queues.get(key)!;
    const alone = queue.slice(0, MAX_BATCH).findIndex(({ action, input }) => action.alone || isHeavy(action, input));
    const most = this.workspaces.areSeveral() ? MAX_BATCH_BESIDE_OTHERS : MAX_BATCH;
    const many = alone === -1 ? most : Math.min(most, Math.max(alone, 1));
    this.queues.set(key, queue.slice(many));
    return queue.slice(0, many);
  }

  /** Waiting for a turn is not waiting for a lock: only if those in front have waited for that, since `heldSince`, does the time before count. */
  private async runInTurn(batch: JobBatch, heldSince?: number): Promise<unknown> {
    const [{ action, input }] = batch.jobs as [QueuedJob];
    // It has a connection of its own.
    const leave = isHeavy(action, input) ? () => {} : await this.turns.enter(workspaceOf(input));
    batch.since = heldSince ?? this.clock();
    return this.runBatch(batch).finally(leave);
  }

  /**
   * Answers every job. Those that have a larger lock budget than others don't give up with them: nothing has happened yet.
   * Gives why none of them could be done, if it was the database's fault.
   */
  private async runBatch(batch: JobBatch): Promise<unknown> {
    for (let spent = 0, waiting = batch.jobs; waiting.length > 0; ) {
      const waited = { since: batch.since, spent, now: this.clock() };
      const limit = lockTimeoutOf(waiting, waited);
      try {
        await this.runner.run(batch, waiting, limit);
        return undefined;
      } catch (error) {
        if (waiting.length > 1 && (error instanceof RollbackRequested || isOurMistake(error)))
          return this.runOneByOne(waiting);
        const { givesUp, waitsOn } = isLockTimeout(error)
          ? partAfter(waiting, limit, waited)
          : { givesUp: waiting, waitsOn: [] };
        for (const job of givesUp) job.reject(error);
        if (isOutage(error)) return error;
        waiting = waitsOn;
        spent += limit;
      }
    }
    return undefined;
  }

  private async runOneByOne(jobs: readonly QueuedJob[]): Promise<undefined> {
    for (const job of jobs) await this.runBatch({ jobs: [job], since: this.clock() });
  }
}

/** Whether somebody else has not yet let go of the app that the batch is about. */
function isWaiting(batch: JobBatch): boolean {
  return batch.holdsApp !== undefined && !batch.holdsApp();
}
