// An app's connections, and what was forwarded by them, as this page reads and changes them.

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DEFAULT_PAGE } from "../../../../src/wire/limits.ts";
import type { Tool } from "../../../../src/wire/lists.ts";
import { get, patch, pathWith, post, request } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { Connection, Forward, NewConnection, Page } from "../../api/types.ts";
import { showSecret } from "../../components/secret/shown-secret.ts";
import { toast, toastError } from "../../interaction/toasts.tsx";

/** Null removes a setting or a credential. */
export interface ConnectionChange {
  name?: string;
  enabled?: boolean;
  paused?: false;
  settings?: Record<string, unknown>;
  credentials?: Record<string, string | null>;
}

/** Sending and receiving don't change the app's revision, so the live stream doesn't tell of them and they are polled. */
const LOOK_AGAIN_MS = 3_000;
const LOOK_SOON_MS = 1_000;

export const connectionsKey = (app: string) => queryKeys.appPart(app, "connections");
export const forwardsKey = (app: string, id: string) => queryKeys.appPart(app, "forwards", id);

export function connectionsPath(app: string, rest = ""): string {
  return `/apps/${encodeURIComponent(app)}/connections${rest}`;
}

export function useConnections(app: string, enabled: boolean) {
  return useQuery({
    queryKey: connectionsKey(app),
    queryFn: ({ signal }) => get<Connection[]>(connectionsPath(app), {}, signal),
    refetchInterval: LOOK_AGAIN_MS,
    enabled,
  });
}

/** Puts a connection in place of its former state, or at the end; null removes it. */
export function useReplaceConnection(app: string): (id: string, connection: Connection | null) => void {
  const client = useQueryClient();
  return (id, connection) => {
    void client.cancelQueries({ queryKey: connectionsKey(app) });
    client.setQueryData<Connection[]>(connectionsKey(app), (all = []) => {
      if (connection === null) return all.filter((one) => one.id !== id);
      const isKnown = all.some((one) => one.id === id);
      return isKnown ? all.map((one) => (one.id === id ? connection : one)) : [...all, connection];
    });
  };
}

export function useAddConnection(app: string, onAdded: (connection: Connection) => void) {
  const replaceConnection = useReplaceConnection(app);
  return useMutation({
    mutationFn: (body: { tool: Tool; name: string; settings: object }) =>
      post<NewConnection>(connectionsPath(app), body),
    onSuccess: ({ secret, ...connection }) => {
      if (secret !== undefined) showSecret(connection.id, secret);
      replaceConnection(connection.id, connection);
      onAdded(connection);
    },
  });
}

/** Shows a change at once, and takes it back when it is refused. The caller reports what went wrong. */
export function useChangeConnection(app: string, id: string) {
  const client = useQueryClient();
  const replaceConnection = useReplaceConnection(app);
  const key = connectionsKey(app);
  return useMutation({
    scope: { id: `change-connection ${id}` },
    mutationFn: (change: ConnectionChange) => patch<Connection>(connectionsPath(app, `/${id}`), change),
    onMutate: (change) => {
      const before = client.getQueryData<Connection[]>(key)?.find((one) => one.id === id);
      if (before !== undefined) replaceConnection(id, changed(before, change));
      return before;
    },
    onError: (_error, _change, before) => {
      if (before !== undefined) replaceConnection(id, before);
      void client.invalidateQueries({ queryKey: key });
    },
    onSuccess: (connection) => {
      replaceConnection(id, connection);
      void client.invalidateQueries({ queryKey: forwardsKey(app, id) });
    },
  });
}

/** Replaces a secret, which goes on working for a while, and shows the new one. */
export function useRotateSecret(app: string, id: string): () => Promise<void> {
  const replaceConnection = useReplaceConnection(app);
  return async () => {
    try {
      const { secret, ...connection } = await post<NewConnection>(connectionsPath(app, `/${id}/secret`));
      replaceConnection(id, connection);
      showSecret(id, secret!);
    } catch (error) {
      toastError(error);
    }
  };
}

/** Changes settings, says so, and offers the way back. Gives what settles once that is over. */
export function useConnectionSetting(app: string, connection: Connection) {
  const { mutateAsync } = useChangeConnection(app, connection.id);
  return async (change: Omit<ConnectionChange, "credentials">, said: string): Promise<void> => {
    const back = changeBack(connection, change);
    try {
      await mutateAsync(change);
      toast({ text: said, undo: () => void mutateAsync(back).catch(toastError) });
    } catch (error) {
      toastError(error);
    }
  };
}

/** What brings back what a change of settings replaces. */
export function changeBack(before: Connection, { name, enabled, settings }: ConnectionChange): ConnectionChange {
  const back: ConnectionChange = {};
  if (name !== undefined) back.name = before.name;
  if (enabled !== undefined) back.enabled = before.enabled;
  if (settings !== undefined) {
    back.settings = Object.fromEntries(Object.keys(settings).map((one) => [one, before.settings[one] ?? null]));
  }
  return back;
}

function changed(before: Connection, { name, enabled, settings }: ConnectionChange): Connection {
  const all = Object.entries({ ...before.settings, ...settings });
  return {
    ...before,
    name: name ?? before.name,
    enabled: enabled ?? before.enabled,
    settings: Object.fromEntries(all.filter(([, value]) => value !== null)),
  };
}

/** Forwards of a connection, newest first. They are polled while one is under way. */
export function useForwards(app: string, { id, state }: Connection) {
  return useInfiniteQuery({
    queryKey: forwardsKey(app, id),
    queryFn: ({ pageParam, signal }) =>
      request<Page<Forward>>(
        "GET",
        pathWith(connectionsPath(app, `/${id}/forwards`), { limit: DEFAULT_PAGE, cursor: pageParam }),
        undefined,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state: { data } }) => {
      const isUnderWay = data?.pages[0]?.data.some((forward) => forward.state === "pending") === true;
      return isUnderWay && (state === "active" || state === "waiting") ? LOOK_SOON_MS : false;
    },
  });
}
