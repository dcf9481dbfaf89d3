// Listeners that hear whether a change was saved, refused or could not be sent.
import type { Unsaved } from "../api/unsaved-change.ts";
import type { Saved } from "./send-change.ts";

export interface SentListener {
  saved(unsaved: Unsaved, saved: Saved): void;
  /** Called for a refused change, also for one in conflict. */
  refused?(unsaved: Unsaved): void;
  sending?(unsaved: Unsaved): void;
  /** The server can't be reached, or doesn't know who is signed in: everything waits. */
  stuck?(error: unknown): void;
}

export const sentListeners = new Set<SentListener>();

/** Calls `then` once the server has all changes, or refused one, or kept what was to be undone. */
export function onceSaved(changes: readonly string[], then: (isSaved: boolean) => void): void {
  const left = new Set(changes);
  const stop = onSent({
    saved: ({ id }, { stays }) => {
      if (!left.delete(id)) return;
      if (stays !== undefined) end(false);
      else if (left.size === 0) end(true);
    },
    refused: ({ id }) => {
      if (left.has(id)) end(false);
    },
  });
  const end = (isSaved: boolean) => {
    stop();
    then(isSaved);
  };
}

/** Calls `heard` with the outcome of changes, also of those that another tab sent. */
export function onSent(heard: SentListener): () => void {
  sentListeners.add(heard);
  return () => sentListeners.delete(heard);
}
