// Checks that somebody has just worked on stay in sight although they fit the filter no more, until the filter changes:
// nothing jumps away under the hand.
import { useCallback, useMemo, useState } from "react";
import type { Cell } from "./runbook.ts";
import type { RunbookFilter } from "./runbook-filter.ts";

export function useKeptInSight(filters: RunbookFilter): {
  held: ReadonlySet<string>;
  hold(cells: readonly Cell[]): void;
} {
  const key = JSON.stringify(filters);
  const [kept, setKept] = useState<{ key: string; checks: ReadonlySet<string> }>({ key, checks: new Set() });
  const hold = useCallback(
    (cells: readonly Cell[]) =>
      setKept((before) => {
        const checks = before.key === key ? before.checks : new Set<string>();
        return { key, checks: new Set([...checks, ...cells.map(({ check }) => check)]) };
      }),
    [key],
  );
  const held = useMemo(() => (kept.key === key ? kept.checks : new Set<string>()), [kept, key]);
  return { held, hold };
}
