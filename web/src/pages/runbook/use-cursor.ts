// Where one is in the grid, and which cells are chosen. A place is a row's key and a column, so that it survives filters,
// edits and what others do meanwhile.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Status } from "../../api/types.ts";
import type { Column, Row } from "./rows.ts";
import type { Cell } from "./runbook-data.ts";

/** Column 0 is the check itself, with all its platforms. */
export interface Place {
  key: string;
  column: number;
}

export interface Cursor {
  index: number;
  column: number;
  row: Row | undefined;
  /** Chosen cells, by `cellKey`. */
  chosen: ReadonlySet<string>;
  /** What an action is about: the chosen cells, or else the one (or the row) one is at. */
  cells: Cell[];
  moveTo(index: number, column?: number, extend?: boolean): void;
  moveToKey(key: string, column?: number): void;
  toggle(index?: number, column?: number): void;
  clearChosen(): void;
}

export function cellKey(check: string, platform: number): string {
  return `${check} ${platform}`;
}

export function useCursor(rows: readonly Row[], columns: readonly Column[]): Cursor {
  const [place, setPlace] = useState<Place>({ key: "", column: 1 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<{ index: number; column: number } | null>(null);
  const lastIndex = useRef(-1);
  const indexOf = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const first = rows.findIndex(({ kind }) => kind === "check");
  const fallback = lastIndex.current < 0 ? Math.max(first, 0) : Math.min(lastIndex.current, rows.length - 1);
  const index = indexOf.get(place.key) ?? fallback;
  const column = Math.min(place.column, columns.length);
  const row = rows[index];
  const key = row?.key;
  useEffect(() => {
    lastIndex.current = index;
    // The row one was at is gone: from now on one is where the cursor shows.
    if (key !== undefined) setPlace((before) => (before.key === key ? before : { ...before, key }));
  }, [index, key]);

  const moveTo = useCallback<Cursor["moveTo"]>(
    (wanted, wantedColumn, extend = false) => {
      const to = Math.max(0, Math.min(wanted, rows.length - 1));
      const toColumn = Math.max(0, Math.min(wantedColumn ?? column, columns.length));
      const key = rows[to]?.key;
      if (key === undefined) return;
      setPlace({ key, column: toColumn });
      if (!extend) {
        // Cells that were chosen by stretching are let go by going on; those chosen one by one stay.
        if (anchor.current !== null) setChosen(new Set());
        anchor.current = null;
        return;
      }
      anchor.current ??= { index, column };
      setChosen(rectangle(rows, columns, anchor.current, { index: to, column: toColumn }));
    },
    [rows, columns, index, column],
  );
  const toggle = useCallback<Cursor["toggle"]>(
    (at = index, atColumn = column) => {
      const keys = cellsAt(rows[at], columns, atColumn).map(({ check, platform }) => cellKey(check, platform));
      setChosen((before) => {
        const after = new Set(before);
        const isOn = keys.every((key) => after.has(key));
        for (const key of keys) isOn ? after.delete(key) : after.add(key);
        return after;
      });
    },
    [rows, columns, index, column],
  );
  const clearChosen = useCallback(() => {
    anchor.current = null;
    setChosen((before) => (before.size === 0 ? before : new Set()));
  }, []);
  const moveToKey = useCallback<Cursor["moveToKey"]>(
    (key, wanted) => setPlace((before) => ({ key, column: wanted ?? before.column })),
    [],
  );
  const cells = useMemo(() => {
    if (chosen.size === 0) return cellsAt(row, columns, column);
    return rows.flatMap((one) => {
      if (one.kind !== "check") return [];
      return columns.flatMap(({ platform }) =>
        chosen.has(cellKey(one.check.id, platform)) ? [{ check: one.check.id, platform }] : [],
      );
    });
  }, [chosen, rows, row, columns, column]);
  return { index, column, row, chosen, cells, moveTo, moveToKey, toggle, clearChosen };
}

function cellsAt(row: Row | undefined, columns: readonly Column[], column: number): Cell[] {
  if (row?.kind !== "check") return [];
  const those = column === 0 ? columns : columns.slice(column - 1, column);
  return those.map(({ platform }) => ({ check: row.check.id, platform }));
}

function rectangle(
  rows: readonly Row[],
  columns: readonly Column[],
  a: { index: number; column: number },
  b: { index: number; column: number },
): Set<string> {
  const keys = new Set<string>();
  const [left, right] = [Math.min(a.column, b.column), Math.max(a.column, b.column)];
  const those = left === 0 ? columns : columns.slice(left - 1, right);
  for (const row of rows.slice(Math.min(a.index, b.index), Math.max(a.index, b.index) + 1)) {
    if (row.kind !== "check") continue;
    for (const { platform } of those) keys.add(cellKey(row.check.id, platform));
  }
  return keys;
}

/** Where a tester goes on after a result: the next check in this column, or the next cell that fits the filter. */
export function nextPlace(
  rows: readonly Row[],
  columns: readonly Column[],
  index: number,
  column: number,
  statuses: readonly Status[],
): { index: number; column: number } | null {
  for (let next = index + 1; next < rows.length; next++) {
    const row = rows[next]!;
    if (row.kind !== "check") continue;
    if (statuses.length === 0 || column === 0) return { index: next, column };
    const fits = (at: number) => statuses.includes(row.check.statuses[columns[at - 1]!.platform]!);
    if (fits(column)) return { index: next, column };
    const other = columns.findIndex((_, i) => fits(i + 1));
    if (other >= 0) return { index: next, column: other + 1 };
  }
  return null;
}

/** When somebody asks for a status, the cursor goes to a cell that has it. */
export function useFollowFilter(
  { index, column, row, moveTo }: Cursor,
  rows: readonly Row[],
  columns: readonly Column[],
  statuses: readonly Status[],
): void {
  const asked = statuses.join(" ");
  const before = useRef("");
  useEffect(() => {
    if (asked === before.current) return;
    before.current = asked;
    if (asked === "") return;
    const isThere =
      row?.kind === "check" && statuses.includes(row.check.statuses[columns[column - 1]?.platform ?? -1]!);
    const next = isThere
      ? null
      : (nextPlace(rows, columns, index - 1, column, statuses) ?? nextPlace(rows, columns, -1, column, statuses));
    if (next !== null) moveTo(next.index, next.column);
  });
}
