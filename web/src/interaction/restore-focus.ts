// Where the focus was before something took it, and the way back there.
import { useLayoutEffect } from "react";
import { isInDialog } from "./shortcuts.tsx";

/** What had the focus in something that closed a moment ago: what opens in its place gives the focus back to it. */
let left: Element | null = null;

/** What had the focus last outside of dialogs, the newest last: a button may be gone once its dialog has done its work. */
const trail: HTMLElement[] = [];
const MAX_TRAIL = 8;

document.addEventListener("focusin", ({ target }) => {
  if (!(target instanceof HTMLElement) || isInDialog(target)) return;
  trail.push(target);
  if (trail.length > MAX_TRAIL) trail.shift();
});

/** Remembers the focus when the component comes, and gives it back when it goes. */
export function useRestoreFocus(): void {
  useLayoutEffect(() => {
    const active = document.activeElement;
    const before = active === null || active === document.body ? left : active;
    return () => {
      left = before;
      setTimeout(() => {
        if (left === before) left = null;
        const now = document.activeElement;
        if (now !== null && now !== document.body) return;
        const places = before instanceof HTMLElement ? [...trail, before] : trail;
        const back = places.findLast((place) => place.isConnected) ?? document.getElementById("main");
        back?.focus({ preventScroll: true });
      });
    };
  }, []);
}
