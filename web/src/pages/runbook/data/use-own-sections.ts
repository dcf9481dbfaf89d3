// The sections that whoever is signed in tests in a cycle.
import { useMemo } from "react";
import { useMe } from "../../../api/session.tsx";
import type { Cycle } from "../../../api/types.ts";

/** Ids of the sections that the reader tests; empty without a cycle. */
export function useOwnSections(cycle: Cycle | undefined): ReadonlySet<string> {
  const { id } = useMe();
  return useMemo(() => {
    const own = cycle?.testers.filter(({ person }) => person.id === id) ?? [];
    return new Set(own.map(({ section }) => section.id));
  }, [cycle, id]);
}
