// The dialog that raises an issue on cells of the runbook, fetched when it is wanted.
import { useContext, useRef } from "react";
import { lazyLoad } from "../../../components/behaviour/lazy-load.tsx";
import { LoadOnOpen } from "../../../components/behaviour/load-on-open.tsx";
import { AppGone } from "../../../interaction/hold-page.ts";
import type { Cell, Runbook } from "../data/runbook.ts";
import { findCheck } from "../data/runbook-data.ts";

export const issueDialog = () => import("./raise-issue-dialog.tsx");
const IssueDialog = lazyLoad(issueDialog, "RaiseIssueDialog");

interface Props {
  runbook: Runbook;
  /** Cells of one check; null while no issue is being raised. */
  cells: readonly Cell[] | null;
  onClose(): void;
}

export function LoadIssueDialog({ runbook, cells, onClose }: Props) {
  const named = cells?.[0]?.check ?? null;
  const found = findCheck(runbook, named);
  // Whoever is writing about a check that somebody archives keeps the dialog with what they wrote.
  const last = useRef(found);
  if (found !== undefined || named === null) last.current = found;
  const check = found ?? last.current;
  const isAppGone = useContext(AppGone);
  return (
    <LoadOnOpen what={check === undefined ? null : cells} onClose={onClose} takesKeys>
      {cells !== null && check !== undefined && (
        <IssueDialog
          runbook={runbook}
          check={check}
          platforms={cells.map(({ platform }) => platform)}
          gone={isAppGone ? "app" : found === undefined ? "check" : null}
          onClose={onClose}
        />
      )}
    </LoadOnOpen>
  );
}
