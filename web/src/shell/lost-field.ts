// A field that somebody is typing in can vanish when somebody else archives or deletes what it stands on. What is typed on was
// meant for the field: no key acts on the page instead, until its writer presses a key that moves, Escape or Tab, or clicks.
import { useEffect } from "react";
import { isInDialog, isTyping } from "./shortcuts.tsx";
import { toast } from "./toasts.tsx";

/** The field that had the focus last, unless the focus went elsewhere while it was there. */
let field: Element | null = null;
/** Its writer has pressed or clicked something that may close it, or has gone to another window. */
let isOwnDoing = false;
let isSaid = false;

const MOVES = /^(?:Arrow|Page|Home$|End$|Tab$)/;
const MODIFIERS = /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;
/** Those that may close a field. */
const ENDS = /^(?:Enter|Escape|Tab)$/;
const LOST =
  "The field you were typing in is gone. Nothing was done with what you typed since: press Escape or an arrow key to go on.";

export function useLostField(): void {
  useEffect(() => {
    const listeners: [type: string, listener: (event: Event) => void, isCapture: boolean][] = [
      ["focusin", ({ target }) => arrive(target), true],
      ["keydown", (event) => press(event as KeyboardEvent), true],
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

/** Whether a field has vanished under the hands of its writer, who has not gone anywhere else yet. */
export function isFieldLost(): boolean {
  return field !== null && !field.isConnected && !isOwnDoing;
}

function forget(): void {
  field = null;
  isSaid = false;
}

function arrive(target: EventTarget | null): void {
  if (isTyping(target)) {
    field = target as Element;
    isOwnDoing = false;
    isSaid = false;
  } else if (!isFieldLost()) forget();
}

function click(target: EventTarget | null): void {
  if (isFieldLost()) forget();
  else if (target !== field) isOwnDoing = true;
}

function press(event: KeyboardEvent): void {
  const { key, target, altKey } = event;
  if (!isFieldLost()) {
    if (isTyping(target)) isOwnDoing = ENDS.test(key) || event.ctrlKey || event.metaKey || altKey;
    return;
  }
  const isMove = MOVES.test(key) && !altKey;
  if (isMove || isInDialog(target)) forget();
  if (isMove || isInDialog(target) || MODIFIERS.test(key) || isBrowsers(event)) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  if (key === "Escape") forget();
  else if (!isSaid) {
    isSaid = true;
    toast({ kind: "failed", topic: "lost field", text: LOST });
  }
}

/** Such as loading the page again, or going back: not those that a field or the grid would have taken. */
function isBrowsers({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return key === "ArrowLeft" || key === "ArrowRight";
  if (ctrlKey || metaKey) return !/^(?:[zy]|Enter)$/i.test(key);
  return /^F\d/.test(key) && key !== "F2";
}
