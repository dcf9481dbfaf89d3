// Makes sure that somebody sees the cell they are at before anything is recorded on it.
import { HEAD_HEIGHT, HEIGHT } from "./row-heights.ts";

/** Where the runbook is higher than the window, and the page scrolls: see `min-height` of its view. */
const LOW_WINDOW = matchMedia("(max-height: 33rem)");

/** Scrolls the page to a cell: in a low window the list itself may be out of sight. */
export function scrollPageTo(cell: HTMLElement | null): void {
  if (cell === null || !LOW_WINDOW.matches) return;
  const { top, bottom } = cell.getBoundingClientRect();
  if (bottom > window.innerHeight) window.scrollBy(0, bottom - window.innerHeight);
  else if (top < HEAD_HEIGHT) window.scrollBy(0, top - HEAD_HEIGHT);
}

/** The index of the first check in sight; null if there is none. */
export function firstInSight(grid: HTMLElement | null): number | null {
  if (grid === null) return null;
  const top = Math.max(0, grid.getBoundingClientRect().top) + HEAD_HEIGHT;
  const seen = [...grid.querySelectorAll<HTMLElement>("[role=gridcell][data-index][data-column='1']")]
    // A heading stays above the checks of its section, and may cover the uppermost.
    .filter((cell) => cell.getBoundingClientRect().top >= top + HEIGHT.section - 1)
    .map((cell) => Number(cell.dataset.index));
  return seen.length === 0 ? null : Math.min(...seen);
}

/** Whether the grid's active cell is in sight; one that was not is brought there. */
export function showActive(grid: HTMLElement | null): boolean {
  const cell = document.getElementById(grid?.getAttribute("aria-activedescendant") ?? "");
  if (grid === null || cell === null) return false;
  const [room, own] = [grid.getBoundingClientRect(), cell.getBoundingClientRect()];
  const middle = (own.top + own.bottom) / 2;
  if (middle > Math.max(0, room.top + HEAD_HEIGHT) && middle < Math.min(room.bottom, window.innerHeight)) return true;
  scrollPageTo(cell);
  grid.scrollTop += middle - (room.top + room.bottom + HEAD_HEIGHT + HEIGHT.section) / 2;
  return false;
}
