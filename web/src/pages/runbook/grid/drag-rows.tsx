// Dragging a check or a section to another place. The row itself stays where it is; a line shows where it would go.
import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Row } from "../data/runbook-rows.ts";
import type { CheckPosition } from "../editing/runbook-edits.ts";
import type { Grip } from "./grip-handle.tsx";
import { HEAD_HEIGHT, rowAt } from "./row-heights.ts";
import classes from "./runbook-grid.module.css";

type Move = ((key: string, to: CheckPosition | number) => void) | null;

interface Drop {
  to: CheckPosition | number;
  /** Where the line is drawn in the list. */
  line: number;
}

/** Closer than this to an edge the list scrolls by itself. */
const EDGE = 48;
const SPEED = 10;

export function useDrag(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
  starts: readonly number[],
  move: Move,
): { grip: Grip; line: number | null } {
  const [key, setKey] = useState<string | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const latest = useRef({ rows, starts, move, drop });
  latest.current = { rows, starts, move, drop };
  useEffect(() => {
    if (key === null) return;
    let y = 0;
    let frame = 0;
    const end = () => {
      setKey(null);
      setDrop(null);
    };
    const look = () => {
      frame = 0;
      const box = scroller.current!.getBoundingClientRect();
      if (y < box.top + HEAD_HEIGHT + EDGE) scroller.current!.scrollTop -= SPEED;
      else if (y > box.bottom - EDGE) scroller.current!.scrollTop += SPEED;
      const inList = y - box.top - HEAD_HEIGHT + scroller.current!.scrollTop;
      setDrop(dropAt(latest.current.rows, latest.current.starts, key, inList));
      if (y < box.top + HEAD_HEIGHT + EDGE || y > box.bottom - EDGE) frame = requestAnimationFrame(look);
    };
    const track = (event: PointerEvent) => {
      y = event.clientY;
      frame ||= requestAnimationFrame(look);
    };
    const release = () => {
      const { drop: last, move: go } = latest.current;
      if (last !== null) go?.(key, last.to);
      end();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      end();
    };
    window.addEventListener("pointermove", track);
    window.addEventListener("pointerup", release);
    window.addEventListener("pointercancel", end);
    window.addEventListener("keydown", press, true);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("pointermove", track);
      window.removeEventListener("pointerup", release);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", press, true);
    };
  }, [key, scroller]);
  const begin = useCallback((event: ReactPointerEvent, of: string) => {
    if (event.button !== 0) return;
    event.preventDefault();
    setKey(of);
  }, []);
  return { grip: move === null ? null : begin, line: drop?.line ?? null };
}

export function DropLine({ top }: { top: number }) {
  return <div className={classes.dropLine} aria-hidden="true" style={{ transform: `translateY(${top}px)` }} />;
}

function dropAt(rows: readonly Row[], starts: readonly number[], key: string, y: number): Drop | null {
  const at = rowAt(starts, y);
  const dragged = rows.find((row) => row.key === key);
  if (dragged === undefined || rows[at] === undefined) return null;
  if (dragged.kind === "section") return dropSection(rows, starts, key, at);
  const isLow = y > (starts[at]! + starts[at + 1]!) / 2;
  const { kind } = rows[at]!;
  const isBelow = kind === "section" || (kind === "check" && isLow);
  return dropCheck(rows, starts, key, isBelow ? at + 1 : at);
}

/** Drops a check above the row that has this index. Above the first heading there is no section to drop into. */
function dropCheck(rows: readonly Row[], starts: readonly number[], key: string, gap: number): Drop | null {
  let heading = gap - 1;
  while (heading >= 0 && rows[heading]!.kind !== "section") heading--;
  const section = rows[heading];
  if (section?.kind !== "section") return null;
  const above = rows.slice(heading + 1, gap).filter(({ kind, key: own }) => kind === "check" && own !== key);
  return { to: { section: section.key, after: above.at(-1)?.key ?? null }, line: starts[gap]! };
}

function dropSection(rows: readonly Row[], starts: readonly number[], key: string, at: number): Drop | null {
  const headings = rows.flatMap((row, index) => (row.kind === "section" ? [{ key: row.key, index }] : []));
  const target = headings.findLastIndex(({ index }) => index <= at);
  const from = headings.findIndex((heading) => heading.key === key);
  if (target < 0) return null;
  const next = headings[target + 1]?.index ?? rows.length;
  return { to: target, line: target > from ? starts[next]! : starts[headings[target]!.index]! };
}
