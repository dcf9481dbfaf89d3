// A draft as a form has it: begins with what was kept, and is kept with every change.
import { useCallback, useState } from "react";
import { keepDraft, readDraft } from "../../api/drafts.ts";

export function useDraft<T extends object>(name: string, start: T) {
  const [kept] = useState(() => readDraft<Partial<T>>(name));
  const [value, setValue] = useState<T>(() => ({ ...start, ...kept }));
  const set = useCallback(
    (change: Partial<T>) =>
      setValue((before) => {
        const next = { ...before, ...change };
        keepDraft(name, next);
        return next;
      }),
    [name],
  );
  const forget = useCallback(() => keepDraft(name, null), [name]);
  return { value, set, forget, wasKept: kept !== null };
}
