// Work that may take no longer than what it is given explains. Nothing is held to a time: two pieces of work are measured by turns in this
// process, in time of the processor, and only how they compare is looked at. A slow machine is slow for both, and a busy one only ever adds,
// which is why the least of several turns counts.
import { expect } from "vitest";

/** What is measured; it may answer later. */
type Work = () => unknown;

/** One large input is as much as so many small ones. */
const PIECES = 16;
/**
 * Linear work takes as long for one large input as for its pieces, but where the large one leaves the processor's caches and makes more
 * for the collector: five times was seen, and seven on a busy machine. Quadratic work takes sixteen times as long.
 */
export const AT_MOST = 10;
const MOST_TURNS = 12;
/** What is shorter is done more often in a turn, because a clock has a resolution: microseconds. */
const TURN_US = 2_000;
const MOST_REPEATS = 500;

/**
 * `prepare` makes an input of a size, and gives what is done with it. It is tried up to `size`, in two steps: what is quadratic shows at the
 * first, without taking minutes.
 */
export async function expectLinear(size: number, prepare: (size: number) => Work): Promise<void> {
  for (const large of [size / PIECES, size]) {
    const one = prepare(Math.ceil(large));
    const piece = prepare(Math.ceil(large / PIECES));
    await expectAtMost(
      AT_MOST,
      one,
      () => inTurn(piece, PIECES),
      `for one input of ${large} as for ${PIECES} of a part`,
    );
  }
}

/** The work takes at most so many times as long as the other. */
export async function expectAtMost(times: number, work: Work, other: Work, what = "as the other work"): Promise<void> {
  const repeats = Math.min(MOST_REPEATS, Math.ceil(TURN_US / (await microseconds(other, 1))));
  let least = Number.POSITIVE_INFINITY;
  let leastOfOther = Number.POSITIVE_INFINITY;
  for (let turn = 1; turn === 1 || (turn <= MOST_TURNS && least > times * leastOfOther); turn++) {
    leastOfOther = Math.min(leastOfOther, await microseconds(other, repeats));
    least = Math.min(least, await microseconds(work, repeats));
  }
  expect(least / leastOfOther, `times as long ${what}`).toBeLessThanOrEqual(times);
}

async function microseconds(work: Work, repeats: number): Promise<number> {
  const start = process.cpuUsage();
  await inTurn(work, repeats);
  const { user, system } = process.cpuUsage(start);
  return Math.max(1, user + system);
}

async function inTurn(work: Work, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const answer = work();
    if (answer instanceof Promise) await answer;
  }
}
