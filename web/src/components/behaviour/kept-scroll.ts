// How far something is scrolled, kept with the entry of the history, so that Back, Forward and a reload show the same.

import { keepHere, keptHere } from "../../interaction/browser-history.ts";
import { keepBars, restoreBars } from "../../interaction/collapsing-bar.ts";

export function keepScroll(name: string, top: number): void {
  keepHere(`scroll ${name}`, Math.round(top));
  keepBars();
}

/** How far it was scrolled; the bars above it are as they were then. */
export function keptScroll(name: string): number | undefined {
  const top = keptHere<number>(`scroll ${name}`);
  if (top !== undefined) restoreBars();
  return top;
}
