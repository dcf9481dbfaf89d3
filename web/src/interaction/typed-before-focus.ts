// What is typed between the press that opens a dialog and the moment its field has the focus. The page behind gets none of it:
// it waits, and goes into the field. Escape closes what is opening.
import { useLayoutEffect, useRef } from "react";
import { isInDialog, isTyping } from "./shortcuts.tsx";

/** Functions that close the dialogs that are opening, the newest last. */
const opening = new Set<() => void>();
let typed = "";
/** Where the focus was when the first of them began to open. */
let behind: Element | null = null;

export function useTypedBeforeFocus(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    if (!isOpen) return;
    const close = () => latest.current();
    begin(close);
    return () => {
      opening.delete(close);
      if (opening.size === 0) end();
    };
  }, [isOpen]);
}

function begin(close: () => void): void {
  if (opening.size === 0) {
    typed = "";
    behind = document.activeElement;
    window.addEventListener("keydown", hold, true);
    window.addEventListener("paste", holdPasted, true);
    window.addEventListener("focusin", arrive, true);
    window.addEventListener("pointerdown", end, true);
  }
  opening.add(close);
}

function end(): void {
  opening.clear();
  behind = null;
  window.removeEventListener("keydown", hold, true);
  window.removeEventListener("paste", holdPasted, true);
  window.removeEventListener("focusin", arrive, true);
  window.removeEventListener("pointerdown", end, true);
}

function arrive({ target }: Event): void {
  if (target === behind || !(isTyping(target) || isInDialog(target))) return;
  end();
  if (isTextField(target)) append(target, typed);
}

function hold(event: KeyboardEvent): void {
  arrive(event);
  if (opening.size === 0) return;
  event.stopImmediatePropagation();
  const isCharacter = event.key.length === 1;
  const isCommand = (event.ctrlKey || event.metaKey) && !(isCharacter && event.getModifierState("AltGraph"));
  // What the browser does with a key of its own, such as loading the page again, is left to it.
  if (event.repeat || !(isCommand || /^F\d/.test(event.key))) event.preventDefault();
  if (event.repeat || isCommand) return;
  if (event.key === "Escape") [...opening].at(-1)!();
  else if (event.key === "Backspace") typed = [...typed].slice(0, -1).join("");
  else if (event.key === "Enter") typed += "\n";
  else if (isCharacter) typed += event.key;
}

function holdPasted(event: ClipboardEvent): void {
  event.stopImmediatePropagation();
  event.preventDefault();
  typed += event.clipboardData?.getData("text/plain") ?? "";
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && /^(?:text|search|email|url|tel|password)$/.test(target.type);
}

/** Adds a text at the end of the field as if it had been typed there. */
function append(field: TextField, text: string): void {
  if (text === "") return;
  const words = field instanceof HTMLInputElement ? text.replaceAll(/\s*\n\s*/g, " ").trimEnd() : text;
  // React has a setter of its own on every field, and would take what goes through it for something it knows already.
  Reflect.set(Object.getPrototypeOf(field), "value", field.value + words, field);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
