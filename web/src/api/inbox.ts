// The inbox of whoever is signed in. The live stream says when something comes; how much is unread is asked for.
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { get, pathWith, post, put, request } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import type { InboxEntry, Page, Watching } from "./types.ts";

const PER_PAGE = 50;

interface Count {
  unread: number;
}

/** Unread entries of the inbox; undefined until known. */
export function useUnreadCount(): number | undefined {
  return useQuery({
    queryKey: queryKeys.inbox("count"),
    queryFn: ({ signal }) => get<Count>("/inbox/count", {}, signal),
    refetchOnWindowFocus: true,
  }).data?.unread;
}

export function useInbox(onlyUnread: boolean) {
  return useInfiniteQuery({
    queryKey: queryKeys.inbox("entries", onlyUnread),
    queryFn: ({ pageParam: cursor, signal }) => {
      const path = pathWith("/inbox", { unread: onlyUnread ? "true" : undefined, limit: PER_PAGE, cursor });
      return request<Page<InboxEntry>>("GET", path, undefined, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<InboxEntry>) => page.next_cursor ?? undefined,
  });
}

export async function markRead(client: QueryClient, id: string): Promise<void> {
  await keepCount(client, post<Count>(`/inbox/${encodeURIComponent(id)}/read`));
}

/** What came after the newest that was shown stays unread. */
export async function markAllRead(client: QueryClient, until: string): Promise<void> {
  await keepCount(client, post<Count>("/inbox/read", { until }));
}

/** Marks an issue's inbox entries as read while the issue is open, also those that come meanwhile. */
export function useReadWith(issue: string): void {
  const client = useQueryClient();
  const unread = useUnreadCount() ?? 0;
  useEffect(() => {
    if (unread === 0 || document.visibilityState === "hidden") return;
    // Whether it was read is not worth a word; the next look tries again.
    void keepCount(client, post<Count>("/inbox/read", { issue })).catch(() => {});
  }, [client, issue, unread]);
}

async function keepCount(client: QueryClient, asked: Promise<Count>): Promise<void> {
  client.setQueryData(queryKeys.inbox("count"), await asked);
  await client.invalidateQueries({ queryKey: queryKeys.inbox("entries") });
}

/** Whether the reader watches an issue. */
export function useWatching(issue: string): Watching | undefined {
  return useQuery({
    queryKey: queryKeys.issuePart(issue, "watching"),
    queryFn: ({ signal }) => get<Watching>(`/issues/${encodeURIComponent(issue)}/watching`, {}, signal),
  }).data;
}

export async function setWatching(client: QueryClient, issue: string, watching: boolean): Promise<void> {
  const after = await put<Watching>(`/issues/${encodeURIComponent(issue)}/watching`, { watching });
  client.setQueryData(queryKeys.issuePart(issue, "watching"), after);
}
