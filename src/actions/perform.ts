// The one way to write: an action is performed, whole or not at all, and answered once it is durable.
import type { Clock } from "../lib/clock.ts";
import type { Postgres } from "../storage/postgres.ts";
import { type ActionName, type Input, type Output, runAction } from "./catalogue.ts";
import type { Limits } from "./unit.ts";

export interface Performer {
  perform<Name extends ActionName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
  /** Waits for what was accepted, then lets go of the database. */
  close(): Promise<void>;
}

/** On PostgreSQL every action is a transaction of its own on a pooled connection. */
export function performOnPostgres(database: Postgres, clock: Clock, limits: Limits): Performer {
  return {
    perform: (name, input) => database.transaction((tx) => runAction({ tx, now: clock(), limits }, name, input)),
    close: async () => {},
  };
}
