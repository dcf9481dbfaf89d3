// What somebody was writing, kept in this tab until it is saved or thrown away.
import { useCallback, useState } from "react";

export function useDraft<T extends object>(name: string, start: T) {
  const key = `retest draft ${name}`;
  const [kept] = useState(() => read<T>(key));
  const [value, setValue] = useState<T>(() => ({ ...start, ...kept }));
  const set = useCallback(
    (change: Partial<T>) =>
      setValue((before) => {
        const next = { ...before, ...change };
        write(key, next);
        return next;
      }),
    [key],
  );
  const forget = useCallback(() => write(key, null), [key]);
  return { value, set, forget, wasKept: kept !== null };
}

function read<T>(key: string): Partial<T> | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** A browser that keeps nothing loses the draft, and nothing else. */
function write(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // As above.
  }
}
