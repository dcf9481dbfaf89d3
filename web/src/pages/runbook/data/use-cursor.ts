// Where one is in the grid, and which cells are chosen. A place is a row's key and a platform's code, so that it survives
// filters, edits and what others do meanwhile. A place that is not there is nowhere: nobody is moved to another check unseen.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useForVisit } from "../../../interaction/page-visits.ts";
import { nameOf } from "../../../unsaved/sender.ts";
import { type Cell, cellKey, cellOf, type Runbook } from "./runbook.ts";
import { EVERYWHERE, type RunbookAddress } from "./runbook-address.ts";
import { checkNamed } from "./runbook-data.ts";
import type { Column, Row } from "./runbook-rows.ts";

interface Place {
  /** Null at first, where the address names none: then it is the first check. */
  key: string | null;
  /** A platform's code, or `EVERYWHERE` for the check with all its platforms. */
  on: string | null;
  /** Whether the address names the row and it hasn't come into sight yet. */
  isAimed: boolean;
  /** Whether the cursor is at the first place by default, as nobody went anywhere yet. */
  isFirst: boolean;
}

/** The key of a place that is no row, until somebody goes to one. */
const NOWHERE = "";

export interface Cursor {
  /** -1 when one is nowhere: what the address names is not there. */
  index: number;
  /** Column 0 is the check itself, with all its platforms. */
  column: number;
  row: Row | undefined;
  /** Where one is, or would be if it were there; null before anybody has gone anywhere. */
  at: string | null;
  on: string | null;
  /** Chosen cells, by their `cellKey`. */
  chosen: ReadonlySet<string>;
  /** What an action is about: the chosen cells, or else the one (or the row) one is at. */
  cells: Cell[];
  moveTo(index: number, column?: number, extend?: boolean): void;
  moveToKey(key: string, column?: number): void;
  toggle(index?: number, column?: number): void;
  clearChosen(): void;
}

interface Given {
  runbook: Runbook;
  rows: readonly Row[];
  columns: readonly Column[];
  address: Pick<RunbookAddress, "aim" | "visit">;
  /** Whether one has removed this row oneself: then one goes on with the next. */
  isOwnRemoval(key: string): boolean;
  /** Whether this check's details are open. */
  isOpen(key: string): boolean;
}

export function useCursor({ runbook, rows, columns, address, isOwnRemoval, isOpen }: Given): Cursor {
  const { aim, visit } = address;
  const isFirst = aim.at === null;
  const [place, setPlace] = useForVisit<Place>(visit, { key: aim.at, on: aim.on, isAimed: !isFirst, isFirst });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<{ index: number; column: number } | null>(null);
  const last = useRef<{ index: number; row: Row | undefined }>({ index: -1, row: undefined });
  const indexOf = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const wantedKey = place.key === null ? null : nameOf(place.key);
  const named =
    wantedKey === null ? undefined : (indexOf.get(wantedKey) ?? indexOf.get(checkNamed(runbook, wantedKey)?.id ?? ""));
  /** One was at a section, or at a field in it, that somebody else has deleted. */
  const lastSection = sectionAt(last.current.row);
  const isAdrift =
    place.key === NOWHERE ||
    (named === undefined &&
      place.key !== null &&
      !place.isAimed &&
      lastSection !== null &&
      !isOwnRemoval(lastSection) &&
      !runbook.sections.some(({ id }) => id === lastSection));
  const wantedColumn = columnOf(columns, place.on);
  const column = Math.max(0, Math.min(wantedColumn ?? 1, columns.length));
  const isThere = named !== undefined && !(place.isAimed && wantedColumn === null);
  const index = isThere ? named : place.key === null ? firstCheck(rows) : instead(place);
  const row = rows[index];
  const key = row?.key;
  const on = codeOf(columns, column);

  /** Where one is when the row is not there. */
  function instead({ key: gone, isAimed }: Place): number {
    if (isAimed) return -1;
    const check = runbook.checks.find(({ id }) => id === gone);
    const heading = rows[indexOf.get(check?.section ?? "") ?? -1];
    if (check !== undefined && heading?.kind === "section" && heading.isCollapsed) return indexOf.get(heading.key)!;
    // The filters hide the check that one is reading: it stays open, and nothing is recorded on another one instead.
    if (check !== undefined && isOpen(check.id)) return -1;
    // Somebody else has archived it: what is pressed next must not land on its neighbour.
    const isTaken = check === undefined && last.current.row?.kind === "check" && !isOwnRemoval(gone!);
    return isTaken || isAdrift ? -1 : Math.min(last.current.index, rows.length - 1);
  }
  useEffect(() => {
    if (row !== undefined) last.current = { index, row };
    if (isAdrift && place.key !== NOWHERE) setPlace((before) => ({ ...before, key: NOWHERE, isFirst: false }));
    // The row that one was at is gone, or was named by its ref: from now on one is where the cursor shows.
    if (key === undefined || (place.key === key && !place.isAimed)) return;
    setPlace((before) => ({ ...before, key, isAimed: false, isFirst: before.key === null }));
  }, [index, key, row, place, isAdrift, setPlace]);

  const moveTo = useCallback<Cursor["moveTo"]>(
    (wanted, wantedColumn, extend = false) => {
      // A cursor that was nowhere arrives at a check, not at the heading above it.
      const least = index < 0 && !extend ? firstCheck(rows) : 0;
      const to = Math.max(least, Math.min(wanted, rows.length - 1));
      const toColumn = Math.max(0, Math.min(wantedColumn ?? column, columns.length));
      const toKey = rows[to]?.key;
      if (toKey === undefined) return;
      setPlace(() => ({ key: toKey, on: codeOf(columns, toColumn), isAimed: false, isFirst: false }));
      if (!extend) {
        // Cells that were chosen by stretching are let go by going on; those chosen one by one stay.
        if (anchor.current !== null) setChosen(new Set());
        anchor.current = null;
        return;
      }
      anchor.current ??= { index, column };
      setChosen(rectangle(rows, columns, anchor.current, { index: to, column: toColumn }));
    },
    [rows, columns, index, column, setPlace],
  );
  const toggle = useCallback<Cursor["toggle"]>(
    (at = index, atColumn = column) => {
      const keys = cellsAt(rows[at], columns, atColumn).map(({ check, platform }) => cellKey(check, platform));
      setChosen((before) => {
        const after = new Set(before);
        const isOn = keys.every((one) => after.has(one));
        for (const one of keys) isOn ? after.delete(one) : after.add(one);
        return after;
      });
    },
    [rows, columns, index, column],
  );
  const clearChosen = useCallback(() => {
    anchor.current = null;
    setChosen((before) => (before.size === 0 ? before : new Set()));
  }, []);
  const shown = columns.map(({ code }) => code).join(" ");
  const columnsBefore = useRef(columns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other platforms are shown
  useEffect(() => {
    const [from, to] = [columnsBefore.current, columns];
    columnsBefore.current = columns;
    // Nobody sees that cells of a hidden platform are chosen. Where one platform takes the place of another, as on a phone,
    // the same checks are chosen on that.
    if (from === to) return;
    anchor.current = null;
    setChosen((before) => (before.size === 0 ? before : onOther(rows, from, to, before)));
  }, [shown]);
  const moveToKey = useCallback<Cursor["moveToKey"]>(
    (toKey, wanted) =>
      setPlace((before) => ({
        key: toKey,
        on: wanted === undefined ? before.on : codeOf(columns, wanted),
        isAimed: false,
        isFirst: false,
      })),
    [columns, setPlace],
  );
  const cells = useMemo(() => {
    if (chosen.size === 0) return cellsAt(row, columns, column);
    return rows.flatMap((one) => {
      if (one.kind !== "check") return [];
      return columns.flatMap(({ platform }) =>
        chosen.has(cellKey(one.check.id, platform)) ? cellOf(one.check, platform) : [],
      );
    });
  }, [chosen, rows, row, columns, column]);
  const at = place.isFirst || isAdrift ? null : (key ?? place.key);
  return {
    index,
    column,
    row,
    at,
    on: row === undefined ? place.on : on,
    chosen,
    cells,
    moveTo,
    moveToKey,
    toggle,
    clearChosen,
  };
}

/** The section of a heading, or of its field for a new check. */
function sectionAt(row: Row | undefined): string | null {
  return row?.kind === "section" || row?.kind === "add-check" ? row.section.id : null;
}

/** The first check; the first row where there is none. */
function firstCheck(rows: readonly Row[]): number {
  return Math.max(
    0,
    rows.findIndex(({ kind }) => kind === "check"),
  );
}

/** Null for a platform that is not among the columns. */
function columnOf(columns: readonly Column[], on: string | null): number | null {
  if (on === null) return 1;
  if (on === EVERYWHERE) return 0;
  const at = columns.findIndex(({ code }) => code === on);
  return at < 0 ? null : at + 1;
}

function codeOf(columns: readonly Column[], column: number): string | null {
  return column === 0 ? EVERYWHERE : (columns[column - 1]?.code ?? null);
}

function cellsAt(row: Row | undefined, columns: readonly Column[], column: number): Cell[] {
  if (row?.kind !== "check") return [];
  const those = column === 0 ? columns : columns.slice(column - 1, column);
  return those.flatMap(({ platform }) => cellOf(row.check, platform));
}

/** The chosen checks on the one platform that is shown instead of another; none where several are shown. */
function onOther(
  rows: readonly Row[],
  [from, ...others]: readonly Column[],
  [to, ...more]: readonly Column[],
  chosen: ReadonlySet<string>,
): Set<string> {
  if (from === undefined || to === undefined || others.length + more.length > 0) return new Set();
  const keys = rows.map(({ key }) => key).filter((key) => chosen.has(cellKey(key, from.platform)));
  return new Set(keys.map((key) => cellKey(key, to.platform)));
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
    const cells = those.flatMap(({ platform }) => cellOf(row.check, platform));
    for (const { check, platform } of cells) keys.add(cellKey(check, platform));
  }
  return keys;
}
