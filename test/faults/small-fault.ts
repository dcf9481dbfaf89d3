// A fault of `npm run chaos` in small: a few rounds on a scratch database of its own, and the problems that came of it.
import { inject } from "vitest";
import type { ChaosFault } from "../../chaos/harness/fault.ts";
import { openScratchDatabase } from "../../chaos/harness/scratch-database.ts";
import type { DatabaseKind } from "../support/server/test-server.ts";

export async function problemsOf(fault: ChaosFault, database: DatabaseKind, rounds: number): Promise<string[]> {
  const scratch = await openScratchDatabase(database, inject("postgresUrl"));
  const problems: string[] = [];
  const report = (problem: string) => problems.push(problem);
  await fault.run({ scratch, rounds, postgres: null, report, progress: () => {} }).finally(scratch.close);
  return problems;
}
