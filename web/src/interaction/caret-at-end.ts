// Whoever comes back to a text goes on at its end: a field that a dialog focuses has its caret in front.
import { type FocusEvent, useRef } from "react";

/** What a field does with its first focus; later ones leave the caret where it was. */
export function useCaretAtEnd(): (event: FocusEvent<HTMLTextAreaElement>) => void {
  const isDone = useRef(false);
  return ({ currentTarget: field }) => {
    if (!isDone.current) field.setSelectionRange(field.value.length, field.value.length);
    isDone.current = true;
  };
}
