// Whether a click or a tap on a check selects it, as X does: for those who have no keys.
import { useCallback, useEffect, useState } from "react";
import { isInDialog, isTyping } from "../../../interaction/shortcuts.tsx";
import type { Cursor } from "../data/use-cursor.ts";

export interface Selecting {
  isOn: boolean;
  begin(): void;
  /** Ends selecting and gives the list the focus. */
  end(): void;
}

export function useSelecting({ clearChosen }: Cursor, focusGrid: () => void): Selecting {
  const [isOn, setOn] = useState(false);
  const begin = useCallback(() => setOn(true), []);
  const end = useCallback(() => {
    setOn(false);
    clearChosen();
    focusGrid();
  }, [clearChosen, focusGrid]);
  // The list may not have the focus: selecting begins in a menu.
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const isOurs = event.key === "Escape" && !event.defaultPrevented;
      if (isOurs && !isInDialog(event.target) && !isTyping(event.target)) end();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn, end]);
  return { isOn, begin, end };
}
