// Cycles of an app as pages read them.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { MAX_OPEN_CYCLES } from "../../../src/wire/limits.ts";
import { pathWith, request } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import type { Cycle, Page } from "./types.ts";

/** Closed cycles that one request asks for. */
const AT_ONCE = 20;

/** An app's open cycles, the newest first. */
export function useOpenCycles(app: string) {
  return useQuery({
    queryKey: cyclesKey(app, "open"),
    queryFn: async ({ signal }) => (await list(app, { status: "open", limit: MAX_OPEN_CYCLES }, signal)).data,
  });
}

/** An app's closed cycles, the newest first, page by page. */
export function useClosedCycles(app: string) {
  return useInfiniteQuery({
    queryKey: cyclesKey(app, "closed"),
    queryFn: ({ pageParam, signal }) => list(app, { status: "closed", limit: AT_ONCE, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** The address of a cycle's runbook. */
export function cycleHref(app: string, cycle: string): string {
  return `/apps/${app}?cycle=${encodeURIComponent(cycle)}`;
}

/** The report of a cycle, or of all testing, made for printing. */
export function reportHref(app: string, cycle?: string): string {
  return cycle === undefined ? `/apps/${app}/report` : `/apps/${app}/cycles/${encodeURIComponent(cycle)}/report`;
}

function cyclesKey(app: string, status: Cycle["status"]) {
  return queryKeys.appPart(app, "cycles", status);
}

function list(app: string, params: Parameters<typeof pathWith>[1], signal: AbortSignal): Promise<Page<Cycle>> {
  const path = pathWith(`/apps/${encodeURIComponent(app)}/cycles`, params);
  return request<Page<Cycle>>("GET", path, undefined, signal);
}
