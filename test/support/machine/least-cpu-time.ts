// How much processor time something takes at best: of several runs the shortest, because a busy machine only ever adds; and in the
// milliseconds of one certain machine, because a slow one is no fault of what is tested.

/** Milliseconds, as they would be on the machine that the limits of tests were set on. Less than `limit` is not tried again. */
export function quickest(run: () => unknown, limit: number, rounds = 5): number {
  const best = leastTime(run, rounds, limit);
  return best < limit ? best : best / slowness();
}

/** How many times longer this machine takes at this moment than the one that limits were set on; never less than once. */
export function slowness(): number {
  return Math.max(1, leastTime(tenMilliseconds, 5) / 10);
}

function leastTime(run: () => unknown, rounds: number, limit = 0): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rounds && best >= limit; i++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

/** What the machine that limits were set on, a small ARM server, does in that time. */
function tenMilliseconds(): number {
  let hash = 0;
  for (let i = 0; i < 5_000_000; i++) hash = Math.imul(hash ^ i, 0x01000193);
  return hash;
}
