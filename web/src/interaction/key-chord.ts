// Two keys one after the other, such as G and then I. The first one waits a moment for the second; any other key, or none, means the first
// one alone, and what was pressed goes to what that opens.
import { flushSync } from "react-dom";

const WAIT_MS = 600;
const MODIFIERS = /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

let stop: (() => void) | undefined;

/** `seconds` has what each second key does, `alone` is what the first one does by itself. */
export function waitForSecondKey(seconds: Readonly<Record<string, () => void>>, alone: () => void): void {
  stop?.();
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", press, true);
    window.removeEventListener("pointerdown", end, true);
    stop = undefined;
  };
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (MODIFIERS.test(key)) return;
    end();
    if (ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const second = seconds[key.toLowerCase()];
    if (second !== undefined) second();
    else if (key !== "Escape") {
      flushSync(alone);
      if (key.length === 1) window.dispatchEvent(new KeyboardEvent("keydown", { key }));
    }
  };
  const timer = setTimeout(() => {
    end();
    alone();
  }, WAIT_MS);
  window.addEventListener("keydown", press, true);
  window.addEventListener("pointerdown", end, true);
  stop = end;
}
