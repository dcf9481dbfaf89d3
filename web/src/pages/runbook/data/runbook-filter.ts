// What of the runbook is shown.
import { STATUSES } from "../../../../../src/wire/lists.ts";
import type { Status } from "../../../api/types.ts";

export interface RunbookFilter {
  /** Words to look for in titles and refs. */
  q: string;
  /** Statuses to show; an empty list shows every status. */
  statuses: Status[];
  platform: string | null;
  section: string | null;
  /** Whether only the reader's own sections of the cycle are shown. */
  mine: boolean;
}

export const MINE = "mine";

export const NO_FILTER: RunbookFilter = { q: "", statuses: [], platform: null, section: null, mine: false };

export interface FilterState {
  filters: RunbookFilter;
  isFiltered: boolean;
  change(change: Partial<RunbookFilter>): void;
  clear(): void;
}

export function readFilters(params: URLSearchParams): RunbookFilter {
  const named = params.get("status")?.split(",") ?? [];
  return {
    q: params.get("q") ?? "",
    statuses: STATUSES.filter((status) => named.includes(status)),
    platform: params.get("platform"),
    section: params.get("section"),
    mine: params.get(MINE) === "true",
  };
}
