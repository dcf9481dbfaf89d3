// What was removed a moment ago: it is hidden at once, and gone for good when nobody wanted it back.
import { useSyncExternalStore } from "react";
import { onLeaving } from "../../api/before-sign-out.ts";
import { addressOf } from "../../api/client.ts";
import { readerHeader } from "../../api/reader.ts";
import { STAY_MS } from "../../interaction/toasts.tsx";

/** Waits as long as the toast with the undo is shown, and a little more. */
const WAIT_MS = STAY_MS + 500;

export interface Removal {
  /** Brings it back; false when it is too late. */
  back(): boolean;
  /** Settles once it is gone or was brought back; fails with what the server said, and then it is shown again. */
  done: Promise<void>;
}

interface Waiting {
  path: string;
  isSent: boolean;
  send(): Promise<void>;
}

let all: readonly Waiting[] = [];
let paths: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Paths whose removal is waiting, so that what they remove is hidden. */
export function removedPaths(): ReadonlySet<string> {
  return paths;
}

export function useRemoved(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, removedPaths);
}

/** Hides what `path` is about; `remove` is called later, sends DELETE to it, and takes in what came of that. */
export function removeLater(path: string, remove: () => Promise<unknown>): Removal {
  let settle!: (outcome?: Promise<void>) => void;
  const done = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const send = () => {
    if (waiting.isSent) return done;
    clearTimeout(timer);
    waiting.isSent = true;
    settle(
      remove()
        .then(() => {})
        .finally(() => letGo(waiting)),
    );
    return done;
  };
  const waiting: Waiting = { path, isSent: false, send };
  const timer = setTimeout(send, WAIT_MS);
  replace([...all, waiting]);
  const back = () => {
    if (waiting.isSent) return false;
    clearTimeout(timer);
    letGo(waiting);
    settle();
    return true;
  };
  return { back, done };
}

/** Removes what waits, or what of it is named, without waiting any longer. */
export async function removeNow(those?: (path: string) => boolean): Promise<void> {
  await Promise.all(all.filter(({ path }) => those?.(path) ?? true).map(({ send }) => send()));
}

// Whoever signs out, or leaves the page, takes nothing back any more: what waits is removed now.
onLeaving(() => removeNow());
addEventListener("pagehide", () => {
  for (const waiting of all) {
    waiting.isSent = true;
    void fetch(addressOf(waiting.path), { method: "DELETE", headers: readerHeader(), keepalive: true }).catch(() => {});
  }
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function letGo(waiting: Waiting): void {
  replace(all.filter((one) => one !== waiting));
}

function replace(next: readonly Waiting[]): void {
  all = next;
  paths = new Set(next.map(({ path }) => path));
  for (const listener of listeners) listener();
}
