// What is typed on after its place is gone: the field vanished because somebody else archived or deleted what it stands on, or
// the dialog that was opened could not be loaded. It was not meant for the page: no key and no paste acts there, until whoever
// types has noticed, which a key that moves, Escape, Tab, a click, or another field or dialog tells.
import { useEffect } from "react";
import { isInDialog, isTyping } from "./shortcuts.tsx";
import { toast } from "./toasts.tsx";

/** The field that had the focus last, unless the focus went elsewhere while it was there. */
let field: Element | null = null;
/** Whether the reader pressed or clicked something that may close the field, or went to another window. */
let isOwnDoing = false;
/** Says what was dropped, for a dialog that could not be loaded; null when there is none. */
let sayUnloaded: (() => void) | null = null;
let isSaid = false;

const MOVES = /^(?:Arrow|Page|Home$|End$|Tab$)/;
const MODIFIERS = /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;
/** Keys that may close a field. */
const ENDS = /^(?:Enter|Escape|Tab)$/;
const FIELD_GONE =
  "The field you were typing in is gone. Nothing was done with what you typed since: press Escape or an arrow key to go on.";

export function useLostTyping(): void {
  useEffect(() => {
    const listeners: [type: string, listener: (event: Event) => void, isCapture: boolean][] = [
      ["focusin", ({ target }) => arrive(target), true],
      ["keydown", (event) => press(event as KeyboardEvent), true],
      ["paste", paste, true],
      ["pointerdown", ({ target }) => click(target), true],
      ["popstate", forget, false],
      ["blur", () => (isOwnDoing = true), false],
    ];
    for (const [type, listener, isCapture] of listeners) window.addEventListener(type, listener, isCapture);
    return () => {
      for (const [type, listener, isCapture] of listeners) window.removeEventListener(type, listener, isCapture);
    };
  }, []);
}

/** Called when a dialog that takes keys could not be loaded: `onDropped` hears of what is typed for it all the same. */
export function watchLostTyping(onDropped: () => void): void {
  sayUnloaded = onDropped;
}

/** Whether a field has vanished under the hands of its writer, who has not gone anywhere else yet. */
export function isFieldLost(): boolean {
  return field !== null && !field.isConnected && !isOwnDoing;
}

function isLost(): boolean {
  return sayUnloaded !== null || isFieldLost();
}

function forget(): void {
  field = null;
  sayUnloaded = null;
  isSaid = false;
}

function arrive(target: EventTarget | null): void {
  if (isTyping(target)) {
    forget();
    field = target as Element;
    isOwnDoing = false;
  } else if (isInDialog(target) || !isLost()) forget();
}

function click(target: EventTarget | null): void {
  if (isLost()) forget();
  else if (target !== field) isOwnDoing = true;
}

function press(event: KeyboardEvent): void {
  const { key, target, altKey } = event;
  if (!isLost()) {
    if (isTyping(target)) isOwnDoing = ENDS.test(key) || event.ctrlKey || event.metaKey || altKey;
    return;
  }
  const isMove = MOVES.test(key) && !altKey;
  if (isMove || isInDialog(target)) forget();
  if (isMove || isInDialog(target) || MODIFIERS.test(key) || isBrowsers(event)) return;
  drop(event);
  if (key === "Escape") forget();
  else say();
}

function paste(event: Event): void {
  if (!isLost() || isTyping(event.target)) return;
  drop(event);
  say();
}

function drop(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}

function say(): void {
  if (sayUnloaded !== null) sayUnloaded();
  else if (!isSaid) {
    isSaid = true;
    toast({ kind: "failed", topic: "lost field", text: FIELD_GONE });
  }
}

/** Whether a key is the browser's own, such as reload or back, and not one for a field or the grid. */
function isBrowsers({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return key === "ArrowLeft" || key === "ArrowRight";
  if (ctrlKey || metaKey) return !/^(?:[zy]|Enter)$/i.test(key);
  return /^F\d/.test(key) && key !== "F2";
}
