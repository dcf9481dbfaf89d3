// The small bar at the cell that was clicked: what can be recorded there.
import { Icon, type IconName } from "../../../components/display/icons.tsx";
import type { Row } from "../data/runbook-rows.ts";
import type { CheckPosition } from "../editing/runbook-edits.ts";
import classes from "./action-bar.module.css";

export interface Actions {
  /** `goOn` moves to the next cell afterwards, as the keys do. */
  pass(goOn?: boolean): void;
  fail(): void;
  notApplicable(): void;
  raise(): void;
  /** Selects the cell one is at, or no longer. */
  toggle(): void;
  /** Shows every result of the cell one is at. */
  history(): void;
  rename(): void;
  add(row: Row): void;
  /** Moves a row; null when nothing may be moved now. */
  move: ((key: string, to: CheckPosition | number) => void) | null;
}

/** The side of the cell on which the bar opens. */
export interface BarPlace {
  isAbove: boolean;
  isLeft: boolean;
}

/** The bar's size in pixels. */
export const BAR = { width: 290, height: 60 };

interface Props {
  actions: Actions;
  cells: number;
  place: BarPlace;
  onDone(): void;
}

export function ActionBar({ actions, cells, place, onDone }: Props) {
  const label = cells > 1 ? `Record on ${cells} cells` : "Record here";
  const then = (run: () => void) => () => {
    onDone();
    run();
  };
  return (
    <span
      role="toolbar"
      aria-label={label}
      className={classes.bar}
      data-side={place.isAbove ? "above" : "below"}
      data-left={place.isLeft || undefined}
      data-own=""
      // The grid keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Action icon="check" word="Pass" hint="P" run={then(() => actions.pass(false))} />
      <Action icon="close" word="Fail" hint="F" run={then(actions.fail)} />
      <Action word="N/A" hint="N" run={then(actions.notApplicable)} />
      <Action icon="bug" word="Issue" hint="I" run={then(actions.raise)} />
    </span>
  );
}

function Action({ icon, word, hint, run }: { icon?: IconName; word: string; hint: string; run(): void }) {
  return (
    <button type="button" className={classes.action} title={`${word} (${hint})`} tabIndex={-1} onClick={run}>
      {icon !== undefined && <Icon name={icon} />}
      {word}
    </button>
  );
}
