// Adding the results of a CI run by hand: a report may be dropped anywhere on the runbook, or chosen in the dialog.
import { FileDrop } from "../../parts/file-drop.tsx";
import { lazily } from "../../parts/lazily.tsx";
import { OnDemand } from "../../parts/on-demand.tsx";
import { useCommands } from "../../shell/commands.tsx";
import type { RunbookOutline } from "./runbook-data.ts";

const RunDialog = lazily(() => import("./run-dialog.tsx"), "RunDialog");

/** The dialog is open, with a file or still without. */
export interface Adding {
  file: File | null;
}

interface Props {
  runbook: RunbookOutline;
  adding: Adding | null;
  onAdding(adding: Adding | null): void;
}

export function AddResults({ runbook, adding, onAdding }: Props) {
  const { name } = runbook.app;
  const close = () => onAdding(null);
  const take = (file: File) => onAdding({ file });
  useCommands([{ label: `Add CI results to ${name}`, run: () => onAdding({ file: null }) }]);
  return (
    <>
      <FileDrop words={`Drop the report to see which results it has for ${name}`} onFile={take} />
      <OnDemand what={adding} onFailed={close}>
        {adding !== null && <RunDialog runbook={runbook} file={adding.file} onFile={take} onClose={close} />}
      </OnDemand>
    </>
  );
}
