// Workspaces of very different size, and which shard each of them is on.
import type { Random } from "../../test/support/machine/seeded-random.ts";
import type { Assumptions } from "./assumptions.ts";

/** The busiest are looked at one by one; all others of a shard together, since none of them can be felt. */
const LOOKED_AT = 500;

export interface Tenant {
  shards: number[];
  /** Processor seconds a second of a database, on each of its shards. */
  load: number;
  /** The rank of a workspace that is looked at by itself: 0 is the busiest. */
  rank: number | null;
}

/** The share of all load that the busiest workspace has. */
export function largestShare({ workspaces, skew }: Pick<Assumptions, "workspaces" | "skew">): number {
  let sum = 0;
  for (let place = 1; place <= workspaces; place++) sum += place ** -skew;
  return 1 / sum;
}

/** `databaseCores` is what all of them need together. */
export function placeTenants(assumed: Assumptions, databaseCores: number, random: Random): Tenant[] {
  const { workspaces, skew, shards, splitOver } = assumed;
  const most = largestShare(assumed) * databaseCores;
  const quiet = Array.from({ length: shards }, (_, shard): Tenant => ({ shards: [shard], load: 0, rank: null }));
  const busy: Tenant[] = [];
  for (let rank = 0; rank < workspaces; rank++) {
    const load = most * (rank + 1) ** -skew;
    if (rank >= LOOKED_AT) quiet[random.below(shards)]!.load += load;
    else {
      const over = Array.from({ length: splitOver }, () => random.below(shards));
      busy.push({ shards: over, load: load / splitOver, rank });
    }
  }
  return [...busy, ...quiet];
}
