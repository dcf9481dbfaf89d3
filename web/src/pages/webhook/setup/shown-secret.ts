// A secret that was just made, kept in memory until somebody says that it is stored: looking at another part of the page
// must not lose it.
import { useSyncExternalStore } from "react";

const shown = new Map<string, string>();
const listeners = new Set<() => void>();

export function useShownSecret(app: string): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown.get(app) ?? null,
  );
}

export function showSecret(app: string, secret: string): void {
  shown.set(app, secret);
  for (const listener of listeners) listener();
}

export function forgetSecret(app: string): void {
  shown.delete(app);
  for (const listener of listeners) listener();
}
