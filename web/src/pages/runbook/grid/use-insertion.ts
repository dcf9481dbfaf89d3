// Where in the runbook a field for a new check stands between others. It stays there when others archive the checks around it.
import { useEffect, useMemo, useRef, useState } from "react";
import type { Spot } from "../../../api/unsaved-change.ts";
import { isSame, namedSpot, spotLeft } from "../data/check-positions.ts";
import type { Runbook } from "../data/runbook.ts";

/** By the id of the one before it once that is known. */
export function useInsertion(runbook: Runbook): [Spot | null, (spot: Spot | null) => void] {
  const [spot, setSpot] = useState<Spot | null>(null);
  const before = useRef(runbook);
  const now = useMemo(
    () => (spot === null ? null : spotLeft(before.current, runbook, namedSpot(spot))),
    [spot, runbook],
  );
  useEffect(() => {
    before.current = runbook;
    if (spot !== null && (now === null || !isSame(now, spot))) setSpot(now);
  }, [runbook, spot, now]);
  return [now, setSpot];
}
