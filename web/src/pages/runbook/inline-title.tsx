// A title that is edited where it stands. Enter or leaving saves, Escape keeps the old one. A title that exists already is
// pointed out, and allowed.
import { useId, useRef, useState } from "react";
import { Icon } from "../../parts/icons.tsx";
import classes from "./inline-title.module.css";

interface Props {
  label: string;
  initial: string;
  placeholder?: string;
  /** Titles that others have. */
  isTaken(title: string): boolean;
  /** `again` is true when Enter was pressed: whoever adds may want to add another. */
  onSave(title: string, again: boolean): void;
  onCancel(): void;
}

const MAX_TITLE = 500;

export function InlineTitle({ label, initial, placeholder, isTaken, onSave, onCancel }: Props) {
  const [text, setText] = useState(initial);
  const warningId = useId();
  const isOver = useRef(false);
  // Leaving comes right after Enter, before the field was drawn again: it must not save twice.
  const latest = useRef(initial);
  const title = text.replaceAll(/\s+/g, " ").trim();
  const isDouble = title !== "" && title !== initial && isTaken(title);
  const change = (value: string) => {
    latest.current = value;
    setText(value);
  };
  const finish = (again: boolean) => {
    if (isOver.current) return;
    isOver.current = !(again && initial === "");
    const wanted = latest.current.replaceAll(/\s+/g, " ").trim();
    if (wanted === "" || wanted === initial) onCancel();
    else {
      if (!isOver.current) change("");
      onSave(wanted, again);
    }
  };
  return (
    <span className={classes.field}>
      <input
        className={classes.input}
        aria-label={label}
        aria-describedby={isDouble ? warningId : undefined}
        placeholder={placeholder}
        maxLength={MAX_TITLE}
        value={text}
        ref={focusOnce}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={({ relatedTarget }) => {
          // Nothing can be saved while one has to sign in again: the field waits.
          if (relatedTarget === null || relatedTarget.closest("[data-door]") === null) finish(false);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") finish(true);
          else if (event.key === "Escape") {
            isOver.current = true;
            onCancel();
          }
        }}
      />
      <span className={classes.warning} id={warningId} role="status" hidden={!isDouble}>
        <Icon name="warning" /> Another one has this title. You can keep it.
      </span>
    </span>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
