// Keeps the turn to move files for as long as that takes, and notices if it is lost.
import { endMovingTurn, takeMovingTurn } from "../actions/attachments/moving-turn.ts";
import type { Performer } from "../engine/performer.ts";
import { milliseconds } from "../lib/clock.ts";
import { UsageError } from "./command.ts";

const AGAIN_EVERY_MS = 15_000;
/** Whatever is done once it was looked at takes no longer. */
const SPARE_MS = 5_000;

export interface HeldTurn {
  /** Throws a sentence if it may be somebody else's turn by now: nothing may be removed then. */
  require(): void;
  release(): Promise<void>;
}

/** Throws a sentence if it is somebody else's turn. */
export async function holdMovingTurn(performer: Performer): Promise<HeldTurn> {
  let minutes: number[] = [];
  let endsAt = 0;
  const take = async () => {
    const askedAt = milliseconds();
    const turn = await performer.perform(takeMovingTurn, { minutes });
    if (turn !== null) [minutes, endsAt] = [turn.minutes, askedAt + turn.leftMs];
    return turn !== null;
  };
  if (!(await take())) {
    throw new UsageError(
      "Files are being moved already, here or on another machine: wait until that is done, or, if it was killed, for two minutes.",
    );
  }
  // A database that is away for a moment has the rest of the turn to come back.
  const timer = setInterval(() => void take().catch(() => {}), AGAIN_EVERY_MS).unref();
  return {
    require() {
      if (milliseconds() + SPARE_MS < endsAt) return;
      throw new Error(
        "The database could not be told for a minute that files are being moved, so somebody else may move them: run it again.",
      );
    },
    async release() {
      clearInterval(timer);
      await performer.perform(endMovingTurn, { minutes }).catch(() => {});
    },
  };
}
