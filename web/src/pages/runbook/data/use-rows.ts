// The rows that are shown. The check that one is at stays among them when it fits the filter no more because somebody else has
// worked on it: what is pressed next must not land on its neighbour.
import { useMemo, useRef } from "react";
import type { Runbook } from "./runbook.ts";
import type { RunbookFilter } from "./runbook-filter.ts";
import { type Arrangement, type Column, type Row, runbookRowsOf } from "./runbook-rows.ts";
import { useOwnSections } from "./use-own-sections.ts";

export function useRows(
  runbook: Runbook,
  columns: readonly Column[],
  { filters, isFiltered, collapsed, held, mayEdit, insertion }: Omit<Arrangement, "own">,
): { rows: Row[]; noteHere(check: string | null): void } {
  const last = useRef<{ filters: RunbookFilter; check: string | null }>({ filters, check: null });
  const own = useOwnSections(runbook.cycle);
  const rows = useMemo(() => {
    const { filters: before, check } = last.current;
    const stays = before === filters && check !== null;
    last.current.filters = filters;
    const sections = filters.mine ? own : null;
    const all = {
      filters,
      isFiltered,
      own: sections,
      collapsed,
      held: stays ? new Set([...held, check]) : held,
      mayEdit,
      insertion,
    };
    return runbookRowsOf(runbook, columns, all);
  }, [runbook, columns, filters, isFiltered, own, collapsed, held, mayEdit, insertion]);
  return {
    rows,
    noteHere: (check) => {
      last.current.check = check;
    },
  };
}
