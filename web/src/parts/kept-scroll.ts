// How far something is scrolled, kept with the entry of the history, so that Back, Forward and a reload show the same.
import { keepHere, keptHere } from "../shell/history-entry.ts";

export function keepScroll(name: string, top: number): void {
  keepHere(`scroll ${name}`, Math.round(top));
}

export function keptScroll(name: string): number | undefined {
  return keptHere(`scroll ${name}`);
}
