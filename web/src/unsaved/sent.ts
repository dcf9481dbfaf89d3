// Who is told what became of changes.
import type { Unsaved } from "./change.ts";
import type { Saved } from "./send-change.ts";

export interface Heard {
  saved(unsaved: Unsaved, saved: Saved): void;
  /** Also when it is in conflict. */
  refused?(unsaved: Unsaved): void;
  sending?(unsaved: Unsaved): void;
  /** The server can't be reached, or doesn't know who is signed in: everything waits. */
  stuck?(error: unknown): void;
}

export const ears = new Set<Heard>();

/** Calls this once the server has all of them; not when one of them is refused, or when something stays that was to be undone. */
export function onceSaved(changes: readonly string[], then: () => void): void {
  const left = new Set(changes);
  const stop = onSent({
    saved: ({ id }, { stays }) => {
      if (!left.delete(id)) return;
      if (stays !== undefined) stop();
      else if (left.size === 0) {
        stop();
        then();
      }
    },
    refused: ({ id }) => {
      if (left.has(id)) stop();
    },
  });
}

/** Tells what became of changes, also of those that another tab has sent. */
export function onSent(heard: Heard): () => void {
  ears.add(heard);
  return () => ears.delete(heard);
}
