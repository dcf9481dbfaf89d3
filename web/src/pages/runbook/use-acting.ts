// What the keys and the bar do with the cells one is at.
import { useRef, useState } from "react";
import type { Actions } from "./action-bar.tsx";
import type { Filters } from "./filters.ts";
import type { Column, Row } from "./rows.ts";
import type { Cell } from "./runbook-data.ts";
import { type Cursor, nextPlace } from "./use-cursor.ts";
import type { Outcome, Results } from "./use-results.ts";
import type { Editor } from "./use-row-editing.ts";

interface Given {
  rows: readonly Row[];
  columns: readonly Column[];
  cursor: Cursor;
  results: Results;
  editing: Editor;
  filters: Filters;
  /** Whether a pass goes on to the next check. */
  goesOn: boolean;
  mayMove: boolean;
  hold(cells: readonly Cell[]): void;
}

export interface Acting {
  actions: Actions;
  record(cells: readonly Cell[], outcome: Outcome): boolean;
  /** The cells that an issue is being raised on. */
  raising: Cell[] | null;
  raiseOn(cells: Cell[]): void;
  /** The focus goes back to where it was. */
  endRaising(): void;
}

export function useActing(given: Given): Acting {
  const { rows, columns, cursor, results, editing, filters, goesOn, mayMove, hold } = given;
  const [raising, setRaising] = useState<Cell[] | null>(null);
  const opener = useRef<Element | null>(null);
  const raiseOn = (cells: Cell[]) => {
    opener.current = document.activeElement;
    setRaising(cells);
  };
  const endRaising = () => {
    setRaising(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const record = (cells: readonly Cell[], outcome: Outcome) => {
    hold(cells);
    return results.record(cells, outcome);
  };
  const pass = (goOn = true) => {
    const isOne = cursor.chosen.size === 0;
    if (cursor.cells.length === 0 || !record(cursor.cells, "passed")) return;
    cursor.clearChosen();
    const next = goesOn && goOn && isOne && nextPlace(rows, columns, cursor.index, cursor.column, filters.statuses);
    if (next) cursor.moveTo(next.index, next.column);
  };
  const fail = () => {
    if (cursor.cells.length > 0 && record(cursor.cells, "failed")) cursor.clearChosen();
  };
  const notApplicable = () => {
    if (cursor.cells.length === 0) return;
    hold(cursor.cells);
    results.toggleNotApplicable(cursor.cells);
    cursor.clearChosen();
  };
  const raise = () => {
    // Issues sit on one check: the one that one is at, with those of its platforms that were chosen.
    const own = cursor.cells.filter(({ check }) => check === cursor.row?.key);
    const cells = own.length > 0 ? own : cursor.cells.filter(({ check }) => check === cursor.cells[0]?.check);
    if (cells.length > 0) raiseOn(cells);
  };
  const { rename, add, move } = editing;
  const actions: Actions = { pass, fail, notApplicable, raise, rename, add, move: mayMove ? move : null };
  return { actions, record, raising, raiseOn, endRaising };
}
