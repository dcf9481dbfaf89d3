// The mark of what is not saved yet, in a row or a cell: it waits for the server, or needs its writer. A press opens the list
// of all of it. What is saved at once is never seen to be marked.

import type { Unsaved } from "../../../api/unsaved-change.ts";
import { showUnsaved } from "../../../api/unsaved-list.ts";
import { Icon } from "../../../components/display/icons.tsx";
import classes from "./unsaved-mark.module.css";

export const UNSAVED_LABEL: Record<Unsaved["state"], string> = {
  waiting: "Not saved yet",
  refused: "Not saved",
  conflict: "Two versions",
};

export function UnsavedMark({ state, withWord = false }: { state: Unsaved["state"]; withWord?: boolean }) {
  return (
    <button
      type="button"
      className={classes.mark}
      data-own=""
      data-unsaved={state}
      data-corner={withWord ? undefined : ""}
      tabIndex={-1}
      title={`${UNSAVED_LABEL[state]}: press to see why`}
      aria-label={withWord ? UNSAVED_LABEL[state] : undefined}
      // The cell that the mark is in says the same in its own label.
      aria-hidden={!withWord || undefined}
      // The grid keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        showUnsaved();
      }}
    >
      <Icon name={state === "waiting" ? "clock" : "warning"} size={withWord ? 14 : 12} />
      {withWord && <span>{UNSAVED_LABEL[state]}</span>}
    </button>
  );
}

/** Where a button has no place, as inside another: the way to the list is in the bar. */
export function UnsavedLabel({ state }: { state: Unsaved["state"] }) {
  return (
    <span className={classes.mark} data-unsaved={state}>
      <Icon name={state === "waiting" ? "clock" : "warning"} size={14} />
      {UNSAVED_LABEL[state]}
    </span>
  );
}
