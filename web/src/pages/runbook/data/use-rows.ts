// The rows that are shown. The check that one is at stays among them when it fits the filter no more because somebody else has
// worked on it: what is pressed next must not land on its neighbour.
import { useMemo, useRef } from "react";
import type { Runbook } from "./runbook.ts";
import type { RunbookFilter } from "./runbook-filter.ts";
import { type Arrangement, type Column, type Row, runbookRowsOf } from "./runbook-rows.ts";

export function useRows(
  runbook: Runbook,
  columns: readonly Column[],
  { filters, isFiltered, collapsed, held, mayEdit, insertion }: Arrangement,
): { rows: Row[]; noteHere(check: string | null): void } {
  const last = useRef<{ filters: RunbookFilter; check: string | null }>({ filters, check: null });
  const rows = useMemo(() => {
    const { filters: before, check } = last.current;
    const stays = before === filters && check !== null;
    last.current.filters = filters;
    const all = { filters, isFiltered, collapsed, held: stays ? new Set([...held, check]) : held, mayEdit, insertion };
    return runbookRowsOf(runbook, columns, all);
  }, [runbook, columns, filters, isFiltered, collapsed, held, mayEdit, insertion]);
  return {
    rows,
    noteHere: (check) => {
      last.current.check = check;
    },
  };
}
