// The expression fields as one thing: which one paths go into, and where in it.
import { type RefCallback, useLayoutEffect, useRef, useState } from "react";
import type { MappingKey } from "../../../../../src/wire/lists.ts";
import type { MappingTexts, TextKey } from "../data/mapping-keys.ts";
import { insertPath } from "./insert-path.ts";

export interface ExpressionFields {
  /** The field that a path goes into: the one that was last in use. */
  target: MappingKey;
  setTarget(key: MappingKey): void;
  write(key: TextKey, text: string): void;
  /** Puts a path in at the cursor; `focus` goes there as well. */
  insert(path: string, focus: boolean): void;
  /** A ref for the field of a key, to focus it and remember its cursor. */
  refOf(key: MappingKey): RefCallback<HTMLTextAreaElement>;
  noteCursor(key: MappingKey): void;
}

export function useExpressionFields(texts: MappingTexts, onChange: (next: MappingTexts) => void): ExpressionFields {
  const [target, setTarget] = useState<MappingKey>("title");
  const elements = useRef<Partial<Record<MappingKey, HTMLTextAreaElement | null>>>({});
  const cursors = useRef<Partial<Record<MappingKey, [start: number, end: number]>>>({});
  const pending = useRef<{ key: MappingKey; cursor: number } | null>(null);

  // The text must stand in the field before the cursor can go behind what was put in.
  useLayoutEffect(() => {
    if (pending.current === null) return;
    const { key, cursor } = pending.current;
    pending.current = null;
    const field = elements.current[key];
    field?.focus();
    field?.setSelectionRange(cursor, cursor);
  });

  return {
    target,
    setTarget,
    write: (key, text) => onChange({ ...texts, [key]: text }),
    insert(path, focus) {
      const text = texts[target];
      const [start, end] = cursors.current[target] ?? [text.length, text.length];
      const inserted = insertPath(text, Math.min(start, text.length), Math.min(end, text.length), path);
      cursors.current[target] = [inserted.cursor, inserted.cursor];
      if (focus) pending.current = { key: target, cursor: inserted.cursor };
      onChange({ ...texts, [target]: inserted.text });
    },
    refOf: (key) => (element) => {
      elements.current[key] = element;
    },
    noteCursor(key) {
      const field = elements.current[key];
      if (field) cursors.current[key] = [field.selectionStart, field.selectionEnd];
    },
  };
}
