// A title that is edited where it stands. Enter or leaving saves, Escape keeps the old one. A title that exists already is
// pointed out, and allowed.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../../parts/icons.tsx";
import classes from "./inline-title.module.css";

/** A title that was typed and could not be saved. */
export interface Unsaved {
  title: string;
  reason: string;
}

interface Props {
  label: string;
  initial: string;
  /** Comes back into the field with its reason. */
  unsaved?: Unsaved | null;
  placeholder?: string;
  /** Titles that others have. */
  isTaken(title: string): boolean;
  /** `again` is true when Enter was pressed: whoever adds may want to add another. */
  onSave(title: string, again: boolean): void;
  onCancel(): void;
}

const MAX_TITLE = 500;

export function InlineTitle({ label, initial, unsaved = null, placeholder, isTaken, onSave, onCancel }: Props) {
  const [text, setText] = useState(unsaved?.title ?? initial);
  const warningId = useId();
  const reasonId = useId();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  // Leaving comes right after Enter, before the field was drawn again: it must not save twice.
  const latest = useRef(text);
  const title = text.replaceAll(/\s+/g, " ").trim();
  const isDouble = title !== "" && title !== initial && isTaken(title);
  const change = (value: string) => {
    latest.current = value;
    setText(value);
  };
  useLayoutEffect(() => {
    input.current!.focus();
    // What was typed goes on at its end; a title of before may be typed over.
    if (latest.current === initial) input.current!.select();
  }, [initial]);
  useEffect(() => {
    // Whoever writes the next one already is not disturbed.
    if (unsaved === null || latest.current !== "") return;
    latest.current = unsaved.title;
    setText(unsaved.title);
  }, [unsaved]);
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
        aria-describedby={isDouble ? warningId : unsaved === null ? undefined : reasonId}
        aria-invalid={unsaved === null ? undefined : true}
        placeholder={placeholder}
        maxLength={MAX_TITLE}
        value={text}
        ref={input}
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
      {unsaved !== null && !isDouble && (
        <span className={classes.warning} data-kind="failed" id={reasonId} role="alert">
          <Icon name="warning" /> {unsaved.reason}
        </span>
      )}
      <span className={classes.warning} id={warningId} role="status" hidden={!isDouble}>
        <Icon name="warning" /> Another one has this title. You can keep it.
      </span>
    </span>
  );
}
