// Goes back to a check that was archived and is wanted back, once it is there again.
import { useCallback, useEffect, useRef, useState } from "react";
import { nameOf } from "../../../unsaved/sender.ts";
import type { Row } from "../data/runbook-rows.ts";
import type { Cursor } from "../data/use-cursor.ts";

export function useReturnToRestored(rows: readonly Row[], { at, moveToKey }: Cursor): (key: string) => void {
  const [wanted, setWanted] = useState<{ key: string; from: string | null } | null>(null);
  const here = useRef(at);
  here.current = at;
  useEffect(() => {
    if (wanted === null) return;
    const key = nameOf(wanted.key);
    // Whoever has gone elsewhere meanwhile stays there.
    const isElsewhere = at !== wanted.from;
    if (!isElsewhere && !rows.some((row) => row.key === key)) return;
    setWanted(null);
    if (!isElsewhere) moveToKey(key);
  }, [rows, at, wanted, moveToKey]);
  return useCallback((key) => setWanted({ key, from: here.current }), []);
}
