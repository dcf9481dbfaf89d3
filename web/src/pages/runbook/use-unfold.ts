// A check that the address names is shown, also when its section is folded.
import { useLayoutEffect } from "react";
import type { RunbookAddress } from "./runbook-address.ts";
import type { Runbook } from "./runbook-data.ts";

export function useUnfold(
  { checks }: Runbook,
  { aim, visit }: Pick<RunbookAddress, "aim" | "visit">,
  setFolded: (change: (before: string[]) => string[]) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address that was gone to
  useLayoutEffect(() => {
    const section = checks.find(({ id, ref }) => id === aim.at || ref === aim.at)?.section;
    if (section !== undefined) setFolded((before) => before.filter((id) => id !== section));
  }, [visit]);
}
