// What somebody may do with the runbook that is shown. A closed cycle is for reading, and the runbook itself is edited in all testing:
// in a cycle a part of it may be missing.
import { useHasRole } from "../../../api/session.tsx";
import type { Runbook } from "./runbook.ts";

export function useRunbookRights({ cycle }: Pick<Runbook, "cycle">): { canAct: boolean; mayEdit: boolean } {
  const isTester = useHasRole("tester");
  const isAdmin = useHasRole("admin");
  return { canAct: isTester && cycle?.status !== "closed", mayEdit: isAdmin && cycle === undefined };
}
