// Whose turn it is to move files: of all who share a database one at a time, because two in opposite directions could each remove what the
// other has just copied. A turn is a minute and the next one; whoever moves takes more of them as time goes on, and one who was killed takes
// no more.
import { MINUTE_MS } from "../../lib/clock.ts";
import { claimCount, dropCountsBefore, MOVING_SCOPE, releaseCount } from "../../storage/workspace/counters.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** The beginnings of the minutes that it has, and how long that lasts from now on. */
export interface MovingTurn {
  minutes: number[];
  leftMs: number;
}

/** `minutes` are those that it has already. Null if somebody else has one of those that it needs: then nothing was taken. */
export const takeMovingTurn = defineAction({
  name: "takeMovingTurn",
  async run({ tx, now }: UnitOfWork, { minutes }: { minutes: number[] }): Promise<MovingTurn | null> {
    const first = now - (now % MINUTE_MS);
    const needed = [first, first + MINUTE_MS];
    const taken: number[] = [];
    for (const minute of needed) {
      if (minutes.includes(minute)) continue;
      if (!(await claimCount(tx, MOVING_SCOPE, minute, 1))) {
        for (const one of taken) releaseCount(tx, MOVING_SCOPE, one);
        return null;
      }
      taken.push(minute);
    }
    dropCountsBefore(tx, MOVING_SCOPE, first);
    return { minutes: needed, leftMs: first + 2 * MINUTE_MS - now };
  },
});

/** It is anybody's turn at once. */
export const endMovingTurn = defineAction({
  name: "endMovingTurn",
  async run({ tx }: UnitOfWork, { minutes }: { minutes: number[] }): Promise<void> {
    for (const minute of minutes) releaseCount(tx, MOVING_SCOPE, minute);
  },
});
