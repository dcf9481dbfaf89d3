// One of a few, each with a line about it.
import { type ReactNode, useId } from "react";
import classes from "./card-choice.module.css";

interface Props<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; hint: ReactNode }[];
  /** The choice; null until one is made. */
  value: Value | null;
  /** Makes the cards wider, for longer lines. */
  wide?: boolean;
  onChange(value: Value): void;
}

export function CardChoice<Value extends string>({ label, options, value, wide, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.cards} data-wide={wide || undefined}>
      <legend className="sr-only">{label}</legend>
      {options.map((one) => (
        <label key={one.value} className={classes.card}>
          <input type="radio" name={name} checked={one.value === value} onChange={() => onChange(one.value)} />
          <span>
            <span className={classes.name}>{one.label}</span>
            <span className={classes.hint}>{one.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
