// A secret that was just made, kept in memory until somebody says that it is stored: looking at another part of the page
// must not lose it.
import { useSyncExternalStore } from "react";

const shown = new Map<string, string>();
const listeners = new Set<() => void>();

export function useShownSecret(of: string): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown.get(of) ?? null,
  );
}

export function showSecret(of: string, secret: string): void {
  shown.set(of, secret);
  for (const listener of listeners) listener();
}

export function forgetSecret(of: string): void {
  shown.delete(of);
  for (const listener of listeners) listener();
}
