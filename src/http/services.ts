// What the routes are given: the reading side, the one way to write, and the few tools of the edge.
import type { Performer } from "../actions/perform.ts";
import type { Clock } from "../lib/clock.ts";
import type { Sealer } from "../lib/seal.ts";
import type { Reader } from "../storage/database.ts";

export interface Services {
  reader: Reader;
  performer: Performer;
  cursors: Sealer;
  clock: Clock;
}
