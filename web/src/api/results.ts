// Results as pages read them.
import { useInfiniteQuery } from "@tanstack/react-query";
import { addressOf, pathWith, request } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import type { Page, Result } from "./types.ts";

/** A query for results as the API takes it. */
export interface ResultQuery {
  check?: string | undefined;
  platform?: string | undefined;
  outcome?: string | undefined;
  tester?: string | undefined;
  build?: string | undefined;
  cycle?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** The newest first, a page at a time. A page may be empty and have one behind it. */
export function useResultPages(app: string, query: ResultQuery, limit: number) {
  return useInfiniteQuery({
    queryKey: queryKeys.appPart(app, "results", query, limit),
    queryFn: ({ pageParam, signal }) =>
      request<Page<Result>>(
        "GET",
        pathWith("/results", { app, ...query, limit, cursor: pageParam }),
        undefined,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: (before) => before,
  });
}

/** The address of all these results as a file. */
export function resultsFile(app: string, query: ResultQuery): string {
  return addressOf(pathWith("/results/export", { app, ...query, format: "csv" }));
}

/** The address of the page that lists these results. */
export function historyHref(app: string, query: Pick<ResultQuery, "check" | "platform" | "cycle"> = {}): string {
  return pathWith(`/apps/${encodeURIComponent(app)}/history`, { ...query });
}
