// What is known to wait to be sent, in a line for each host of each workspace: a slow host holds up only its own line, and workspaces have
// their turns. Nothing of it is claimed yet, so whatever stands here may be sent by another server, or lost with this one, without harm.

import { CALLS_AT_ONCE } from "../domain/limits.ts";
import { FairQueue } from "../lib/async/fair-queue.ts";
import type { Release, Semaphore } from "../lib/async/semaphore.ts";
import type { Clock } from "../lib/clock.ts";
import { bareHost } from "../lib/network/public-address.ts";

/** Something that waits: where it goes, and whose it is. */
export interface Waiting {
  id: string;
  host: string;
  workspaceId: string;
}

export interface Turn {
  id: string;
  /** Gives the place at the semaphore back. */
  release: Release;
}

/** Calls under way at once. One workspace may have half of the places that others leave free. */
export const SENT_AT_ONCE = { ...CALLS_AT_ONCE, perGroup: "half of what is free" } as const;

/** Rows that are read at once. While fewer wait, each look reads all: they don't come quite in order. */
const PAGE = 200;
/** With more than one page, rows that came out of order are found after this time. */
const READ_ANEW_MS = 5_000;

/** `Row` is what is read of what waits, in an order; each page begins after the last row of the one before. */
export class WaitingLines<Row extends { id: string }> {
  private readonly semaphore: Semaphore;
  private readonly clock: Clock;
  private readonly lines = new FairQueue<string>(Number.POSITIVE_INFINITY);
  /** What is being sent now. */
  private readonly underWay = new Set<string>();
  private last: Row | undefined;
  /** Whether there is more to read behind the last one. */
  private isMore = false;
  private begunAt = 0;

  constructor(semaphore: Semaphore, clock: Clock) {
    this.semaphore = semaphore;
    this.clock = clock;
  }

  /** Reads a page of what is not known yet; true if there may be more. */
  async read(
    page: (after: Row | undefined, limit: number) => Promise<Row[]>,
    waitingOf: (row: Row) => Waiting,
  ): Promise<boolean> {
    const isFew = this.lines.size < PAGE;
    if (!this.isMore && (isFew || this.clock() - this.begunAt >= READ_ANEW_MS)) this.clear();
    const rows = await page(this.last, PAGE);
    for (const row of rows) {
      if (this.underWay.has(row.id)) continue;
      const { id, host, workspaceId } = waitingOf(row);
      this.lines.add({ who: host, group: workspaceId }, id);
    }
    this.last = rows.at(-1) ?? this.last;
    this.isMore = rows.length === PAGE;
    return this.isMore;
  }

  /** Takes what there is a place for at once. */
  take(): Turn[] {
    const turns: Turn[] = [];
    for (;;) {
      let place: Release | undefined;
      const next = this.lines.take((member) => {
        place = this.semaphore.tryEnter(member);
        return place !== undefined;
      });
      if (next === undefined || place === undefined) return turns;
      turns.push(this.turnOf(next.item, place));
    }
  }

  /** Forgets everything, so that it is read anew. */
  clear(): void {
    this.lines.clear();
    this.last = undefined;
    this.isMore = false;
    this.begunAt = this.clock();
  }

  private turnOf(id: string, place: Release): Turn {
    this.underWay.add(id);
    return {
      id,
      release: () => {
        this.underWay.delete(id);
        place();
      },
    };
  }
}

/** What has no address of its own to go to waits in a line under another name. */
export function hostIn(url: unknown, otherwise = ""): string {
  return typeof url === "string" && URL.canParse(url) ? bareHost(new URL(url)) : otherwise;
}
