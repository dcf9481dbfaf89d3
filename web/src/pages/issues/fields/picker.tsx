// A short list to pick from, by typing, with the arrows, or by pointing. It stands where its button is.
import { Popover } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../../../components/display/icons.tsx";
import { useTypedBeforeFocus } from "../../../interaction/typed-before-focus.ts";
import classes from "./picker.module.css";

export interface PickerOption {
  value: string;
  label: string;
  sign?: ReactNode;
}

const MAX_SHOWN = 50;

interface PickerProps {
  label: string;
  options: readonly PickerOption[];
  picked: readonly string[];
  /** Whether several can be picked; then it stays open. */
  isMultiple?: boolean;
  opened: boolean;
  onOpened(opened: boolean): void;
  onPick(value: string): void;
  /** The button's content. */
  children: ReactNode;
  width?: number | "target";
  /** Whether it looks like a field of a form. */
  isField?: boolean;
}

export function Picker({ width = 240, ...props }: PickerProps) {
  const { label, opened, onOpened } = props;
  const target = useRef<HTMLButtonElement>(null);
  useTypedBeforeFocus(opened, () => onOpened(false));
  // Opened by a key, it may be out of sight.
  useEffect(() => {
    if (opened) target.current?.scrollIntoView({ block: "nearest" });
  }, [opened]);
  return (
    <Popover
      opened={opened}
      onChange={onOpened}
      position="bottom-start"
      width={width}
      trapFocus
      returnFocus
      withinPortal
      closeOnEscape={false}
    >
      <Popover.Target>
        <button
          ref={target}
          type="button"
          className={classes.target}
          data-field={props.isField || undefined}
          onClick={() => onOpened(!opened)}
        >
          <span className="sr-only">{label}: </span>
          {props.children}
          <span className={classes.arrow}>
            <Icon name="down" size={14} />
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        <Options {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Options({ label, options, picked, isMultiple = false, onOpened, onPick }: PickerProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = options.filter((option) => {
    const lower = option.label.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
  const shown = found.slice(0, MAX_SHOWN);
  const active = Math.min(chosen, shown.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  const pick = (option: PickerOption | undefined) => {
    if (option === undefined) return;
    onPick(option.value);
    if (!isMultiple) onOpened(false);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setChosen((active + step + shown.length) % Math.max(1, shown.length));
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) pick(shown[active]);
    else if (event.key === "Escape") onOpened(false);
    else return;
    event.preventDefault();
    // The dialog below would close with it.
    event.stopPropagation();
  };
  return (
    <>
      <input
        className={classes.input}
        placeholder="Type to find"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={press}
        data-autofocus
      />
      <div className={classes.list} id={id} role="listbox" aria-label={label} aria-multiselectable={isMultiple}>
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the keys
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={picked.includes(option.value)}
            className={classes.option}
            data-active={index === active || undefined}
            onMouseMove={() => setChosen(index)}
            onClick={() => pick(option)}
          >
            {option.sign}
            <bdi className={classes.label}>{option.label}</bdi>
            {picked.includes(option.value) && <Icon name="check" />}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className={classes.nothing}>Nothing found.</p>}
      {found.length > shown.length && (
        <p className={classes.nothing}>{found.length - shown.length} more: type to narrow them down.</p>
      )}
    </>
  );
}
