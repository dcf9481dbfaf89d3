// The runbook without its checks: the same object as long as nothing of it changes, whatever is recorded meanwhile.
import { useMemo } from "react";
import type { Runbook, RunbookOutline } from "./runbook.ts";

export function useOutline({ app, cycle, platforms, sections }: Runbook): RunbookOutline {
  return useMemo(
    () => ({ app, platforms, sections, ...(cycle !== undefined && { cycle }) }),
    [app, cycle, platforms, sections],
  );
}
