// The issue that is being raised on cells of the runbook.
import { useCallback, useRef, useState } from "react";
import type { Cell } from "../data/runbook.ts";

export interface RaiseIssueState {
  /** The cells that it is raised on, of one check; null while none is. */
  cells: Cell[] | null;
  begin(cells: Cell[]): void;
  /** Ends it and gives the focus back. */
  end(): void;
}

export function useRaiseIssue(): RaiseIssueState {
  const [cells, setCells] = useState<Cell[] | null>(null);
  const opener = useRef<Element | null>(null);
  const begin = useCallback((on: Cell[]) => {
    opener.current = document.activeElement;
    setCells(on);
  }, []);
  const end = useCallback(() => {
    setCells(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }, []);
  return { cells, begin, end };
}
