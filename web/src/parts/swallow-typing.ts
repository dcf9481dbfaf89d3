// What is typed on for a dialog that could not be loaded. None of it may act on the page as shortcuts or as a paste: it is
// dropped until whoever types has noticed, which Escape, an arrow, a function key, a click or a field with the focus tells.
import { isInDialog, isTyping } from "../shell/shortcuts.tsx";

/** Keys that are no part of a text. */
const NOTICED = /^(?:Escape|Arrow\w+|F\d+)$/;

let remind: () => void = () => {};

/** `onDropped` is called for what was typed and dropped. */
export function swallowTyping(onDropped: () => void): void {
  remind = onDropped;
  window.addEventListener("keydown", drop, true);
  window.addEventListener("paste", dropPasted, true);
  window.addEventListener("focusin", arrive, true);
  window.addEventListener("pointerdown", end, true);
}

function end(): void {
  window.removeEventListener("keydown", drop, true);
  window.removeEventListener("paste", dropPasted, true);
  window.removeEventListener("focusin", arrive, true);
  window.removeEventListener("pointerdown", end, true);
}

function arrive({ target }: FocusEvent): void {
  if (isTyping(target) || isInDialog(target)) end();
}

function drop(event: KeyboardEvent): void {
  const { key } = event;
  if (NOTICED.test(key)) {
    end();
    if (key !== "Escape") return;
  }
  event.stopImmediatePropagation();
  // What the browser does with a key of its own, such as loading the page again, is left to it.
  if (!(event.ctrlKey || event.metaKey)) event.preventDefault();
  if (key !== "Escape") remind();
}

function dropPasted(event: ClipboardEvent): void {
  event.stopImmediatePropagation();
  event.preventDefault();
  remind();
}
