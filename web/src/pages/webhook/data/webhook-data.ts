// The webhook's settings and logs as this page reads and changes them.

import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { DEFAULT_PAGE } from "../../../../../src/wire/limits.ts";
import { get, patch, pathWith, request } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Delivery, Notification, Page, Webhook, WebhookTemplate, WholeDelivery } from "../../../api/types.ts";
import { toast, toastError } from "../../../interaction/toasts.tsx";

export type WebhookChange = Partial<
  Pick<
    Webhook,
    | "enabled"
    | "preset"
    | "mapping"
    | "default_platforms"
    | "default_priority"
    | "default_section"
    | "recoveries"
    | "notify_url"
  >
>;
export type LogName = "deliveries" | "notifications";
export type WebhookLogEntry<Name extends LogName> = Name extends "deliveries" ? Delivery : Notification;

/**
 * Refused deliveries and outcomes of notifications don't change the app's revision, so the stream doesn't tell of them
 * and they are polled.
 */
const LOOK_AGAIN_MS = 3_000;

export const webhookKey = (app: string) => queryKeys.appPart(app, "webhook");
export const logKey = (app: string, log: LogName) => queryKeys.appPart(app, log);

export function webhookPath(app: string, rest = ""): string {
  return `/apps/${encodeURIComponent(app)}/webhook${rest}`;
}

export function logPath(app: string, log: LogName): string {
  return log === "deliveries" ? webhookPath(app, "/deliveries") : `/apps/${encodeURIComponent(app)}/notifications`;
}

export function useWebhook(app: string, isLive: boolean) {
  return useQuery({
    queryKey: webhookKey(app),
    queryFn: ({ signal }) => get<Webhook>(webhookPath(app), {}, signal),
    enabled: isLive,
    // The stream does not tell when a new hour begins.
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : Math.max(5_000, new Date(data.hour.resets_at).getTime() - Date.now() + 500),
  });
}

/** The tools that a mapping can be filled in for. */
export function useWebhookTemplates() {
  return useQuery({
    queryKey: queryKeys.webhookTemplates,
    queryFn: ({ signal }) => get<WebhookTemplate[]>("/webhook-templates", {}, signal),
    // They change with the program alone.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Shows a change at once, and takes it back when it is refused. The caller reports what went wrong. */
export function useChangeWebhook(app: string) {
  const client = useQueryClient();
  const key = webhookKey(app);
  return useMutation({
    mutationFn: (change: WebhookChange) => patch<Webhook>(webhookPath(app), change),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<Webhook>(key);
      if (before !== undefined) client.setQueryData(key, { ...before, ...change });
      return before;
    },
    onError: (_error, _change, before) => {
      client.setQueryData(key, before);
      void client.invalidateQueries({ queryKey: key });
    },
    onSuccess: (webhook) => client.setQueryData(key, webhook),
  });
}

/** Changes settings, says so, and offers the way back. Gives what settles once that is over. */
export function useWebhookSetting(app: string): (change: WebhookChange, said: string) => Promise<void> {
  const client = useQueryClient();
  const { mutateAsync } = useChangeWebhook(app);
  return async (change, said) => {
    const before = client.getQueryData<Webhook>(webhookKey(app));
    if (before === undefined) return;
    const back = Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof WebhookChange]]));
    try {
      await mutateAsync(change);
      toast({ text: said, undo: () => void mutateAsync(back).catch(toastError) });
    } catch (error) {
      toastError(error);
    }
  };
}

/** Puts an answer in place of what is known. */
export function useReplaceWebhook(app: string): (webhook: Webhook) => void {
  const client = useQueryClient();
  return (webhook) => client.setQueryData(webhookKey(app), webhook);
}

/** The newest entry of a log, looked for again and again while the page is seen; a new one makes the log stale. */
export function useNewest<Name extends LogName>(app: string, log: Name) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: queryKeys.appPart(app, "newest", log),
    queryFn: async ({ signal }) => (await readLog<Name>(app, log, { limit: 1 }, signal)).data[0] ?? null,
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: 0,
  });
  const mark = data === undefined ? undefined : markOf(data);
  const seen = useRef(mark);
  useEffect(() => {
    if (mark === undefined) return;
    const known = client.getQueryData<InfiniteData<Page<WebhookLogEntry<Name>>>>(logKey(app, log))?.pages[0];
    if (known !== undefined && markOf(known.data[0]) !== mark) {
      void client.invalidateQueries({ queryKey: logKey(app, log) });
    }
    // A delivery counts towards the hour.
    const isNew = seen.current !== undefined && seen.current !== mark;
    if (isNew && log === "deliveries") void client.invalidateQueries({ queryKey: webhookKey(app) });
    seen.current = mark;
  }, [mark, client, app, log]);
  return data;
}

/** What changes when an entry is new, or another thing became of it. */
function markOf(entry: Delivery | Notification | null | undefined): string {
  if (entry === null || entry === undefined) return "none";
  return "state" in entry ? `${entry.id} ${entry.state}` : entry.id;
}

/** A log, newest first, with the pages that were loaded. */
export function useLog<Name extends LogName>(app: string, log: Name) {
  return useInfiniteQuery({
    queryKey: logKey(app, log),
    queryFn: ({ pageParam, signal }) => readLog<Name>(app, log, { limit: DEFAULT_PAGE, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

function readLog<Name extends LogName>(
  app: string,
  log: Name,
  params: { limit: number; cursor?: string | null },
  signal: AbortSignal,
): Promise<Page<WebhookLogEntry<Name>>> {
  return request("GET", pathWith(logPath(app, log), params), undefined, signal);
}

/** One delivery with its headers and body. */
export function useDelivery(app: string, id: string | null) {
  return useQuery({
    queryKey: queryKeys.appPart(app, "delivery", id),
    queryFn: ({ signal }) => get<WholeDelivery>(webhookPath(app, `/deliveries/${id}`), {}, signal),
    enabled: id !== null,
    // What came in stays as it came.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
