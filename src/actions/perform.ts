// The one way to write: an action is performed, whole or not at all, and answered once it is durable.
import { Fault } from "../domain/fault.ts";
import type { Clock } from "../lib/clock.ts";
import type { Postgres } from "../storage/postgres.ts";
import { type ActionName, type Input, type Output, runAction } from "./catalogue.ts";
import type { Limits } from "./unit.ts";

export interface Performer {
  perform<Name extends ActionName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
  /** Waits for what was accepted, then lets go of the database. */
  close(): Promise<void>;
}

/** What is not done by then is reported as unavailable; it may still happen. */
const ANSWER_WITHIN_MS = 10_000;

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Fault("unavailable", "The database did not answer in time. Try again in a moment."));
    }, ms);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

/** On PostgreSQL every action is a transaction of its own on a pooled connection. */
export function performOnPostgres(database: Postgres, clock: Clock, limits: Limits): Performer {
  return {
    perform: (name, input) =>
      within(
        ANSWER_WITHIN_MS,
        database.transaction((tx) => runAction({ tx, now: clock(), limits }, name, input)),
      ),
    close: async () => {},
  };
}
