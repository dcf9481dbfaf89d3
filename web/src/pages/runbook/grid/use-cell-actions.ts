// What the keys and the bar do with the cells one is at.

import { navigate } from "wouter/use-browser-location";
import { historyHref } from "../../../api/results.ts";
import { isNew } from "../../../api/unsaved-change.ts";
import { nextPlace } from "../data/next-place.ts";
import type { Cell, RunbookOutline } from "../data/runbook.ts";
import type { RunbookFilter } from "../data/runbook-filter.ts";
import type { Column, Row } from "../data/runbook-rows.ts";
import { say } from "../data/undo-stack.ts";
import type { Cursor } from "../data/use-cursor.ts";
import type { Outcome, Results } from "../results/use-results.ts";
import type { Actions } from "./action-bar.tsx";
import type { Editor } from "./use-row-editing.ts";

interface Given {
  runbook: RunbookOutline;
  rows: readonly Row[];
  columns: readonly Column[];
  cursor: Cursor;
  results: Results;
  editing: Editor;
  filters: RunbookFilter;
  /** Whether recording a pass moves on to the next check. */
  goesOn: boolean;
  mayMove: boolean;
  raiseOn(cells: Cell[]): void;
  hold(cells: readonly Cell[]): void;
}

export interface CellActions {
  actions: Actions;
  record(cells: readonly Cell[], outcome: Outcome): boolean;
}

export function useCellActions(given: Given): CellActions {
  const { app, cycle } = given.runbook;
  const { rows, columns, cursor, results, editing, filters, goesOn, mayMove, raiseOn, hold } = given;
  /** A heading has no status of its own, and neither has what is not in the cycle: whoever presses a key there is told. */
  const isNone = () => {
    if (cursor.cells.length === 0) {
      say(
        cursor.row?.kind === "check"
          ? "This is not in the cycle: nothing can be recorded on it here."
          : "Choose a check first: there is nothing to record on here.",
      );
    }
    return cursor.cells.length === 0;
  };
  const record = (cells: readonly Cell[], outcome: Outcome) => {
    hold(cells);
    return results.record(cells, outcome);
  };
  const pass = (goOn = true) => {
    const isOne = cursor.chosen.size === 0;
    if (isNone() || !record(cursor.cells, "passed")) return;
    cursor.clearChosen();
    const next = goesOn && goOn && isOne && nextPlace(rows, columns, cursor, filters.statuses);
    if (next) cursor.moveTo(next.index, next.column);
  };
  const fail = () => {
    if (!isNone() && record(cursor.cells, "failed")) cursor.clearChosen();
  };
  const notApplicable = () => {
    if (isNone()) return;
    hold(cursor.cells);
    results.toggleNotApplicable(cursor.cells);
    cursor.clearChosen();
  };
  const raise = () => {
    if (isNone()) return;
    // Issues sit on one check: the one that one is at, with those of its platforms that were chosen.
    const own = cursor.cells.filter(({ check }) => check === cursor.row?.key);
    const cells = own.length > 0 ? own : cursor.cells.filter(({ check }) => check === cursor.cells[0]?.check);
    raiseOn(cells);
  };
  const toggle = () => {
    if (cursor.row?.kind === "check") cursor.toggle();
    else say("Choose a check first: this row can't be selected.");
  };
  /** Opens the history of a cell, or of a check on all platforms from its first column. */
  const history = () => {
    const { row, column } = cursor;
    if (row?.kind !== "check" || isNew(row.key)) {
      say("Choose a check first: only checks have a history.");
      return;
    }
    navigate(historyHref(app.id, { check: row.key, platform: columns[column - 1]?.code, cycle: cycle?.id }));
  };
  const { rename, add, move } = editing;
  const actions: Actions = {
    pass,
    fail,
    notApplicable,
    raise,
    toggle,
    history,
    rename,
    add,
    move: mayMove ? move : null,
  };
  return { actions, record };
}
