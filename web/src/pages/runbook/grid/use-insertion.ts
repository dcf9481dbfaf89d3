// Where in the runbook a field for a new check stands between others. It stays there when others archive the checks around it.
import { useEffect, useMemo, useRef, useState } from "react";
import type { CheckPosition } from "../../../api/unsaved-change.ts";
import { isSame, namedPosition, positionLeft } from "../data/check-positions.ts";
import type { Runbook } from "../data/runbook.ts";

/** The position of the insertion row; keys become ids once the server gave them. */
export function useInsertion(runbook: Runbook): [CheckPosition | null, (spot: CheckPosition | null) => void] {
  const [spot, setSpot] = useState<CheckPosition | null>(null);
  const before = useRef(runbook);
  const now = useMemo(
    () => (spot === null ? null : positionLeft(before.current, runbook, namedPosition(spot))),
    [spot, runbook],
  );
  useEffect(() => {
    before.current = runbook;
    if (spot !== null && (now === null || !isSame(now, spot))) setSpot(now);
  }, [runbook, spot, now]);
  return [now, setSpot];
}
