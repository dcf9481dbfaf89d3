// Cells that show what somebody just did before the server has said so. They lie over what was read, so that taking one
// away shows the truth again, whatever was read meanwhile.
import { useCallback, useMemo, useState } from "react";
import { type Restated, type Runbook, restate } from "./runbook-data.ts";

/** How long a cell keeps what was accepted: an answer that was under way at that moment may still tell of before. */
const LINGER_MS = 1_000;

export interface Pending {
  /** Shows these at once; gives the way to let them go. */
  show(changes: readonly Restated[]): { settle(): void; drop(): void };
}

export function usePending(runbook: Runbook | undefined): { shown: Runbook | undefined; pending: Pending } {
  const [cells, setCells] = useState<ReadonlyMap<string, Restated>>(new Map());
  const show = useCallback((changes: readonly Restated[]) => {
    setCells((before) => new Map([...before, ...changes.map((change) => [keyOf(change), change] as const)]));
    const drop = () =>
      setCells((before) => {
        // What somebody did to a cell since is not ours to take away.
        const own = changes.filter((change) => before.get(keyOf(change)) === change);
        if (own.length === 0) return before;
        const after = new Map(before);
        for (const change of own) after.delete(keyOf(change));
        return after;
      });
    return { drop, settle: () => void setTimeout(drop, LINGER_MS) };
  }, []);
  const shown = useMemo(
    () => (runbook === undefined || cells.size === 0 ? runbook : restate(runbook, [...cells.values()])),
    [runbook, cells],
  );
  return { shown, pending: useMemo(() => ({ show }), [show]) };
}

function keyOf({ check, platform }: Restated): string {
  return `${check} ${platform}`;
}
