// How long something takes at best: of several runs the shortest, because a busy machine only ever adds.

/** Milliseconds. */
export function quickest(run: () => unknown, rounds = 3): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
