// Keys that do something. A page says which ones it has; they work unless somebody is typing, and the help (?) lists them.
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";

export interface Shortcut {
  /** Names as in `KeyboardEvent.key`, such as `j`, `/`, `ArrowDown`, or `Ctrl+Z`; each of them works. */
  keys: string[];
  label: string;
  /** The group in the help. */
  group: string;
  /** Held down, it runs again and again: for what moves, never for what changes something. */
  repeats?: true;
  /** Left to the browser, or to whoever came before, where this says no. */
  when?(event: KeyboardEvent): boolean;
  run(event: KeyboardEvent): void;
}

const KEY_WORD: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  " ": "Space",
};

/** A key as its keyboard shows it. */
export function keyLabel(key: string): string {
  if (/^[A-Z]$/.test(key)) return `Shift ${key}`;
  return KEY_WORD[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

type Entry = { current: Shortcut[] };

const entries = new Set<Entry>();
const listeners = new Set<() => void>();
let shown: Shortcut[] = [];

/** Registers shortcuts. The latest registered get a key first, so a dialog's win over its page's. */
export function useShortcuts(shortcuts: Shortcut[]): void {
  const entry = useRef(shortcuts);
  entry.current = shortcuts;
  useLayoutEffect(() => {
    entries.add(entry);
    announce();
    return () => {
      entries.delete(entry);
      announce();
    };
  }, []);
}

export function useShownShortcuts(): Shortcut[] {
  return useSyncExternalStore(subscribe, () => shown);
}

/** The key that does what is called this, here and now: one that something else has taken meanwhile does not. */
export function keyFor(label: string): string | undefined {
  const taken = new Set<string>();
  for (const { current } of [...entries].reverse()) {
    const found = current.find((one) => one.label === label)?.keys.find((key) => !taken.has(key));
    if (found !== undefined) return found;
    for (const { keys } of current) for (const key of keys) taken.add(key);
  }
  return undefined;
}

/** Listens for keys while the component stands. */
export function useShortcutListener(): void {
  useLayoutEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  shown = [...entries].flatMap(({ current }) => current);
  for (const listener of listeners) listener();
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  if (isTyping(event.target) || isInDialog(event.target)) return;
  const key = keyOf(event);
  for (const entry of [...entries].reverse()) {
    const found = entry.current.find(({ keys, when }) => keys.includes(key) && when?.(event) !== false);
    if (found === undefined) continue;
    event.preventDefault();
    if (!event.repeat || found.repeats === true) found.run(event);
    return;
  }
}

/** Caps lock changes what letters look like, not what they do. */
function keyOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): string {
  if (ctrlKey || metaKey) return `Ctrl+${shiftKey ? "Shift+" : ""}${key.toUpperCase()}`;
  if (key.length !== 1) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog],[role=menu],[role=listbox]") !== null;
}
