// Short words about what just happened, with a way back. They stay for a while and never take the focus.
import { CloseButton } from "@mantine/core";
import { useSyncExternalStore } from "react";
import classes from "./toasts.module.css";

export interface Toast {
  text: string;
  kind?: "done" | "failed";
  /** Words about the same kind of thing take each other's place, so that fast work doesn't pile them up. */
  topic?: string;
  /** Takes back what was done. */
  undo?(): void;
}

interface Shown extends Toast {
  id: number;
}

const STAY_MS = 6_000;
const STAY_FAILED_MS = 12_000;
const MAX_SHOWN = 3;

let shown: Shown[] = [];
let last = 0;
const listeners = new Set<() => void>();

export function toast(what: Toast): void {
  const id = ++last;
  const others = shown.filter(({ topic }) => topic === undefined || topic !== what.topic);
  replace([...others.slice(1 - MAX_SHOWN), { ...what, id }]);
  setTimeout(() => dismiss(id), what.kind === "failed" ? STAY_FAILED_MS : STAY_MS);
}

/** Says what went wrong, in the words of whoever refused it. */
export function toastError(error: unknown): void {
  toast({ kind: "failed", text: error instanceof Error ? error.message : "That did not work." });
}

/** Takes back the newest that can be; false when there is none. */
export function undoNewest(): boolean {
  const newest = shown.findLast(({ undo }) => undo !== undefined);
  if (newest === undefined) return false;
  dismiss(newest.id);
  newest.undo?.();
  return true;
}

export function Toasts() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <div className={classes.toasts} role="status" aria-live="polite">
      {toasts.map(({ id, text, kind, undo }) => (
        <div key={id} className={classes.toast} data-kind={kind ?? "done"}>
          <span className={classes.text}>{text}</span>
          {undo !== undefined && (
            <button
              type="button"
              className={classes.undo}
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              Undo
            </button>
          )}
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}

function dismiss(id: number): void {
  replace(shown.filter((one) => one.id !== id));
}

function replace(next: Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
