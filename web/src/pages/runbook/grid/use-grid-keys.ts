// The keys of the grid. Those that move need the grid's focus; those that act work from everywhere on the page, and the
// help lists all of them.
import { type KeyboardEvent, type RefObject, useEffect } from "react";
import { useCommands } from "../../../interaction/commands.tsx";
import { isFieldLost } from "../../../interaction/lost-typing.ts";
import { type Shortcut, useShortcuts } from "../../../interaction/shortcuts.tsx";
import { shortened } from "../data/cell-text.ts";
import type { FilterState } from "../data/runbook-filter.ts";
import type { Row } from "../data/runbook-rows.ts";
import { say, type UndoStack } from "../data/undo-stack.ts";
import type { Cursor } from "../data/use-cursor.ts";
import type { Actions } from "./action-bar.tsx";
import { HEIGHT } from "./row-heights.ts";
import { showActive } from "./show-active.ts";
import type { Editor } from "./use-row-editing.ts";
import type { Selecting } from "./use-selecting.ts";

interface Given {
  gridRef: RefObject<HTMLDivElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
  rows: readonly Row[];
  cursor: Cursor;
  actions: Actions;
  editing: Editor;
  undo: UndoStack;
  state: FilterState;
  canAct: boolean;
  mayEdit: boolean;
  isPhone: boolean;
  /** The title of the check whose details are open. */
  openedTitle: string | null;
  selecting: Selecting;
  toggleSection(section: string): void;
  open(check: string | null): void;
  openHere(): void;
}

const MOVING = "Runbook: moving";
const ACTING = "Runbook: recording";
const EDITING = "Runbook: editing";

/** Keys that repeat while they are held down; others act once. */
const MOVES = /^(?:Arrow|Page|Home|End)/;

/** A key that is listed here and handled by the grid: its name is none that a keyboard gives. */
function listed(keys: string[], label: string, group: string): Shortcut {
  return { keys, label, group, run: () => {} };
}

function nowhere(openedTitle: string | null): string {
  const why =
    openedTitle === null ? "No check is selected" : `“${shortened(openedTitle)}” is open, but not in the list`;
  return `${why}: select one with the arrow keys first.`;
}

export function useGridKeys(given: Given): (event: KeyboardEvent) => void {
  const { gridRef, searchRef, rows, cursor, actions, editing, undo, state, canAct, mayEdit, isPhone } = given;
  const { index, column, row } = cursor;

  useEffect(() => {
    if (document.activeElement === document.body) gridRef.current?.focus({ preventScroll: true });
  }, [gridRef]);
  // What somebody was typing in has vanished with its row or its panel: the arrow keys lead on from here.
  useEffect(() => {
    if (isFieldLost() && document.activeElement === document.body) gridRef.current?.focus({ preventScroll: true });
  });

  const inGrid = (run: () => void) => () => {
    gridRef.current?.focus({ preventScroll: true });
    run();
  };
  /** Records only while the cursor is in sight, so that it is seen where. */
  const acting = (run: () => void) =>
    inGrid(() => {
      if (row === undefined) say(nowhere(given.openedTitle));
      else if (showActive(gridRef.current)) run();
      else say("The selected cell was out of sight. Here it is: press again to continue.");
    });
  const search = () => {
    searchRef.current?.focus();
    searchRef.current?.select();
  };
  const retest = () => {
    const isOn = state.filters.statuses.length === 1 && state.filters.statuses[0] === "needs_retest";
    state.change({ statuses: isOn ? [] : ["needs_retest"] });
  };
  const shortcuts: Shortcut[] = [
    { keys: ["/"], label: "Search", group: MOVING, run: search },
    { keys: ["r"], label: "What needs a retest", group: MOVING, run: inGrid(retest) },
    { keys: ["u", "Ctrl+Z"], label: "Undo, step by step", group: ACTING, run: undo.undo },
    { keys: ["Ctrl+Shift+Z", "Ctrl+Y"], label: "Redo", group: ACTING, run: undo.redo },
  ];
  if (!isPhone) {
    shortcuts.unshift(
      { keys: ["j"], label: "Down", group: MOVING, repeats: true, run: inGrid(() => cursor.moveTo(index + 1)) },
      { keys: ["k"], label: "Up", group: MOVING, repeats: true, run: inGrid(() => cursor.moveTo(index - 1)) },
      { keys: ["h"], label: "Left", group: MOVING, repeats: true, run: inGrid(() => cursor.moveTo(index, column - 1)) },
      {
        keys: ["l"],
        label: "Right",
        group: MOVING,
        repeats: true,
        run: inGrid(() => cursor.moveTo(index, column + 1)),
      },
      listed(["←↑↓→"], "Move", MOVING),
      listed(["Pg↑", "Pg↓"], "A page up or down", MOVING),
      listed(["Home/End"], "First or last column", MOVING),
      listed(["Ctrl+Home/End"], "First or last row", MOVING),
      listed(["↵"], "Open a check, fold a section", MOVING),
      { keys: ["y"], label: "History of the cell", group: MOVING, run: acting(actions.history) },
    );
  }
  if (canAct && !isPhone) {
    shortcuts.push(
      { keys: ["p"], label: "Pass", group: ACTING, run: acting(() => actions.pass()) },
      { keys: ["f"], label: "Fail", group: ACTING, run: acting(actions.fail) },
      { keys: ["n"], label: "Mark N/A, or remove the mark", group: ACTING, run: acting(actions.notApplicable) },
      { keys: ["i"], label: "Raise an issue here", group: ACTING, run: acting(actions.raise) },
      { keys: ["x"], label: "Select several", group: ACTING, run: acting(actions.toggle) },
      listed(["Shift+←↑↓→"], "Select a range", ACTING),
    );
  }
  if (mayEdit && !isPhone) {
    shortcuts.push(
      { keys: ["o"], label: "A new check below", group: EDITING, run: () => editing.insert("below") },
      { keys: ["O"], label: "A new check above", group: EDITING, run: () => editing.insert("above") },
      listed(["Shift+↵"], "A new check below, also while writing", EDITING),
      listed(["Ctrl+V"], "Paste lines or cells as checks", EDITING),
      { keys: ["e"], label: "Rename", group: EDITING, run: inGrid(editing.rename) },
      { keys: ["d"], label: "Duplicate the selected checks", group: EDITING, run: inGrid(editing.duplicate) },
      { keys: ["D"], label: "Copy to another app", group: EDITING, run: inGrid(editing.copy) },
      listed(["Alt+↑↓"], "Move the selected checks, or the section", EDITING),
      listed(["Del"], "Archive the selected checks, or delete an empty section", EDITING),
    );
  }
  useShortcuts(shortcuts);
  useCommands([
    { label: "Show what needs a retest", shortcut: "What needs a retest", run: retest },
    { label: "Search checks", shortcut: "Search", run: search },
    ...(isPhone ? [] : [{ label: "History of the cell", run: actions.history }]),
    ...(canAct && !isPhone ? [{ label: "Raise an issue here", run: actions.raise }] : []),
    ...(mayEdit && !isPhone ? [{ label: "A new check below", run: () => editing.insert("below") }] : []),
    ...(mayEdit && !isPhone && cursor.cells.length > 0
      ? [{ label: "Copy checks to another app", shortcut: "Copy to another app", run: editing.copy }]
      : []),
    ...(state.isFiltered || state.filters.platform !== null ? [{ label: "Clear filters", run: state.clear }] : []),
  ]);

  const page = () => Math.max(1, Math.floor((gridRef.current?.clientHeight ?? 400) / HEIGHT.check) - 2);
  return (event) => {
    const { key, shiftKey: extend, altKey, ctrlKey, metaKey } = event;
    if (altKey) {
      if (!mayEdit || row === undefined || (key !== "ArrowUp" && key !== "ArrowDown")) return;
      event.preventDefault();
      if (actions.move === null) say("Clear the filters to move checks.");
      else editing.step(row, key === "ArrowDown" ? 1 : -1);
      return;
    }
    const isHeading = row?.kind === "section";
    const fold = (collapse: boolean) => {
      if (isHeading && row.isCollapsed !== collapse) given.toggleSection(row.key);
    };
    const moves: Record<string, () => void> = {
      ArrowDown: () => cursor.moveTo(index + 1, column, extend),
      ArrowUp: () => cursor.moveTo(index - 1, column, extend),
      ArrowLeft: () => (isHeading ? fold(true) : cursor.moveTo(index, column - 1, extend)),
      ArrowRight: () => (isHeading ? fold(false) : cursor.moveTo(index, column + 1, extend)),
      PageDown: () => cursor.moveTo(index + page(), column, extend),
      PageUp: () => cursor.moveTo(index - page(), column, extend),
      Home: () => (ctrlKey || metaKey ? cursor.moveTo(0, column, extend) : cursor.moveTo(index, 0, extend)),
      End: () =>
        ctrlKey || metaKey ? cursor.moveTo(rows.length - 1, column, extend) : cursor.moveTo(index, 99, extend),
      Enter: () => {
        if (extend && mayEdit) editing.insert("below");
        else if (isHeading) given.toggleSection(row.key);
        else if (row?.kind === "check") given.openHere();
        else if (row !== undefined) actions.add(row);
      },
      " ": () => (isHeading ? given.toggleSection(row.key) : cursor.toggle()),
      Escape: () => {
        if (cursor.chosen.size > 0 || given.selecting.isOn) given.selecting.end();
        else if (given.openedTitle !== null) given.open(null);
      },
      F2: () => mayEdit && editing.rename(),
      Delete: () => mayEdit && row !== undefined && editing.remove(row),
      Backspace: () => mayEdit && row !== undefined && editing.remove(row),
    };
    const move = moves[key];
    if (move === undefined || ((ctrlKey || metaKey) && key !== "Home" && key !== "End")) return;
    event.preventDefault();
    if (!event.repeat || MOVES.test(key)) move();
  };
}
