// Where a comment is written or changed. It grows with the text; what is typed is kept until it is sent or thrown away.
import { Button } from "@mantine/core";
import { type KeyboardEvent, type Ref, useId, useState } from "react";
import { MAX_TEXT } from "../../../../../src/wire/limits.ts";
import { useDraft } from "../../../components/behaviour/use-draft.ts";
import { lengthOf, tooLongText } from "../../../components/form/text-limits.ts";
import { keyHint } from "../../../interaction/has-keyboard.ts";
import classes from "./comments.module.css";

const LITTLE_LEFT = 400;

interface FormProps {
  /** The name under which what is typed is kept. */
  draft: string;
  label: string;
  start: string;
  button: string;
  ref?: Ref<HTMLTextAreaElement>;
  /** Throws what the server said. */
  onSave(text: string): Promise<void> | void;
  /** Leaves what was typed for later; without it there is nothing to leave. */
  onLeave?(): void;
}

export function CommentForm({ draft, label, start, button, ref, onSave, onLeave }: FormProps) {
  const id = useId();
  const { value, set, forget } = useDraft(draft, { text: start });
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const { text } = value;
  const left = MAX_TEXT - lengthOf(text.trim());
  const tooLong = tooLongText(text, MAX_TEXT);
  const save = async () => {
    if (saving || text.trim() === "" || tooLong !== undefined) return;
    setSaving(true);
    setError(null);
    try {
      await onSave(text.trim());
      set({ text: "" });
      forget();
    } catch (refused) {
      setError((refused as Error).message);
    } finally {
      setSaving(false);
    }
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
    else if (event.key === "Escape") {
      event.currentTarget.blur();
      onLeave?.();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const hint = left < LITTLE_LEFT ? `${left} characters left.` : "Links, `code` and lists are shown as such.";
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        ref={ref}
        className={classes.field}
        dir="auto"
        rows={2}
        aria-describedby={`${id}-hint`}
        placeholder={`${label}${keyHint(" (C)")}`}
        value={text}
        onChange={(event) => set({ text: event.currentTarget.value })}
        onKeyDown={press}
      />
      {error !== null && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.buttons} data-shown={text !== "" || onLeave !== undefined || undefined}>
        <Button type="submit" size="xs" loading={saving} disabled={text.trim() === "" || tooLong !== undefined}>
          {button}
        </Button>
        {onLeave !== undefined && (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              forget();
              onLeave();
            }}
          >
            Cancel
          </Button>
        )}
        <span id={`${id}-hint`} className={classes.hint} data-over={tooLong !== undefined || undefined}>
          {tooLong ?? `${keyHint("Ctrl+Enter sends. ")}${hint}`}
        </span>
      </div>
    </form>
  );
}
