// Where a comment is written or changed. It grows with the text; what is typed is kept until it is sent or thrown away.
import { Button } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { flushSync } from "react-dom";
import { MAX_TEXT } from "../../../../../src/wire/limits.ts";
import { useDraft } from "../../../components/behaviour/use-draft.ts";
import { lengthOf, tooLongText } from "../../../components/form/text-limits.ts";
import { keyHint } from "../../../interaction/has-keyboard.ts";
import type { Colleague } from "../data/issue-data.ts";
import classes from "./comments.module.css";
import { MentionList } from "./mention-list.tsx";
import { mentionAt, withMention } from "./mention-typing.ts";

const LITTLE_LEFT = 400;

interface FormProps {
  /** The name under which what is typed is kept. */
  draft: string;
  label: string;
  start: string;
  button: string;
  /** People who can be mentioned. */
  people: readonly Colleague[];
  /** A sentence that says where else the comment goes. */
  goesTo?: string;
  ref: RefObject<HTMLTextAreaElement | null>;
  /** Throws what the server said. */
  onSave(text: string): Promise<void> | void;
  /** Leaves what was typed for later; without it there is nothing to leave. */
  onLeave?(): void;
}

export function CommentForm({ draft, label, start, button, people, goesTo = "", ref, onSave, onLeave }: FormProps) {
  const id = useId();
  const { value, set, forget } = useDraft(draft, { text: start });
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const { text } = value;
  /** Where the caret is while somebody may be mentioned. */
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const typed = caret === null ? null : mentionAt(text, caret, people);
  const active = Math.min(chosen, (typed?.people.length ?? 1) - 1);
  const pick = ({ name }: Colleague) => {
    const after = withMention(text, caret!, typed!.start, name);
    flushSync(() => {
      set({ text: after.text });
      setCaret(null);
    });
    ref.current?.focus();
    ref.current?.setSelectionRange(after.caret, after.caret);
  };
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
    const isCommand = event.ctrlKey || event.metaKey;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.nativeEvent.isComposing) return;
    if (typed !== null && step !== 0) setChosen((active + step + typed.people.length) % typed.people.length);
    else if (typed !== null && !isCommand && (event.key === "Enter" || event.key === "Tab"))
      pick(typed.people[active]!);
    else if (typed !== null && event.key === "Escape") setCaret(null);
    else if (event.key === "Enter" && isCommand) void save();
    else if (event.key === "Escape") {
      event.currentTarget.blur();
      onLeave?.();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const hint =
    left < LITTLE_LEFT ? `${left} characters left.` : "@ mentions somebody; links, `code` and lists are shown as such.";
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
        aria-autocomplete="list"
        aria-controls={typed === null ? undefined : `${id}-people`}
        aria-activedescendant={typed === null ? undefined : `${id}-people-${active}`}
        onChange={({ currentTarget }) => {
          set({ text: currentTarget.value });
          setCaret(currentTarget.selectionStart);
          setChosen(0);
        }}
        onBlur={() => setCaret(null)}
        onKeyDown={press}
      />
      {typed !== null && (
        <MentionList id={`${id}-people`} people={typed.people} active={active} onActive={setChosen} onPick={pick} />
      )}
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
          {tooLong ?? `${goesTo}${keyHint("Ctrl+Enter sends. ")}${hint}`}
        </span>
      </div>
    </form>
  );
}
