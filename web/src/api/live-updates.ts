// Live updates: the server names each app that changed, and what was read of it is read again. While the server refuses a
// stream (there are too many), everything that is shown is read again every few seconds instead.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { addressOf } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { isSignedIn } from "./session.tsx";
import type { Issue } from "./types.ts";

/** Changes that come closer together than this are read once. */
const SETTLE_MS = 150;
/** A stream that was cut is often back at once: only a longer silence is worth a word. */
const SILENCE_MS = 2_500;
const AGAIN_MS = 3_000;
/** Pause between two reads while there is no stream. */
const POLL_MS = 5_000;

let connected = true;
const listeners = new Set<() => void>();

function setConnected(value: boolean): void {
  if (value === connected) return;
  connected = value;
  for (const listener of listeners) listener();
}

/** Is called whenever changes begin or cease to arrive here. Gives what ends that. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isConnected(): boolean {
  return connected;
}

/** Whether changes made elsewhere arrive here. */
export function useConnected(): boolean {
  return useSyncExternalStore(onConnection, isConnected);
}

/** Keeps the stream open while the component stands and somebody is signed in. */
export function useLive(isLive: boolean): void {
  const client = useQueryClient();
  useEffect(() => (isLive ? follow(client) : undefined), [client, isLive]);
}

function follow(client: QueryClient): () => void {
  const revisions = new Map<string, number>();
  const changed = new Set<string>();
  /** Whether one came or went meanwhile: then others are archived. */
  let hasOthers = false;
  let source: EventSource | undefined;
  let settle: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  const refresh = () => {
    settle = undefined;
    const ids = new Set(changed);
    changed.clear();
    readAgain(client, (app) => ids.has(app), hasOthers);
    hasOthers = false;
  };
  const note = (id: string, revision: number) => {
    const known = revisions.get(id);
    revisions.set(id, revision);
    if (known === undefined) hasOthers = true;
    if (known !== revision) noteChanged(id);
  };
  const noteGone = (id: string) => {
    revisions.delete(id);
    hasOthers = true;
    noteChanged(id);
  };
  const noteChanged = (id: string) => {
    changed.add(id);
    settle ??= setTimeout(refresh, SETTLE_MS);
  };
  const heard = () => {
    clearTimeout(silence);
    silence = undefined;
    setConnected(true);
  };
  /** The browser gives a stream up for good when it is answered with an error: the session is no more, or there are too many. */
  const pollOnce = async () => {
    again = setTimeout(open, POLL_MS);
    if (!(await isStillSignedIn(client))) return;
    heard();
    readAgain(client, () => true, true);
  };
  const open = () => {
    source = new EventSource(addressOf("/live"));
    source.addEventListener("apps", (event) => {
      heard();
      const { apps } = JSON.parse(event.data) as { apps: Record<string, number> };
      const isFirst = revisions.size === 0;
      // Something may have come while there was no stream.
      if (!isFirst) void client.invalidateQueries({ queryKey: queryKeys.inbox() });
      // What is not listed any more was archived, or is out of reach.
      for (const id of [...revisions.keys(), ...readOf(client)]) if (apps[id] === undefined) noteGone(id);
      for (const [id, revision] of Object.entries(apps)) {
        if (isFirst) revisions.set(id, knownOf(client, id) ?? revision);
        note(id, revision);
      }
    });
    source.addEventListener("app", (event) => {
      const { id, revision, gone } = JSON.parse(event.data) as { id: string; revision: number; gone?: true };
      if (gone === true) noteGone(id);
      else note(id, revision);
    });
    source.addEventListener("inbox", () => void client.invalidateQueries({ queryKey: queryKeys.inbox() }));
    source.addEventListener("end", () => {
      source?.close();
      void client.invalidateQueries({ queryKey: ["me"] });
      again = setTimeout(open, AGAIN_MS);
    });
    source.onerror = () => {
      silence ??= setTimeout(() => setConnected(false), SILENCE_MS);
      if (source?.readyState === EventSource.CLOSED) void pollOnce();
    };
  };
  // A stream that was open may take minutes to notice that the network is gone.
  const lost = () => setConnected(false);
  const back = () => {
    source?.close();
    clearTimeout(again);
    open();
  };
  window.addEventListener("offline", lost);
  window.addEventListener("online", back);
  open();
  return () => {
    source?.close();
    window.removeEventListener("offline", lost);
    window.removeEventListener("online", back);
    for (const timer of [settle, silence, again]) clearTimeout(timer);
  };
}

/** Reads again what is shown of the apps that `isWanted`; the rest is read when somebody looks at it. */
function readAgain(client: QueryClient, isWanted: (app: string) => boolean, withArchived: boolean): void {
  if (withArchived) void client.invalidateQueries({ queryKey: queryKeys.inbox() });
  if (withArchived) void client.invalidateQueries({ queryKey: queryKeys.archivedApps });
  /** An issue that isn't read yet may be of any app. Comments follow the issue's history: see `useComments`. */
  const isWantedIssue = (id: string, part: unknown) => {
    const app = client.getQueryData<Issue>(queryKeys.issue(id))?.app.id;
    return part !== "comments" && (app === undefined || isWanted(app));
  };
  void client.invalidateQueries({
    predicate: ({ queryKey: [kind, id, part] }) =>
      kind === "overview" ||
      kind === "issues" ||
      (kind === "issue" && isWantedIssue(id as string, part)) ||
      (kind === "app" && isWanted(id as string)),
  });
}

async function isStillSignedIn(client: QueryClient): Promise<boolean> {
  const before = Date.now();
  await client.invalidateQueries({ queryKey: ["me"] });
  const { dataUpdatedAt = 0 } = client.getQueryState(["me"]) ?? {};
  return dataUpdatedAt >= before && isSignedIn(client);
}

/** The apps of which something was read. */
function readOf(client: QueryClient): string[] {
  const read = client
    .getQueryCache()
    .findAll({ queryKey: ["app"], predicate: ({ state }) => state.data !== undefined });
  return read.map(({ queryKey: [, id] }) => id as string);
}

/** The revision that what was read of an app is of: it may have changed before the stream was open. */
function knownOf(client: QueryClient, app: string): number | undefined {
  const read = client.getQueriesData<{ revision: number }>({ queryKey: queryKeys.appPart(app, "runbook") });
  const revisions = read.flatMap(([, runbook]) => runbook?.revision ?? []);
  return revisions.length === 0 ? undefined : Math.min(...revisions);
}
