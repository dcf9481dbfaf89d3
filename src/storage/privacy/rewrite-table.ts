// One table of PostgreSQL is written anew, with its indexes, without what was deleted or replaced in it.
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { isLockTimeout } from "../database/lock-timeout.ts";

const PAUSE_MS = 1_000;

export interface Patience {
  /** How often it is tried to get the table; a second apart. */
  tries: number;
  /** Whether to try again, up to `tries` times, while an old row stays because somebody may still see it. */
  isEmptied?: boolean;
  /** Called each time an old row stayed. */
  onKept?(): void;
}

export interface Rewritten {
  /** How many old rows stayed. */
  kept: number;
  /** What PostgreSQL says to somebody who may not do that; null for whoever may. */
  refusal: string | null;
}

interface Told {
  message?: string | undefined;
  detail?: string | undefined;
}

/** Throws if others hold the table all the time. */
export async function rewriteTable(client: pg.ClientBase, table: string, patience: Patience): Promise<Rewritten> {
  for (let tries = 1; ; tries++) {
    const told = await vacuum(client, table, patience.tries);
    // In every language it begins with how many rows could not be removed.
    const detail = told.find((notice) => notice.detail !== undefined)?.detail;
    if (detail === undefined) return { kept: 0, refusal: told[0]?.message ?? "" };
    const kept = Number(/\d+/.exec(detail)![0]);
    if (kept > 0) patience.onKept?.();
    if (kept === 0 || patience.isEmptied !== true || tries >= patience.tries) return { kept, refusal: null };
    await wait(PAUSE_MS);
  }
}

/** Rewrites a table. Gives PostgreSQL's messages. */
async function vacuum(client: pg.ClientBase, table: string, mostTries: number): Promise<Told[]> {
  const told: Told[] = [];
  const onNotice = (notice: Told) => told.push(notice);
  client.on("notice", onNotice);
  try {
    for (let tries = 1; ; tries++) {
      try {
        await client.query(`vacuum (full, verbose, analyze) ${table}`);
        return told;
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        if (tries >= mostTries)
          throw new Error(`Others don't let go of the table ${table}: run this again at another time.`);
      }
      await wait(PAUSE_MS);
    }
  } finally {
    client.off("notice", onNotice);
  }
}
