// Short words about what just happened, with a way back. They stay long enough to be read, never take the focus, and stand
// where nothing is being worked on.
import { CloseButton } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { Link } from "wouter";
import { plainOrder } from "./plain-order.ts";
import { useShortcuts } from "./shortcuts.tsx";
import classes from "./toasts.module.css";
import { useToastPlace } from "./use-toast-place.ts";

export interface Toast {
  text: string;
  kind?: "done" | "failed";
  /** Words about the same kind of thing take each other's place, so that fast work doesn't pile them up. */
  topic?: string;
  /** What the words are about, named and gone to at their end. */
  link?: { text: string; href: string };
  /** A further button on the toast. */
  action?: ReactNode;
  /** Undoes what was done. */
  undo?(): void;
}

interface Shown extends Toast {
  id: number;
  /** The app whose page was shown when it was said, or null. */
  app: string | null;
}

export const STAY_MS = 8_000;
const STAY_FAILED_MS = 20_000;
const STEP_MS = 500;
const MAX_SHOWN = 3;

let shown: readonly Shown[] = [];
/** Milliseconds that each still stays, by its id. */
const left = new Map<number, number>();
let last = 0;
const listeners = new Set<() => void>();

export function toast(what: Toast): void {
  const id = ++last;
  left.set(id, what.kind === "failed" ? STAY_FAILED_MS : STAY_MS);
  const others = shown.filter(({ topic }) => topic === undefined || topic !== what.topic);
  replace([...others.slice(1 - MAX_SHOWN), { ...what, id, app: shownApp() }]);
}

/** The app whose page is shown, or null. */
export function shownApp(): string | null {
  return /^\/apps\/([^/]+)/.exec(location.pathname)?.[1] ?? null;
}

/** Says what went wrong, in the words of whoever refused it. */
export function toastError(error: unknown): void {
  toast({ kind: "failed", text: error instanceof Error ? error.message : "That did not work." });
}

/** Takes back the newest that can be, on an app's page only what was done in that app; false when there is none. */
export function undoNewest(): boolean {
  const here = shownApp();
  const isElsewhere = (app: string | null) => here !== null && app !== null && app !== here;
  const newest = shown.findLast(({ undo, app }) => undo !== undefined && !isElsewhere(app));
  if (newest === undefined) return false;
  dismiss(newest.id);
  newest.undo?.();
  return true;
}

export function Toasts() {
  const box = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  const isAny = toasts.length > 0;
  useToastPlace(box, toasts);
  useEffect(() => {
    if (!isAny) return;
    const timer = setInterval(() => age(box.current), STEP_MS);
    return () => clearInterval(timer);
  }, [isAny]);
  // The key works everywhere, also in a field or a dialog: it is only listed among the keys, and handled here.
  useShortcuts([{ keys: ["F8"], label: "Go to the messages", group: "Everywhere", when: () => false, run: () => {} }]);
  useEffect(() => {
    const enter = (event: KeyboardEvent) => {
      if (event.key !== "F8") return;
      const wanted = box.current?.querySelector<HTMLElement>(`.${classes.undo}`);
      (wanted ?? box.current?.querySelector<HTMLElement>("button, a"))?.focus();
    };
    document.addEventListener("keydown", enter);
    return () => document.removeEventListener("keydown", enter);
  }, []);
  const leave = () => {
    const hasFocus = box.current?.contains(document.activeElement);
    if (hasFocus && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  return (
    <section
      ref={box}
      className={classes.toasts}
      aria-label="Messages"
      onFocus={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onClick={leave}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        leave();
      }}
    >
      <div role="status">
        <div className={classes.kind}>{toasts.filter(({ kind }) => kind !== "failed").map(ToastCard)}</div>
        {/* What went wrong is said at once, whatever else is being said. */}
        <div className={classes.kind} aria-live="assertive">
          {toasts.filter(({ kind }) => kind === "failed").map(ToastCard)}
        </div>
      </div>
    </section>
  );
}

function ToastCard({ id, text, kind, link, action, undo }: Shown) {
  return (
    <div key={id} className={classes.toast} data-kind={kind ?? "done"}>
      <span className={classes.text}>
        <span>{plainOrder(text)}</span>
        {link !== undefined && (
          <>
            {" "}
            <Link className={classes.link} href={link.href} onClick={() => dismiss(id)}>
              {plainOrder(link.text)}
            </Link>
          </>
        )}
      </span>
      {action}
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
  );
}

/** Lets a toast age, but not while somebody is at it, or while nobody looks. */
function age(box: HTMLElement | null): void {
  if (document.visibilityState === "hidden" || box?.matches(":hover, :focus-within")) return;
  for (const [id, ms] of left) left.set(id, ms - STEP_MS);
  if (shown.some(({ id }) => left.get(id)! <= 0)) replace(shown.filter(({ id }) => left.get(id)! > 0));
}

/** Whether something about this is being said. */
export function isShown(topic: string): boolean {
  return shown.some((one) => one.topic === topic);
}

/** Closes the toasts about a topic. */
export function dismissTopic(topic: string): void {
  replace(shown.filter((one) => one.topic !== topic));
}

function dismiss(id: number): void {
  replace(shown.filter((one) => one.id !== id));
}

function replace(next: readonly Shown[]): void {
  shown = next;
  for (const id of left.keys()) if (!next.some((one) => one.id === id)) left.delete(id);
  for (const listener of listeners) listener();
}
