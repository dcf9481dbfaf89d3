// The costs that were measured last, and what of them the plan takes.
import { readFileSync, writeFileSync } from "node:fs";

export type RequestKind = "get" | "list" | "duplicate" | "refused" | "fix" | "raised";

export interface Cost {
  /** Processor time of our server, and of PostgreSQL. */
  serverMicros: number;
  databaseMicros: number;
  /** Bytes written to PostgreSQL's log, and bytes by which its tables and indexes grow. */
  logBytes: number;
  keptBytes: number;
}

export interface Costs {
  measuredOn: string;
  /** Bytes in a database of a hundred thousand issues, without the index of their words and without events. */
  bytesOfSeededIssue: number;
  requests: Record<RequestKind, Cost>;
}

const FILE = "bench/results/costs.json";

export function readCosts(): Costs {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

export function writeCosts(costs: Costs): void {
  writeFileSync(FILE, `${JSON.stringify(costs, null, 2)}\n`);
}
