// A choice of any number of options, each shown as a chip with a checkbox.
import type { ReactNode } from "react";
import section from "../layout/section.module.css";
import classes from "./check-chips.module.css";

interface Props<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  /** What the choice means. */
  hint: ReactNode;
  onToggle(value: Value): void;
}

export function CheckChips<Value extends string>({ label, options, chosen, hint, onToggle }: Props<Value>) {
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      <div className={classes.chips}>
        {options.map((one) => (
          <label key={one.value} className={classes.chip}>
            <input type="checkbox" checked={chosen.includes(one.value)} onChange={() => onToggle(one.value)} />
            <bdi>{one.label}</bdi>
          </label>
        ))}
      </div>
      <p className={section.hint}>{hint}</p>
    </fieldset>
  );
}
