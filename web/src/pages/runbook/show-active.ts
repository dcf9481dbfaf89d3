// Makes sure that somebody sees the cell they are at before anything is recorded on it.
import { HEAD_HEIGHT, HEIGHT } from "./grid-measures.ts";

/** Whether the grid's active cell is in sight; one that was not is brought there. */
export function showActive(grid: HTMLElement | null): boolean {
  const cell = document.getElementById(grid?.getAttribute("aria-activedescendant") ?? "");
  if (grid === null || cell === null) return false;
  const [room, own] = [grid.getBoundingClientRect(), cell.getBoundingClientRect()];
  const middle = (own.top + own.bottom) / 2;
  if (middle > room.top + HEAD_HEIGHT && middle < room.bottom) return true;
  grid.scrollTop += middle - (room.top + room.bottom + HEAD_HEIGHT + HEIGHT.section) / 2;
  return false;
}
