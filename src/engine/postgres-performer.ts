// Writing on PostgreSQL: what waits for the same app goes into one transaction, because the app's row lets one writer in
// at a time; different apps never wait for each other. Everything else is a transaction of its own.

import type { Action } from "../actions/define-action.ts";
import type { Settings } from "../actions/unit-of-work.ts";
import { Fault } from "../domain/fault.ts";
import type { Author } from "../domain/workspace/audit-log.ts";
import { within } from "../lib/async/time-limit.ts";
import type { Clock } from "../lib/clock.ts";
import { BoundedMap } from "../lib/collections/bounded-map.ts";
import { isLockTimeout, isOutage } from "../storage/database/lock-timeout.ts";
import { isOurMistake, type Postgres, TakenBack } from "../storage/database/postgres.ts";
import { findAppIdOfIssue } from "../storage/issues/issues.ts";
import { BatchRunner, type UnitBatch, type WaitingUnit } from "./batch-runner.ts";
import { HeavyUnits, isHeavy } from "./heavy-actions.ts";
import { isOverdue, lockTimeoutOf, partAfter, SLACK_MS } from "./lock-budget.ts";
import type { Performer } from "./performer.ts";

/** What is not done by then is reported as unavailable; it may still happen. */
const ANSWER_WITHIN_MS = 10_000;
/** Whoever has waited so long for a batch that the database did not answer is not made to wait for another one. */
const WAIT_AGAIN_MS = 1_000;
/** Units that share a transaction. */
const MAX_BATCH = 100;
const MAX_KNOWN_ISSUES = 50_000;

export function performOnPostgres(url: string, database: Postgres, clock: Clock, settings: Settings): Performer {
  const heavy = new HeavyUnits(url, settings);
  const lanes = new Lanes(database, new BatchRunner(database, heavy, settings), clock);
  return {
    perform: <In, Out>(action: Action<In, Out>, input: NoInfer<In>, by?: Author, lockBudgetMs?: number) =>
      within(
        ANSWER_WITHIN_MS,
        new Promise<Out>((resolve, reject) => {
          const order: WaitingUnit = {
            action,
            input,
            now: clock(),
            by,
            lockBudgetMs,
            resolve: resolve as WaitingUnit["resolve"],
            reject,
          };
          lanes.take(order).catch(reject);
        }),
        tooLate,
      ),
    close: () => heavy.close(),
  };
}

function tooLate(): never {
  throw new Fault("unavailable", "The database did not answer in time. Try again in a moment.");
}

/** What the input of an action with a queue has of this, its definition sees to. */
interface QueuedInput {
  actor?: { reach: { workspaceId: string } };
  /** In place of an actor, where that is a tool. */
  workspaceId?: string;
  app?: string | null;
  id?: string;
}

class Lanes {
  private readonly database: Postgres;
  private readonly runner: BatchRunner;
  private readonly clock: Clock;
  /** What waits for each app; an entry is there as long as its lane runs. */
  private readonly waiting = new Map<string, WaitingUnit[]>();
  /** The app of an issue, which never changes. */
  private readonly appOfIssue = new BoundedMap<string, string>(MAX_KNOWN_ISSUES);

  constructor(database: Postgres, runner: BatchRunner, clock: Clock) {
    this.database = database;
    this.runner = runner;
    this.clock = clock;
  }

  async take(order: WaitingUnit): Promise<void> {
    const lane = this.laneOf(order) ?? (await this.findLane(order));
    if (lane === null) {
      await this.runBatch({ orders: [order], since: order.now });
      return;
    }
    const orders = this.waiting.get(lane);
    if (orders !== undefined) {
      orders.push(order);
      return;
    }
    this.waiting.set(lane, [order]);
    // What arrives in the same turn of the event loop goes along.
    setImmediate(() => void this.runLane(lane));
  }

  /** The app that the unit waits for; null for none, undefined while the app of its issue is not known. */
  private laneOf({ action, input }: WaitingUnit): string | null | undefined {
    if (action.queue === null) return null;
    const { actor, workspaceId = actor?.reach.workspaceId, app, id } = input as QueuedInput;
    const known = action.queue === "app" ? app : this.appOfIssue.get(id!);
    return typeof known === "string" ? `${workspaceId} ${known}` : known;
  }

  private async findLane(order: WaitingUnit): Promise<string | null> {
    if (order.action.queue !== "issue") return null;
    const { id } = order.input as QueuedInput;
    const app = await findAppIdOfIssue(this.database, id!);
    if (app === undefined) return null;
    this.appOfIssue.set(id!, app);
    return this.laneOf(order) ?? null;
  }

  private async runLane(lane: string): Promise<void> {
    let heldSince: number | undefined;
    for (let orders = this.next(lane); orders.length > 0; orders = this.next(lane)) {
      const batch: UnitBatch = { orders, since: heldSince ?? this.clock() };
      const look = setInterval(() => this.letPass(lane, batch), SLACK_MS);
      const failure = await this.runBatch(batch);
      clearInterval(look);
      if (failure !== undefined) this.giveUp(lane, failure);
      heldSince = isWaiting(batch) ? batch.since : undefined;
    }
    this.waiting.delete(lane);
  }

  private giveUp(lane: string, failure: unknown): void {
    const before = this.clock() - WAIT_AGAIN_MS;
    const line = this.waiting.get(lane)!;
    const fresh = line.filter(({ now }) => now >= before);
    this.waiting.set(lane, fresh);
    for (const order of line) if (order.now < before) order.reject(failure);
  }

  /** While somebody else holds the app, those in line who can't wait as long as the batch in front go past it. */
  private letPass(lane: string, batch: UnitBatch): void {
    if (!isWaiting(batch)) return;
    const waited = { since: batch.since, spent: 0, now: this.clock() };
    const line = this.waiting.get(lane)!;
    const orders = line.filter((order) => isOverdue(order, waited));
    if (orders.length === 0) return;
    this.waiting.set(
      lane,
      line.filter((order) => !orders.includes(order)),
    );
    void this.runBatch({ orders, since: batch.since });
  }

  private next(lane: string): WaitingUnit[] {
    const orders = this.waiting.get(lane)!;
    const alone = orders.slice(0, MAX_BATCH).findIndex(({ action, input }) => action.alone || isHeavy(action, input));
    const many = alone === -1 ? MAX_BATCH : Math.max(alone, 1);
    this.waiting.set(lane, orders.slice(many));
    return orders.slice(0, many);
  }

  /**
   * Answers every order. Those that have a larger lock budget than others don't give up with them: nothing has happened yet.
   * Gives why none of them could be done, if it was the database's fault.
   */
  private async runBatch(batch: UnitBatch): Promise<unknown> {
    for (let spent = 0, waiting = batch.orders; waiting.length > 0; ) {
      const waited = { since: batch.since, spent, now: this.clock() };
      const limit = lockTimeoutOf(waiting, waited);
      try {
        await this.runner.run(batch, waiting, limit);
        return undefined;
      } catch (error) {
        if (waiting.length > 1 && (error instanceof TakenBack || isOurMistake(error))) return this.runOneByOne(waiting);
        const { givesUp, waitsOn } = isLockTimeout(error)
          ? partAfter(waiting, limit, waited)
          : { givesUp: waiting, waitsOn: [] };
        for (const order of givesUp) order.reject(error);
        if (isOutage(error)) return error;
        waiting = waitsOn;
        spent += limit;
      }
    }
    return undefined;
  }

  private async runOneByOne(orders: readonly WaitingUnit[]): Promise<undefined> {
    for (const order of orders) await this.runBatch({ orders: [order], since: this.clock() });
  }
}

/** Whether somebody else has not yet let go of the app that the batch is about. */
function isWaiting(batch: UnitBatch): boolean {
  return batch.holdsApp !== undefined && !batch.holdsApp();
}
