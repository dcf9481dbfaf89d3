// Below the list while checks are selected, or are about to be: how many they are, and what can be done with them, by mouse and
// by touch. The keys do the same.
import { useEffect } from "react";
import { Icon, type IconName } from "../../../components/display/icons.tsx";
import { countOf } from "../data/cell-text.ts";
import type { Row } from "../data/runbook-rows.ts";
import { say } from "../data/undo-stack.ts";
import type { Cursor } from "../data/use-cursor.ts";
import actions from "./action-bar.module.css";
import type { Actions } from "./action-bar.tsx";
import classes from "./selection-bar.module.css";
import type { Editor } from "./use-row-editing.ts";

interface Props {
  rows: readonly Row[];
  cursor: Cursor;
  actions: Actions;
  editing: Editor;
  canAct: boolean;
  mayEdit: boolean;
  /** Whether this is a phone, where only the platform that is shown is meant. */
  isPhone: boolean;
  /** Ends selecting; the list has the focus again. */
  onEnd(): void;
  /** The bar has taken some of the room of the list. */
  onShown(): void;
}

export function SelectionBar({ rows, cursor, actions, editing, canAct, mayEdit, isPhone, onEnd, onShown }: Props) {
  const cells = cursor.chosen.size === 0 ? [] : cursor.cells;
  const ids = new Set(cells.map(({ check }) => check));
  const first = rows.find(({ kind, key }) => kind === "check" && ids.has(key));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes
  useEffect(() => onShown(), []);
  const then = (run: () => void) => () => {
    run();
    onEnd();
  };
  const step = (by: 1 | -1) => () => {
    if (actions.move === null) say("Clear the filters to move checks.");
    else editing.step(first!, by);
  };
  return (
    <div
      role="toolbar"
      aria-label="Selected checks"
      className={classes.bar}
      // The list keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      <p className={classes.count} role="status">
        {ids.size === 0 ? "Select checks in the list" : `${countOf(ids.size, "check")} selected`}
        {!isPhone && cells.length > ids.size && (
          <span className={classes.cells}>, {countOf(cells.length, "cell")}</span>
        )}
      </p>
      {first !== undefined && (
        <span className={classes.actions}>
          {canAct && <Action icon="check" word="Pass" run={then(() => actions.pass(false))} />}
          {canAct && <Action icon="close" word="Fail" run={then(actions.fail)} />}
          {canAct && <Action word="N/A" run={then(actions.notApplicable)} />}
          {mayEdit && <Action word="Move up" run={step(-1)} />}
          {mayEdit && <Action word="Move down" run={step(1)} />}
          {mayEdit && <Action word="Duplicate" run={then(editing.duplicate)} />}
          {mayEdit && <Action word="Copy to…" run={editing.copy} />}
          {mayEdit && <Action word="Archive" run={then(() => editing.remove(first))} />}
        </span>
      )}
      <Action word={ids.size === 0 ? "Cancel" : "Clear selection"} run={onEnd} />
    </div>
  );
}

function Action({ icon, word, run }: { icon?: IconName; word: string; run(): void }) {
  return (
    <button type="button" className={`${actions.action} ${classes.framed}`} onClick={run}>
      {icon !== undefined && <Icon name={icon} />}
      {word}
    </button>
  );
}
