// How far the list is scrolled: where the address or the history say at first, then after the cursor; and what one reads stays
// where it is when rows come or go above it.
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { keepScroll, keptScroll } from "../../../components/behaviour/kept-scroll.ts";
import type { Row } from "../data/runbook-rows.ts";
import { rowAt, startsOf } from "./row-heights.ts";
import { type RowsInSight, useRowsInSight } from "./use-rows-in-sight.ts";

const NAME = "runbook";
/** Time without scrolling after which the list is at rest. */
const REST_MS = 150;

/** The list of this runbook begins where it stands now, in another entry of the history too. */
export function takeScrollAlong(step: () => void): void {
  const top = keptScroll(NAME);
  step();
  if (top !== undefined) keepScroll(NAME, top);
}

/** Where the list begins when an address is gone to. */
export interface Arrival {
  visit: number;
  /** The key of the first row in sight. */
  top: string | null;
  /** The row that must be in sight; -1 for none. */
  index: number;
}

interface Given {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  heights: Record<Row["kind"], number>;
  /** Pixels above the rows that stay in sight. */
  head: number;
  /** The row that is followed; -1 for none. */
  index: number;
  arrival: Arrival;
  /** Tells the first row in sight, or null when that goes without saying. */
  onTop(key: string | null): void;
}

export function useListScroll(given: Given): Pick<RowsInSight, "drawn" | "heading"> & { starts: number[] } {
  const { scroller, rows, heights, head, index, arrival, onTop } = given;
  const starts = useMemo(() => startsOf(rows, heights), [rows, heights]);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const key = rows[index]?.key;
  const latest = useRef({ rows, starts, index, onTop });
  const before = useRef<{ rows: readonly Row[]; starts: readonly number[]; key: string | undefined; visit: number }>({
    rows,
    starts,
    key: undefined,
    visit: -1,
  });

  const onScroll = (top: number) => {
    keepScroll(NAME, top);
    clearTimeout(rest.current);
    rest.current = setTimeout(tellTop, REST_MS);
  };
  const { drawn, heading, scrollTo, sight } = useRowsInSight({ scroller, rows, starts, always: index, onScroll });
  const isInSight = (at: number) => {
    const { top, height } = sight.current;
    const from = latest.current.starts[at]!;
    return from >= top + heights.section - 1 && from + head + heights.check <= top + height + 1;
  };
  const tellTop = () => {
    const { rows: all, starts: at, index: here, onTop: tell } = latest.current;
    const { top } = sight.current;
    const first = all[Math.min(all.length - 1, rowAt(at, top + heights.section - 1) + 1)];
    tell(top <= 0 || (here >= 0 && isInSight(here)) ? null : (first?.key ?? null));
  };
  useEffect(() => () => clearTimeout(rest.current), []);

  useLayoutEffect(() => {
    latest.current = { rows, starts, index, onTop };
    const old = before.current;
    before.current = { rows, starts, key, visit: arrival.visit };
    if (old.visit !== arrival.visit)
      return scrollTo(topAt(arrival, rows, starts, heights, sight.current.height - head));
    if (old.starts !== starts) {
      const shift = shiftOf(old, { rows, starts }, sight.current.top, heights.section);
      if (shift !== 0) scrollTo(sight.current.top + shift);
    }
    if (old.key === key || index < 0) return;
    const { top, height } = sight.current;
    const most = starts[index]! - heights.section;
    const least = starts[index + 1]! + head + heights.check - height;
    if (top > most) scrollTo(most);
    else if (top < least) scrollTo(least);
    else return;
    onTop(null);
  });
  return { drawn, heading, starts };
}

function topAt(
  { top, index }: Arrival,
  rows: readonly Row[],
  starts: readonly number[],
  heights: Record<Row["kind"], number>,
  room: number,
): number {
  const kept = keptScroll(NAME);
  if (kept !== undefined) return kept;
  const first = top === null ? -1 : rows.findIndex(({ key }) => key === top);
  if (first >= 0) return starts[first]! - heights.section;
  if (index < 0) return 0;
  // In the middle, unless it can be seen from the very beginning.
  const end = starts[index + 1]! + heights.check;
  return end <= room ? 0 : Math.max(0, starts[index]! - (room - heights.check) / 2);
}

interface Laid {
  rows: readonly Row[];
  starts: readonly number[];
}

/** How far what was first in sight has moved. */
function shiftOf(old: Laid & { key: string | undefined }, now: Laid, top: number, above: number): number {
  if (top <= 0) return 0;
  const first = Math.min(old.rows.length - 1, rowAt(old.starts, top + above - 1) + 1);
  for (let at = first; at >= 0 && at < old.rows.length && at < first + 20; at++) {
    const place = now.rows.findIndex(({ key }) => key === old.rows[at]!.key);
    if (place >= 0) return now.starts[place]! - old.starts[at]!;
  }
  return 0;
}
