// What of the runbook is shown.
import type { Status } from "../../../api/types.ts";
import { STATUSES } from "../../../components/display/status.tsx";

export interface Filters {
  /** Words to look for in titles and refs. */
  q: string;
  /** None means every status. */
  statuses: Status[];
  platform: string | null;
  section: string | null;
}

export const NO_FILTERS: Filters = { q: "", statuses: [], platform: null, section: null };

export interface FilterState {
  filters: Filters;
  isFiltered: boolean;
  change(change: Partial<Filters>): void;
  clear(): void;
}

export function readFilters(params: URLSearchParams): Filters {
  const named = params.get("status")?.split(",") ?? [];
  return {
    q: params.get("q") ?? "",
    statuses: STATUSES.filter((status) => named.includes(status)),
    platform: params.get("platform"),
    section: params.get("section"),
  };
}
