// Which rows of a long list are drawn: those in sight, and a few around them, so that scrolling finds them there already.
import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef } from "react";
import { flushSync } from "react-dom";
import type { Row } from "../data/runbook-rows.ts";
import { headingAt, rowAt } from "./row-heights.ts";

/** Pixels above and below what is in sight. */
const AROUND = 400;
/** Rows come and go in steps of this many, so that not every turn of the wheel draws the list again. */
const STEP = 4;

export interface RowsInSight {
  /** The indexes of the rows to draw, in order. */
  drawn: number[];
  /** The heading that stays in sight above the rows of its section; -1 without any. */
  heading: number;
  /** Scrolls, and draws what is there. */
  scrollTo(top: number): void;
  /** How far it is scrolled, and how much of it is in sight. */
  sight: RefObject<{ top: number; height: number }>;
}

interface Given {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  starts: readonly number[];
  /** A row that is drawn wherever it is; -1 for none. */
  always: number;
  onScroll(top: number): void;
}

export function useRowsInSight({ scroller, rows, starts, always, onScroll }: Given): RowsInSight {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const sight = useRef({ top: 0, height: window.innerHeight });
  const { top, height } = sight.current;
  const first = floorTo(STEP, rowAt(starts, top - AROUND));
  const last = Math.min(rows.length - 1, floorTo(STEP, rowAt(starts, top + height + AROUND)) + STEP - 1);
  const heading = headingAt(rows, starts, top);
  const latest = useRef({ rows, starts, first, last, heading, onScroll });
  latest.current = { rows, starts, first, last, heading, onScroll };

  /** Whether what is drawn is not what should be. */
  const isOld = useCallback(() => {
    const { rows: all, starts: at, first: from, last: to, heading: above } = latest.current;
    const { top: y, height: room } = sight.current;
    return (
      floorTo(STEP, rowAt(at, y - AROUND)) !== from ||
      Math.min(all.length - 1, floorTo(STEP, rowAt(at, y + room + AROUND)) + STEP - 1) !== to ||
      headingAt(all, at, y) !== above
    );
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const look = () => {
      sight.current.top = element.scrollTop;
      latest.current.onScroll(element.scrollTop);
      // The rows are drawn at once, before the frame in which the list has scrolled is shown.
      if (isOld()) flushSync(draw);
    };
    const measure = () => {
      sight.current.height = element.clientHeight;
      if (isOld()) draw();
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller, isOld]);
  const scrollTo = useCallback(
    (wanted: number) => {
      const element = scroller.current!;
      element.scrollTop = wanted;
      sight.current.top = element.scrollTop;
      if (isOld()) draw();
    },
    [scroller, isOld],
  );

  const drawn = new Set([heading, always]);
  for (let index = first; index <= last; index++) drawn.add(index);
  return {
    drawn: [...drawn].filter((index) => index >= 0 && index < rows.length).sort((a, b) => a - b),
    heading,
    scrollTo,
    sight,
  };
}

function floorTo(step: number, value: number): number {
  return Math.floor(value / step) * step;
}
