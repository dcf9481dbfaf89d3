// On a phone the bars on top make room for a list that is scrolled down, and are back when it is scrolled up. What one reads
// stays where it is meanwhile. Back, Forward and a reload find them as they were.
import { useEffect } from "react";
import { useLocation } from "wouter";
import { keepHere, keptHere } from "./browser-history.ts";

const NARROW = "(max-width: 40em)";
/** Scrolled this far down the bars hide; this near the top they show again. */
const DOWN_PX = 160;
const AT_TOP_PX = 40;
/** Between the two, the bars hide or show once the list was scrolled this far the other way. */
const REVERSE_PX = 60;

/** Lists that the bars make room for bear this attribute. */
const LIST = "data-makes-room";
/** The name under which an entry of the history keeps that the bars are gone. */
const KEPT = "bars gone";

/** Where the list last turned, or the bars last changed; undefined until it has been scrolled. */
let from: number | undefined;

export function useCollapsingBar(): void {
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins with its bars
  useEffect(restoreBars, [path]);
  useEffect(() => {
    const scroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.hasAttribute(LIST)) return;
      const top = target.scrollTop;
      const isGone = areBarsGone();
      // The first position was not scrolled to by anybody: it only says where to count from.
      from = from === undefined ? top : isGone ? Math.max(from, top) : Math.min(from, top);
      const isDown = top > DOWN_PX && top - from > REVERSE_PX && matchMedia(NARROW).matches;
      const isUp = top < AT_TOP_PX || from - top > REVERSE_PX;
      if (isGone ? !isUp : !isDown) return;
      const before = target.getBoundingClientRect().top;
      setBarsGone(!isGone);
      target.scrollTop += target.getBoundingClientRect().top - before;
      from = target.scrollTop;
    };
    document.addEventListener("scroll", scroll, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", scroll, { capture: true });
  }, []);
}

/** Has this entry of the history keep whether the bars are gone, beside how far its list is scrolled. */
export function keepBars(): void {
  keepHere(KEPT, areBarsGone());
}

/** The bars as this entry of the history has kept them; a new one begins with all of them. */
export function restoreBars(): void {
  setBarsGone(keptHere<boolean>(KEPT) === true);
  from = undefined;
}

function areBarsGone(): boolean {
  return document.documentElement.dataset.collapsed !== undefined;
}

function setBarsGone(isGone: boolean): void {
  if (isGone) document.documentElement.dataset.collapsed = "";
  else delete document.documentElement.dataset.collapsed;
}
