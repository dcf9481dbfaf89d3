// Where the focus was before something took it, and the way back there.
import { useLayoutEffect } from "react";

/** Of what closed a moment ago: what opens in its place goes back to the same. */
let left: Element | null = null;

/** Remembers the focus when the component comes, and gives it back when it goes. */
export function useFocusBack(): void {
  useLayoutEffect(() => {
    const active = document.activeElement;
    const before = active === null || active === document.body ? left : active;
    return () => {
      left = before;
      setTimeout(() => {
        if (left === before) left = null;
        const now = document.activeElement;
        if ((now === null || now === document.body) && before instanceof HTMLElement && before.isConnected) {
          before.focus({ preventScroll: true });
        }
      });
    };
  }, []);
}
