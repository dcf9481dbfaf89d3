// Several of a few: a row of buttons that are pressed or not.
import { Icon } from "../display/icons.tsx";
import classes from "./toggle-chips.module.css";

export function ToggleChips({
  label,
  options,
  chosen,
  onToggle,
}: {
  /** Names the choice for screen readers. */
  label: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onToggle(value: string): void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend of its own
    <div className={classes.chips} role="group" aria-label={label}>
      {options.map(({ value, label: word }) => {
        const pressed = chosen.includes(value);
        return (
          <button
            key={value}
            type="button"
            className={classes.chip}
            aria-pressed={pressed}
            onClick={() => onToggle(value)}
          >
            <Icon name={pressed ? "check" : "plus"} size={14} />
            <bdi>{word}</bdi>
          </button>
        );
      })}
    </div>
  );
}
