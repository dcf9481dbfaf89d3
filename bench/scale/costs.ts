// The costs that were measured last, and what of them the plan takes.
import { readFileSync, writeFileSync } from "node:fs";

export type RequestKind = "get" | "list" | "duplicate" | "refused" | "fix" | "raised";

export interface Cost {
  /** Processor time of our server, and of PostgreSQL. */
  serverMicros: number;
  databaseMicros: number;
  /** What is written to PostgreSQL's log, and what its tables and indexes grow by. */
  logBytes: number;
  keptBytes: number;
}

export interface Costs {
  measuredOn: string;
  /** Of a database of a hundred thousand issues, an index of their words and the events left out. */
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
