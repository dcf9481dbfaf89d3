// Whether the list of what is not saved yet is open, and what its viewer was about to do.
import { useSyncExternalStore } from "react";

export interface UnsavedView {
  /** Signs out, and keeps unsaved changes for the next time or drops them. */
  signOut: ((unsaved: "keep" | "let go") => Promise<void>) | null;
}

let view: UnsavedView | null = null;
const listeners = new Set<() => void>();

export function showUnsaved(signOut: UnsavedView["signOut"] = null): void {
  set({ signOut });
}

export function hideUnsaved(): void {
  set(null);
}

export function useUnsavedView(): UnsavedView | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => view,
  );
}

function set(next: UnsavedView | null): void {
  view = next;
  for (const listener of listeners) listener();
}
