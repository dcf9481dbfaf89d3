// What the command palette offers beside the places to go: each page adds what can be done on it.
import { useEffect, useRef, useSyncExternalStore } from "react";

export interface PaletteCommand {
  label: string;
  /** Tells commands with the same label apart. */
  id?: string;
  /** Other words that find the command. */
  also?: string | undefined;
  /** The kind of thing that the command is about, or where that is. */
  about?: string;
  /** The label of the shortcut that does the same, where it is another one: its key is shown while it works. */
  shortcut?: string;
  run(): void;
}

type Entry = { current: PaletteCommand[] };
const entries = new Set<Entry>();
const listeners = new Set<() => void>();
let version = 0;
/** A command that is run as soon as the page at this path offers it. */
let awaited: { label: string; path: string } | null = null;

export function useCommands(commands: PaletteCommand[]): void {
  const entry = useRef(commands);
  entry.current = commands;
  useEffect(() => {
    entries.add(entry);
    announce();
    runAwaited();
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

/** Runs a command once its page offers it, for somebody who was led there. Going elsewhere cancels it. */
export function runWhenOffered(label: string, path: string): void {
  awaited = { label, path };
  runAwaited();
}

function runAwaited(): void {
  if (awaited === null) return;
  const { label, path } = awaited;
  const found =
    location.pathname === path && [...entries].flatMap(({ current }) => current).find((one) => one.label === label);
  if (found === undefined) return;
  awaited = null;
  if (found) found.run();
}

function announce(): void {
  version++;
  for (const listener of listeners) listener();
}
