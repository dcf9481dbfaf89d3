// Folding: a check that the address names is shown, also when its section is folded; and all sections are folded at once.
import { useCallback, useLayoutEffect } from "react";
import type { Runbook } from "./runbook.ts";
import type { RunbookAddress } from "./runbook-address.ts";
import { checkNamed } from "./runbook-data.ts";

/** Gives the way to fold, or unfold, all sections. */
export function useUnfold(
  runbook: Runbook,
  { aim, visit }: Pick<RunbookAddress, "aim" | "visit">,
  setFolded: (change: (before: string[]) => string[]) => void,
): (isFolded: boolean) => void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address that was gone to
  useLayoutEffect(() => {
    const section = checkNamed(runbook, aim.at)?.section;
    if (section !== undefined) setFolded((before) => before.filter((id) => id !== section));
  }, [visit]);
  const { sections } = runbook;
  return useCallback(
    (isFolded) => setFolded(() => (isFolded ? sections.map(({ id }) => id) : [])),
    [setFolded, sections],
  );
}
