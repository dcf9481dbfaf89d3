// A page whose app is gone stays while a dialog on it is open: nobody's text is taken away while they write it.
import { createContext, useCallback, useContext, useLayoutEffect, useState } from "react";

/** Whether the page's app was archived or is out of reach now. */
export const AppGone = createContext(false);

/** Has the page stay; gives the way to let it go. */
export const HoldPage = createContext<() => () => void>(() => () => {});

/** Keeps the page under a dialog as it is while the dialog is open. */
export function useHoldPage(isOpen: boolean): void {
  const hold = useContext(HoldPage);
  useLayoutEffect(() => (isOpen ? hold() : undefined), [isOpen, hold]);
}

/** Tells a page whether a dialog is open on it, and gives dialogs what they report that with. */
export function useHolds(): { isHeld: boolean; hold: () => () => void } {
  const [count, setCount] = useState(0);
  const hold = useCallback(() => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  }, []);
  return { isHeld: count > 0, hold };
}
