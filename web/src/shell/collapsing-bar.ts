// On a phone the bars on top make room for a list that is scrolled down, and are back when it is scrolled up. What one reads
// stays where it is meanwhile.
import { useEffect } from "react";
import { useLocation } from "wouter";

const NARROW = "(max-width: 40em)";
/** So far down the bars go, and so near the top they are back. */
const DOWN_PX = 160;
const AT_TOP_PX = 40;
/** In between, whoever scrolls so far the other way wants them changed. */
const TURN_PX = 60;

/** Lists that the bars make room for bear this attribute. */
const LIST = "data-makes-room";

export function useCollapsingBar(): void {
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins with its bars
  useEffect(() => {
    /** Where the list last turned, or the bars last changed. */
    let from = 0;
    const scroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.hasAttribute(LIST)) return;
      const top = target.scrollTop;
      const isGone = document.documentElement.dataset.collapsed !== undefined;
      from = isGone ? Math.max(from, top) : Math.min(from, top);
      const isDown = top > DOWN_PX && top - from > TURN_PX && matchMedia(NARROW).matches;
      const isUp = top < AT_TOP_PX || from - top > TURN_PX;
      if (isGone ? !isUp : !isDown) return;
      collapse(target, !isGone);
      from = target.scrollTop;
    };
    document.addEventListener("scroll", scroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener("scroll", scroll, { capture: true });
      delete document.documentElement.dataset.collapsed;
    };
  }, [path]);
}

function collapse(list: HTMLElement, isGone: boolean): void {
  const before = list.getBoundingClientRect().top;
  if (isGone) document.documentElement.dataset.collapsed = "";
  else delete document.documentElement.dataset.collapsed;
  list.scrollTop += list.getBoundingClientRect().top - before;
}
