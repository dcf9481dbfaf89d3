// The address of a runbook says what is shown: the cycle, the filters, the check and the cell one is at, the check that is open, and
// where the list begins when one looks elsewhere. Whatever a link, a reload, Back or Forward lead to is read from it.
import { useCallback, useMemo, useState } from "react";
import { navigate, useLocationProperty } from "wouter/use-browser-location";
import { addressNow, followAddress } from "../../../interaction/browser-history.ts";
import { ownStep, useForVisit, useVisit } from "../../../interaction/page-visits.ts";
import { type FilterState, MINE, NO_FILTER, type RunbookFilter, readFilters } from "./runbook-filter.ts";

/** The reader's place in the runbook, as the address says it. */
export interface AddressPlace {
  /** The row: a check by its id or ref, or the key of another row. */
  at: string | null;
  /** The platform's code; `EVERYWHERE` for the check with all its platforms. */
  on: string | null;
  /** The check whose details are open. */
  opened: string | null;
  /** The first row in sight, when the one that one is at can't be seen. */
  top: string | null;
}

const CYCLE = "cycle";

/** Stands for all platforms: none can have this code. */
export const EVERYWHERE = "*";

export function readPlace(params: URLSearchParams): AddressPlace {
  const opened = params.get("check");
  return { at: params.get("at") ?? opened, on: params.get("on"), opened, top: params.get("top") };
}

/** The cycle that the address names; without one it is all testing. */
export function useNamedCycle(): string | null {
  return useLocationProperty(() => addressNow().searchParams.get(CYCLE));
}

/** Switches to this cycle, or to all testing, with the same filters and place. Only a cycle has testers of sections. */
export function showCycle(cycle: string | null): void {
  const { pathname, searchParams } = addressNow();
  if (cycle !== null) searchParams.set(CYCLE, cycle);
  else for (const name of [CYCLE, MINE]) searchParams.delete(name);
  navigate(`${pathname}?${searchParams}`);
}

/** The part of the address after the question mark, with it. */
export function runbookSearchOf(
  cycle: string | null,
  filters: RunbookFilter,
  { at, on, opened, top }: AddressPlace,
): string {
  const { q, statuses, platform, section, mine } = filters;
  const params = new URLSearchParams();
  const values = {
    [CYCLE]: cycle,
    q,
    status: statuses.join(","),
    platform,
    section,
    [MINE]: mine ? "true" : null,
    check: opened,
    at: at === opened ? null : at,
    on,
    top,
  };
  for (const [name, value] of Object.entries(values)) if (value !== null && value !== "") params.set(name, value);
  // A comma needs no escape in a query, and is easier to read without.
  const text = params.toString().replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
}

export interface RunbookAddress extends FilterState {
  /** What the address named when it was gone to. */
  aim: AddressPlace;
  /** A new number for every address that was gone to by a link, Back or Forward. */
  visit: number;
  /** Has the address say where one is now; `asStep` makes it a step that Back takes back. */
  follow(place: AddressPlace, asStep?: boolean): void;
}

export function useRunbookAddress(): RunbookAddress {
  const [path] = useState(() => location.pathname);
  const visit = useVisit(path);
  const aim = useMemo(() => readHere(visit), [visit]);
  const [filters, setFilters] = useForVisit(visit, aim.filters);
  const change = useCallback(
    (part: Partial<RunbookFilter>) => setFilters((before) => ({ ...before, ...part })),
    [setFilters],
  );
  const clear = useCallback(() => change(NO_FILTER), [change]);
  const follow = useCallback(
    (place: AddressPlace, asStep = false) => {
      // Another page may be there already.
      if (location.pathname !== path) return;
      const address = path + runbookSearchOf(aim.cycle, filters, place);
      if (asStep) ownStep(() => navigate(address, { state: { isOpening: true } }));
      else followAddress(address);
    },
    [path, aim, filters],
  );
  return useMemo(() => {
    const isFiltered = filters.q !== "" || filters.statuses.length > 0 || filters.section !== null || filters.mine;
    return { filters, isFiltered, aim: aim.place, visit, change, clear, follow };
  }, [filters, aim, visit, change, clear, follow]);
}

/** `_visit` says which one: the address is read once for each. */
function readHere(_visit: number): { cycle: string | null; filters: RunbookFilter; place: AddressPlace } {
  const { searchParams } = addressNow();
  return { cycle: searchParams.get(CYCLE), filters: readFilters(searchParams), place: readPlace(searchParams) };
}
