// Runs units on PostgreSQL, those that wait together in one transaction, and answers them once it is committed.

import type { AnyAction } from "../actions/define-action.ts";
import type { Settings } from "../actions/unit-of-work.ts";
import { Fault } from "../domain/fault.ts";
import { type Author, SYSTEM } from "../domain/workspace/audit-log.ts";
import { holdsApp } from "../storage/apps/apps.ts";
import { type Postgres, TakenBack } from "../storage/database/postgres.ts";
import type { PostgresTx } from "../storage/database/postgres-transaction.ts";
import { type HeavyUnits, isHeavy } from "./heavy-actions.ts";

export interface WaitingUnit {
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
 * Units that are run together, since when they wait, those before them in line included, and whether they have their app now; until
 * they have a connection that is not known.
 */
export interface UnitBatch {
  orders: WaitingUnit[];
  since: number;
  holdsApp?(): boolean;
}

type Outcome = { ok: true; output: unknown } | { ok: false; error: unknown };

export class BatchRunner {
  private readonly database: Postgres;
  private readonly heavy: HeavyUnits;
  private readonly settings: Settings;

  constructor(database: Postgres, heavy: HeavyUnits, settings: Settings) {
    this.database = database;
    this.heavy = heavy;
    this.settings = settings;
  }

  /**
   * Answers all of these orders of the batch, or throws, and then nothing of it has happened: `TakenBack`, or a mistake in a statement,
   * where one of several units spoiled it, and which is not known.
   */
  async run(batch: UnitBatch, orders: WaitingUnit[], lockTimeoutMs: number): Promise<void> {
    const transaction = <T>(work: (tx: PostgresTx) => Promise<T>) =>
      this.database.transaction((tx) => {
        batch.holdsApp = () => holdsApp(tx);
        return work(tx);
      }, lockTimeoutMs);
    const [order] = orders as [WaitingUnit];
    if (orders.length > 1) answer(orders, await transaction((tx) => this.runEach(tx, orders)));
    else if (isHeavy(order.action, order.input)) order.resolve(await this.runApart(batch, order, lockTimeoutMs));
    else order.resolve(await transaction((tx) => this.runUnit(tx, order)));
  }

  private runApart(
    batch: UnitBatch,
    { action: { name }, input, now, by = SYSTEM }: WaitingUnit,
    lockTimeoutMs: number,
  ): Promise<unknown> {
    let holds = false;
    batch.holdsApp = () => holds;
    return this.heavy.run({ name, input, now, by, lockTimeoutMs }, () => {
      holds = true;
    });
  }

  /** A unit that fails before it has written anything leaves the others as they are. */
  private async runEach(tx: PostgresTx, orders: WaitingUnit[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    await prepareTogether(tx, orders);
    for (const order of orders) {
      const before = tx.writes;
      try {
        outcomes.push({ ok: true, output: await this.runUnit(tx, order) });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        if (tx.writes !== before) throw new TakenBack();
        outcomes.push({ ok: false, error });
      }
    }
    return outcomes;
  }

  private runUnit(tx: PostgresTx, { action, input, now, by = SYSTEM }: WaitingUnit): Promise<unknown> {
    return action.run({ tx, now, settings: this.settings, by }, input as never);
  }
}

/** For each kind of action at once. */
async function prepareTogether(tx: PostgresTx, orders: readonly WaitingUnit[]): Promise<void> {
  for (const action of new Set(orders.map((order) => order.action))) {
    if (action.prepare === null) continue;
    const inputs = orders.filter((order) => order.action === action).map(({ input }) => input as never);
    await action.prepare(tx, orders[0]!.now, inputs).catch(asTakenBack);
  }
}

function answer(orders: readonly WaitingUnit[], outcomes: readonly Outcome[]): void {
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.ok) orders[i]!.resolve(outcome.output);
    else orders[i]!.reject(outcome.error);
  }
}

/** The app is archived; a unit in front of the deliveries may restore it, so each finds out for itself. */
function asTakenBack(error: unknown): never {
  throw error instanceof Fault && error.code === "not_found" ? new TakenBack() : error;
}
