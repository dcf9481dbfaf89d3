// The dialog that raises an issue on cells of the runbook, fetched when it is wanted.
import { lazily } from "../../parts/lazily.tsx";
import { OnDemand } from "../../parts/on-demand.tsx";
import { type Cell, findCheck, type Runbook } from "./runbook-data.ts";

export const issueDialog = () => import("./issue-dialog.tsx");
const IssueDialog = lazily(issueDialog, "IssueDialog");

interface Props {
  runbook: Runbook;
  /** Of one check; null while no issue is being raised. */
  cells: readonly Cell[] | null;
  onClose(): void;
}

export function RaiseHere({ runbook, cells, onClose }: Props) {
  const check = findCheck(runbook, cells?.[0]?.check ?? null);
  return (
    <OnDemand what={check === undefined ? null : cells} onClose={onClose} takesKeys>
      {cells !== null && check !== undefined && (
        <IssueDialog
          runbook={runbook}
          check={check}
          platforms={cells.map(({ platform }) => platform)}
          onClose={onClose}
        />
      )}
    </OnDemand>
  );
}
