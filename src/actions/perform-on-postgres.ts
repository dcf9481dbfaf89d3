// Writing on PostgreSQL: what waits for the same app goes into one transaction, because the app's row lets one writer in
// at a time; different apps never wait for each other. Everything else is a transaction of its own.
import { type Author, SYSTEM } from "../domain/audit.ts";
import { Fault } from "../domain/fault.ts";
import type { Clock } from "../lib/clock.ts";
import { within } from "../lib/within.ts";
import { holdsApp } from "../storage/apps.ts";
import { findAppIdOfIssue } from "../storage/issues.ts";
import { isLockTimeout, isOutage } from "../storage/lock-timeout.ts";
import { isOurMistake, type Postgres, TakenBack } from "../storage/postgres.ts";
import type { PostgresTx } from "../storage/postgres-tx.ts";
import { type ActionName, type Input, type Output, runAction } from "./catalogue.ts";
import { isOverdue, lockTimeoutOf, partAfter, SLACK_MS } from "./patience.ts";
import type { Performer } from "./perform.ts";
import { prepareDeliveries, type ReceiveDelivery } from "./receive-delivery.ts";
import { subjectOf } from "./subject.ts";
import type { Settings } from "./unit.ts";

/** What is not done by then is reported as unavailable; it may still happen. */
const ANSWER_WITHIN_MS = 10_000;
/** Whoever has waited so long for a batch that the database did not answer is not made to wait for another one. */
const WAIT_AGAIN_MS = 1_000;
/** Units that share a transaction. */
const MAX_BATCH = 100;
const MAX_KNOWN_ISSUES = 50_000;
/**
 * What may take the workspace does so before it takes its app. Beside others that hold the app already it would be the other
 * way round, and two servers could wait for each other: it has a transaction of its own.
 */
const ALONE: ReadonlySet<ActionName> = new Set(["changeApp", "importRunbook"]);

interface Order {
  name: ActionName;
  input: unknown;
  now: number;
  by: Author | undefined;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** Units that are run together, since when they wait, those before them in line included, and the transaction they are in. */
interface Batch {
  orders: Order[];
  since: number;
  tx?: PostgresTx;
}

type Transaction = <T>(work: (tx: PostgresTx) => Promise<T>) => Promise<T>;
type Outcome = { ok: true; output: unknown } | { ok: false; error: unknown };

export function performOnPostgres(database: Postgres, clock: Clock, settings: Settings): Performer {
  const lanes = new Lanes(database, clock, settings);
  return {
    perform: <Name extends ActionName>(name: Name, input: Input<Name>, by?: Author) =>
      within(
        ANSWER_WITHIN_MS,
        new Promise<Output<Name>>((resolve, reject) => {
          const order: Order = { name, input, now: clock(), by, resolve: resolve as Order["resolve"], reject };
          lanes.take(order).catch(reject);
        }),
        tooLate,
      ),
    close: async () => {},
  };
}

function tooLate(): never {
  throw new Fault("unavailable", "The database did not answer in time. Try again in a moment.");
}

class Lanes {
  private readonly database: Postgres;
  private readonly clock: Clock;
  private readonly settings: Settings;
  /** What waits for each app; an entry is there as long as its lane runs. */
  private readonly waiting = new Map<string, Order[]>();
  /** The app of an issue, which never changes. */
  private readonly appOfIssue = new Map<string, string>();

  constructor(database: Postgres, clock: Clock, settings: Settings) {
    this.database = database;
    this.clock = clock;
    this.settings = settings;
  }

  async take(order: Order): Promise<void> {
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

  /** The app that the unit is about; undefined while that is not known. */
  private laneOf({ input }: Order): string | undefined {
    const { actor, workspaceId = actor?.reach.workspaceId, app, id } = subjectOf(input);
    if (workspaceId === undefined) return undefined;
    if (typeof app === "string") return `${workspaceId} ${app}`;
    const known = actor !== undefined && typeof id === "string" ? this.appOfIssue.get(id) : undefined;
    return known === undefined ? undefined : `${workspaceId} ${known}`;
  }

  private async findLane(order: Order): Promise<string | null> {
    const { id } = subjectOf(order.input);
    if (typeof id !== "string" || !id.startsWith("iss_")) return null;
    const app = await findAppIdOfIssue(this.database, id);
    if (app === undefined) return null;
    if (this.appOfIssue.size >= MAX_KNOWN_ISSUES) this.appOfIssue.clear();
    this.appOfIssue.set(id, app);
    return this.laneOf(order) ?? null;
  }

  private async runLane(lane: string): Promise<void> {
    let heldSince: number | undefined;
    for (let orders = this.next(lane); orders.length > 0; orders = this.next(lane)) {
      const batch: Batch = { orders, since: heldSince ?? this.clock() };
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
  private letPass(lane: string, batch: Batch): void {
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

  private next(lane: string): Order[] {
    const orders = this.waiting.get(lane)!;
    const alone = orders.slice(0, MAX_BATCH).findIndex(({ name }) => ALONE.has(name));
    const many = alone === -1 ? MAX_BATCH : Math.max(alone, 1);
    this.waiting.set(lane, orders.slice(many));
    return orders.slice(0, many);
  }

  /**
   * Answers every order. Those that have more patience than others don't give up with them: nothing has happened yet.
   * Gives why none of them could be done, if it was the database's fault.
   */
  private async runBatch(batch: Batch): Promise<unknown> {
    for (let spent = 0, waiting = batch.orders; waiting.length > 0; ) {
      const waited = { since: batch.since, spent, now: this.clock() };
      const limit = lockTimeoutOf(waiting, waited);
      try {
        const transaction: Transaction = (work) =>
          this.database.transaction((tx) => {
            batch.tx = tx;
            return work(tx);
          }, limit);
        if (waiting.length === 1) await this.runAlone(waiting[0]!, transaction);
        else await this.runTogether(waiting, transaction);
        return undefined;
      } catch (error) {
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

  private async runAlone(order: Order, transaction: Transaction): Promise<void> {
    order.resolve(await transaction((tx) => this.run(tx, order)));
  }

  private async runTogether(orders: Order[], transaction: Transaction): Promise<void> {
    try {
      const outcomes = await transaction((tx) => this.runEach(tx, orders));
      for (const [i, outcome] of outcomes.entries()) {
        if (outcome.ok) orders[i]!.resolve(outcome.output);
        else orders[i]!.reject(outcome.error);
      }
    } catch (error) {
      // Nothing of it has happened. One unit spoiled it, and which is not known: each gets a transaction of its own.
      if (!(error instanceof TakenBack || isOurMistake(error))) throw error;
      for (const order of orders) await this.runBatch({ orders: [order], since: this.clock() });
    }
  }

  /** A unit that fails before it has written anything leaves the others as they are. */
  private async runEach(tx: PostgresTx, orders: Order[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    const deliveries = orders.filter(({ name }) => name === "receiveDelivery");
    const inputs = deliveries.map(({ input }) => input as ReceiveDelivery);
    await prepareDeliveries(tx, orders[0]!.now, inputs).catch(asTakenBack);
    for (const order of orders) {
      const before = tx.writes;
      try {
        outcomes.push({ ok: true, output: await this.run(tx, order) });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        if (tx.writes !== before) throw new TakenBack();
        outcomes.push({ ok: false, error });
      }
    }
    return outcomes;
  }

  private run(tx: PostgresTx, { name, input, now, by }: Order): Promise<unknown> {
    return runAction({ tx, now, settings: this.settings, by: by ?? SYSTEM }, name, input as Input<typeof name>);
  }
}

/** The app is archived; a unit in front of the deliveries may restore it, so each finds out for itself. */
function asTakenBack(error: unknown): never {
  throw error instanceof Fault && error.code === "not_found" ? new TakenBack() : error;
}

/** Whether somebody else has not yet let go of the app that the batch is about. */
function isWaiting({ tx }: Batch): boolean {
  return tx !== undefined && !holdsApp(tx);
}
