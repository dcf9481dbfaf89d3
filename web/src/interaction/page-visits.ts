// A page holds its place in its own state, and begins again with every visit: a link, Back, Forward. An address that merely
// follows what is shown is none.
import { type Dispatch, useCallback, useState, useSyncExternalStore } from "react";

const NAVIGATIONS = ["popstate", "pushState", "replaceState"];
let visits = 0;
let isOwnStep = false;

/** A step in the history that this page makes itself leads nowhere else. */
export function ownStep(step: () => void): void {
  isOwnStep = true;
  step();
  isOwnStep = false;
}

/** Counts how often the reader was led to an address of this page: of this path, or of any. */
export function useVisit(path?: string): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const note = () => {
        if (isOwnStep || (path !== undefined && location.pathname !== path)) return;
        visits++;
        listener();
      };
      for (const event of NAVIGATIONS) addEventListener(event, note);
      return () => {
        for (const event of NAVIGATIONS) removeEventListener(event, note);
      };
    },
    [path],
  );
  return useSyncExternalStore(subscribe, () => visits);
}

/** A state that begins again with every visit. */
export function useForVisit<T>(visit: number, initial: T): [T, Dispatch<(before: T) => T>] {
  const [state, setState] = useState({ visit, value: initial });
  const now = state.visit === visit ? state : { visit, value: initial };
  if (now !== state) setState(now);
  const change = useCallback(
    (next: (before: T) => T) => setState((before) => ({ visit: before.visit, value: next(before.value) })),
    [],
  );
  return [now.value, change];
}
