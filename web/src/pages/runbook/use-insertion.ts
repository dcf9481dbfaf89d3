// Where in the runbook a field for a new check stands between others.
import { useMemo, useState } from "react";
import type { Spot } from "../../unsaved/change.ts";
import { nameOf } from "../../unsaved/sender.ts";
import type { Runbook } from "./runbook-data.ts";

/** By the id of the one before it once that is known. */
export function useInsertion(runbook: Runbook): [Spot | null, (spot: Spot | null) => void] {
  const [spot, setSpot] = useState<Spot | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a runbook that changed may have brought the id
  const named = useMemo(() => (spot?.after == null ? spot : { ...spot, after: nameOf(spot.after) }), [spot, runbook]);
  return [named, setSpot];
}
