// Where an issue's text is written: it grows with the text, and says when there is little room left.

import { type Ref, useId } from "react";
import { MAX_TEXT } from "../../../../../src/wire/limits.ts";
import { lengthOf, tooLongText } from "../../../components/form/text-limits.ts";
import { useCaretAtEnd } from "../../../interaction/caret-at-end.ts";
import classes from "./text-field.module.css";

const LITTLE_LEFT = 400;

interface TextFieldProps {
  value: string;
  onChange(text: string): void;
  ref?: Ref<HTMLTextAreaElement>;
  /** Whether it gets the focus when its dialog opens. */
  isFirst?: boolean;
}

export function TextField({ value, onChange, ref, isFirst = false }: TextFieldProps) {
  const id = useId();
  const onFocus = useCaretAtEnd();
  const left = MAX_TEXT - lengthOf(value.trim());
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        What is wrong
      </label>
      <textarea
        id={id}
        ref={ref}
        className={classes.text}
        dir="auto"
        rows={6}
        required
        data-autofocus={isFirst || undefined}
        aria-describedby={`${id}-hint`}
        placeholder="The first line is the title. Below it: what you did, what you saw, what you expected."
        value={value}
        onFocus={isFirst ? onFocus : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={classes.hint} data-over={left < 0 || undefined}>
        {tooLongText(value, MAX_TEXT) ??
          (left < LITTLE_LEFT ? `${left} characters left.` : "The first line is the title.")}
      </p>
    </div>
  );
}
