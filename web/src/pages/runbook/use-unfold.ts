// A check that the address names is shown, also when its section is folded.
import { useLayoutEffect } from "react";
import type { RunbookAddress } from "./runbook-address.ts";
import { checkNamed, type Runbook } from "./runbook-data.ts";

export function useUnfold(
  runbook: Runbook,
  { aim, visit }: Pick<RunbookAddress, "aim" | "visit">,
  setFolded: (change: (before: string[]) => string[]) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address that was gone to
  useLayoutEffect(() => {
    const section = checkNamed(runbook, aim.at)?.section;
    if (section !== undefined) setFolded((before) => before.filter((id) => id !== section));
  }, [visit]);
}
