// How far something is scrolled, kept with the entry of the history, so that Back, Forward and a reload show the same.
import { keepBars, restoreBars } from "../shell/collapsing-bar.ts";
import { keepHere, keptHere } from "../shell/history-entry.ts";

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
