// Whether a click or a tap on a check selects it, as X does: for those who have no keys.
import { useCallback, useState } from "react";
import type { Cursor } from "./use-cursor.ts";

export interface Selecting {
  isOn: boolean;
  begin(): void;
  /** Nothing is selected any more, and the list has the focus again. */
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
  return { isOn, begin, end };
}
