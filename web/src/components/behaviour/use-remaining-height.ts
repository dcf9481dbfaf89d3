// Gives an element the height that is left below it, so that the list inside scrolls and not the page.
import { type RefCallback, useCallback } from "react";

export function useRemainingHeight(): RefCallback<HTMLElement> {
  return useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const fill = () => {
      const top = element.getBoundingClientRect().top + window.scrollY;
      element.style.height = `calc(100dvh - ${Math.round(top)}px)`;
    };
    fill();
    // What stands above may grow or shrink: a banner, a name that wraps.
    const watcher = new ResizeObserver(fill);
    watcher.observe(document.body);
    for (let above = element.previousElementSibling; above !== null; above = above.previousElementSibling) {
      watcher.observe(above);
    }
    window.addEventListener("resize", fill);
    return () => {
      watcher.disconnect();
      window.removeEventListener("resize", fill);
    };
  }, []);
}
