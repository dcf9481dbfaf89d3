// Compiles slow-sync.c on the spot. A library that is preloaded leaves everything but syncs as it is; tracing the process would
// stop its threads at other calls, too.
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";

/** The environment of a process whose syncs take so much longer. */
export type SlowSync = (ms: number) => Record<string, string>;

/** Makes syncs slow; null if there is no compiler. */
export function slowSync(scratch: string): SlowSync | null {
  const source = join(import.meta.dirname, "slow-sync.c");
  const library = join(scratch, "slow-sync.so");
  const { status } = spawnSync("cc", ["-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"], { stdio: "inherit" });
  if (status !== 0) return null;
  // Whoever PostgreSQL runs as must be able to load it.
  chmodSync(scratch, 0o755);
  return (ms) => ({ LD_PRELOAD: library, RETEST_BENCH_SYNC_US: String(ms * 1_000) });
}
