// A title that is edited where it stands. Enter or leaving saves; Escape keeps the old one, and of a new one what was typed, to
// go on with. A title that exists already is pointed out, and allowed; one that is too long is never cut, and stays in its
// field until it is shortened.

import { useContext, useId, useLayoutEffect, useRef, useState } from "react";
import { MAX_TITLE } from "../../../../../src/wire/limits.ts";
import { keepDraft, readDraft } from "../../../api/drafts.ts";
import { CopyButton } from "../../../components/buttons/copy-button.tsx";
import { Icon } from "../../../components/display/icons.tsx";
import { lengthOf, tooLongText } from "../../../components/form/text-limits.ts";
import { AppGone, useHoldPage } from "../../../interaction/hold-page.ts";
import { say } from "../data/undo-stack.ts";
import { isSeveral, leftOutText, type Pasted, parsePasted } from "../editing/parse-pasted.ts";
import classes from "./inline-title.module.css";

/** How the field was left: by Enter, by Shift and Enter for another one below, or by going elsewhere. */
export type Leaving = "enter" | "below" | "away";

interface Props {
  label: string;
  initial: string;
  /** The name under which the typed text is kept until it is saved. */
  draft: string;
  placeholder?: string;
  /** Whether another check has the title. */
  isTaken(title: string): boolean;
  /** `base` is what stood there when the writer began. */
  onSave(title: string, leaving: Leaving, base: string): void;
  /** Several lines were pasted; left out where one title is all there can be. */
  onPaste?: ((pasted: Pasted, base: string) => void) | undefined;
  onCancel(): void;
}

/** From this length on the number of characters is shown. */
const NEARLY = MAX_TITLE - 50;

export function InlineTitle({ label, initial, draft, placeholder, isTaken, onSave, onPaste, onCancel }: Props) {
  const [start] = useState(() => readDraft<{ text: string; base: string }>(draft) ?? { text: initial, base: initial });
  const { base } = start;
  const [text, setText] = useState(start.text);
  const [isRefused, setRefused] = useState(false);
  const warningId = useId();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  // Leaving comes right after Enter, before the field was drawn again: it must not save twice.
  const latest = useRef(text);
  // Nothing can be saved any more: what was typed stays until it was copied, or the field is closed.
  const isGone = useContext(AppGone);
  useHoldPage(text !== initial);
  const title = plain(text);
  const length = lengthOf(title);
  const isLong = length > MAX_TITLE;
  const isDouble = title !== "" && title !== base && !isLong && isTaken(title);
  const change = (value: string) => {
    latest.current = value;
    setText(value);
    keepDraft(draft, value === initial ? null : { text: value, base });
  };
  useLayoutEffect(() => {
    input.current!.focus();
    // What was typed goes on at its end; a title that was there before may be typed over.
    if (latest.current === base) input.current!.select();
  }, [base]);
  const finish = (leaving: Leaving) => {
    if (isOver.current || isGone) return;
    const wanted = plain(latest.current);
    if (lengthOf(wanted) > MAX_TITLE) {
      setRefused(true);
      return;
    }
    isOver.current = leaving === "away" || base !== "";
    keepDraft(draft, null);
    if (wanted === "" || wanted === base) onCancel();
    else {
      if (!isOver.current) {
        latest.current = "";
        setText("");
      }
      onSave(wanted, leaving, base);
    }
  };
  const paste = (event: React.ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text/plain");
    if (onPaste === undefined || !isSeveral(text)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const pasted = parsePasted(value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? value.length));
    if (pasted.checks.length === 0) {
      if (pasted.header !== null) say(`Nothing was added.${leftOutText(pasted)}`);
      return;
    }
    keepDraft(draft, null);
    latest.current = "";
    setText("");
    isOver.current = base !== "";
    onPaste(pasted, base);
  };
  return (
    <span className={classes.field}>
      <input
        className={classes.input}
        aria-label={label}
        aria-describedby={warningId}
        aria-invalid={isLong || undefined}
        placeholder={placeholder}
        value={text}
        ref={input}
        onChange={(event) => change(event.currentTarget.value)}
        onPaste={paste}
        onBlur={({ relatedTarget }) => {
          // Nothing can be saved while one has to sign in again: the field waits.
          if (relatedTarget === null || relatedTarget.closest("[data-sign-in-again]") === null) finish("away");
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing || event.repeat) return;
          if (event.key === "Enter") finish(event.shiftKey ? "below" : "enter");
          else if (event.key === "Escape") {
            isOver.current = true;
            if (base !== "") keepDraft(draft, null);
            onCancel();
          }
        }}
      />
      {length > NEARLY && !isLong && (
        <span className={classes.length}>
          {length} of {MAX_TITLE}
        </span>
      )}
      {isGone && (
        <span data-own="">
          <CopyButton size="compact-sm" text={title} label="Copy the text" />
        </span>
      )}
      <span
        className={classes.warning}
        id={warningId}
        role={isRefused && isLong ? "alert" : "status"}
        data-kind={isLong ? "failed" : undefined}
        hidden={!isDouble && !isLong}
      >
        <Icon name="warning" />{" "}
        {isLong
          ? `${tooLongText(title, MAX_TITLE)} Shorten it; the rest can go into the instructions.`
          : "This title is used already. You can still keep it."}
      </span>
    </span>
  );
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
