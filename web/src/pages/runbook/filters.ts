// What of the runbook is shown. It stands in the address, so that a link shows the same.
import { useMemo } from "react";
import { useSearchParams } from "wouter";
import type { Status } from "../../api/types.ts";
import { STATUSES } from "../../parts/status.tsx";

export interface Filters {
  /** Words to look for in titles and refs. */
  q: string;
  /** None means every status. */
  statuses: Status[];
  platform: string | null;
  section: string | null;
}

export interface FilterState {
  filters: Filters;
  /** The check whose details are open. */
  opened: string | null;
  change(change: Partial<Filters>): void;
  open(check: string | null): void;
  clear(): void;
  isFiltered: boolean;
}

export function useFilters(): FilterState {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  return useMemo(() => {
    const read = new URLSearchParams(text);
    const named = read.get("status")?.split(",") ?? [];
    const filters: Filters = {
      q: read.get("q") ?? "",
      statuses: STATUSES.filter((status) => named.includes(status)),
      platform: read.get("platform"),
      section: read.get("section"),
    };
    const write = (values: Record<string, string | null>, replace = true) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(values)) {
            if (value === null || value === "") after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace },
      );
    return {
      filters,
      opened: read.get("check"),
      change: ({ statuses, ...others }) =>
        write({ ...others, ...(statuses === undefined ? {} : { status: statuses.join(",") }) }),
      // The way back closes what was opened; going from one check to the next is no step of its own.
      open: (check) => write({ check }, check === null || read.has("check")),
      clear: () => write({ q: null, status: null, platform: null, section: null }),
      isFiltered: filters.q !== "" || filters.statuses.length > 0 || filters.section !== null,
    };
  }, [text, setParams]);
}
