// How much processor time something takes at best: of several runs the shortest, because a busy machine only ever adds.

/** Milliseconds. */
export function quickest(run: () => unknown, rounds = 5): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rounds; i++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
