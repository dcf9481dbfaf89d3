// Runs units on PostgreSQL, those that wait together in one transaction, and answers them once it is committed.

import type { AnyAction } from "../actions/define-action.ts";
import type { ActionSettings } from "../actions/unit-of-work.ts";
import { Fault } from "../domain/fault.ts";
import { type Author, SYSTEM } from "../domain/workspace/audit-log.ts";
import { holdsApp } from "../storage/apps/apps.ts";
import { type Postgres, RollbackRequested } from "../storage/database/postgres.ts";
import type { PostgresTx } from "../storage/database/postgres-transaction.ts";
import { type HeavyUnits, isHeavy } from "./heavy-actions.ts";
import { openUnit } from "./open-unit.ts";

/** A unit of work that waits to be run, and whoever waits for its answer. */
export interface QueuedJob {
  action: AnyAction;
  input: unknown;
  now: number;
  by: Author | undefined;
  /** How long it waits at most for another server that holds its app. */
  lockBudgetMs: number | undefined;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/**
 * Jobs that are run together, and since when they, or those in front of them in the queue, have waited. Whether they hold their app
 * is not known until they have a connection.
 */
export interface JobBatch {
  jobs: QueuedJob[];
  since: number;
  holdsApp?(): boolean;
}

type Outcome = { ok: true; output: unknown } | { ok: false; error: unknown };

export class BatchRunner {
  private readonly database: Postgres;
  private readonly heavy: HeavyUnits;
  private readonly settings: ActionSettings;

  constructor(database: Postgres, heavy: HeavyUnits, settings: ActionSettings) {
    this.database = database;
    this.heavy = heavy;
    this.settings = settings;
  }

  /**
   * Answers all of these jobs of the batch. Or it throws, and then nothing of them has happened: `TakenBack`, or the error of a statement
   * that one of several units spoiled, without saying which.
   */
  async run(batch: JobBatch, jobs: QueuedJob[], lockTimeoutMs: number): Promise<void> {
    const transaction = <T>(work: (tx: PostgresTx) => Promise<T>) =>
      this.database.transaction((tx) => {
        batch.holdsApp = () => holdsApp(tx);
        return work(tx);
      }, lockTimeoutMs);
    const [job] = jobs as [QueuedJob];
    if (jobs.length > 1) answer(jobs, await transaction((tx) => this.runEach(tx, jobs)));
    else if (isHeavy(job.action, job.input)) job.resolve(await this.runApart(batch, job, lockTimeoutMs));
    else job.resolve(await transaction((tx) => this.runUnit(tx, job)));
  }

  private runApart(
    batch: JobBatch,
    { action: { name }, input, now, by = SYSTEM }: QueuedJob,
    lockTimeoutMs: number,
  ): Promise<unknown> {
    let holds = false;
    batch.holdsApp = () => holds;
    return this.heavy.run({ name, input, now, by, lockTimeoutMs }, () => {
      holds = true;
    });
  }

  /** A unit that fails before it has written anything leaves the others as they are. */
  private async runEach(tx: PostgresTx, jobs: QueuedJob[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    await prepareTogether(tx, jobs);
    for (const job of jobs) {
      const before = tx.writes;
      try {
        outcomes.push({ ok: true, output: await this.runUnit(tx, job) });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        if (tx.writes !== before) throw new RollbackRequested();
        outcomes.push({ ok: false, error });
      }
    }
    return outcomes;
  }

  private runUnit(tx: PostgresTx, { action, input, now, by }: QueuedJob): Promise<unknown> {
    return action.run(openUnit(tx, now, this.settings, by), input as never);
  }
}

/** Reads ahead once for all jobs of the same action, first for those that name the app: they may announce themselves before they wait for it. */
async function prepareTogether(tx: PostgresTx, jobs: readonly QueuedJob[]): Promise<void> {
  const actions = [...new Set(jobs.map((job) => job.action))];
  const first = actions.filter(({ queue }) => queue === "app");
  for (const action of new Set([...first, ...actions])) {
    if (action.prepare === null) continue;
    const inputs = jobs.filter((job) => job.action === action).map(({ input }) => input as never);
    await action.prepare(tx, jobs[0]!.now, inputs).catch(asTakenBack);
  }
}

function answer(jobs: readonly QueuedJob[], outcomes: readonly Outcome[]): void {
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.ok) jobs[i]!.resolve(outcome.output);
    else jobs[i]!.reject(outcome.error);
  }
}

/** The app is archived, but a unit in front of the deliveries may restore it: each unit then has to be run by itself. */
function asTakenBack(error: unknown): never {
  throw error instanceof Fault && error.code === "not_found" ? new RollbackRequested() : error;
}
