// What the command palette offers beside the places to go: each page adds what can be done on it.
import { useEffect, useRef, useSyncExternalStore } from "react";

export interface PaletteCommand {
  label: string;
  /** Where several may have the same label. */
  id?: string;
  /** What kind of thing it is, or where. */
  about?: string;
  /** The label of the shortcut that does the same, where it is another one: its key is shown while it works. */
  shortcut?: string;
  run(): void;
}

type Entry = { current: PaletteCommand[] };
const entries = new Set<Entry>();
const listeners = new Set<() => void>();
let version = 0;

export function useCommands(commands: PaletteCommand[]): void {
  const entry = useRef(commands);
  entry.current = commands;
  useEffect(() => {
    entries.add(entry);
    announce();
    return () => {
      entries.delete(entry);
      announce();
    };
  }, []);
}

export function useOfferedCommands(): PaletteCommand[] {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => version,
  );
  return [...entries].flatMap(({ current }) => current);
}

function announce(): void {
  version++;
  for (const listener of listeners) listener();
}
