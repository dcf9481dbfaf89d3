// Apps as pages read them.
import { useQuery } from "@tanstack/react-query";
import { get } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import type { App, AppEntry } from "./types.ts";

/** An app of the overview: the list's entry with its summary. */
export type OverviewApp = AppEntry & { summary: App["summary"] };

export function useOverview() {
  return useQuery({
    queryKey: queryKeys.overview,
    queryFn: ({ signal }) => get<OverviewApp[]>("/overview", {}, signal),
  });
}

/** Reads an app; waits until its id is known. */
export function useApp(id: string | undefined) {
  return useQuery({
    queryKey: queryKeys.app(id ?? ""),
    queryFn: ({ signal }) => get<App>(`/apps/${encodeURIComponent(id!)}`, {}, signal),
    enabled: id !== undefined,
  });
}
