// A file that is dropped anywhere on the runbook is taken for what it is: a report of a test run, whose results are added, or
// a runbook, which is imported into this app. A report can also be chosen in its dialog.
import { useState } from "react";
import { useHasRole } from "../../../api/session.tsx";
import { lazyLoad } from "../../../components/behaviour/lazy-load.tsx";
import { LoadOnOpen } from "../../../components/behaviour/load-on-open.tsx";
import { FileDrop } from "../../../components/import/file-drop.tsx";
import { recogniseFile } from "../../../components/import/recognise-file.ts";
import { useCommands } from "../../../interaction/commands.tsx";
import { toast } from "../../../interaction/toasts.tsx";
import type { RunbookOutline } from "../data/runbook.ts";

const RunDialog = lazyLoad(() => import("./test-run-dialog.tsx"), "TestRunDialog");
const ImportDialog = lazyLoad(() => import("../../../components/import/import-dialog.tsx"), "ImportDialog");

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
  const { app } = runbook;
  const mayImport = useHasRole("admin");
  const [imported, setImported] = useState<File | null>(null);
  const close = () => onAdding(null);
  const take = (file: File) => onAdding({ file });
  const refuse = (text: string) => toast({ kind: "failed", text });
  const drop = async (file: File) => {
    const found = await recogniseFile(file);
    if (found.kind === "other") refuse(found.words);
    else if (found.kind === "report") take(file);
    else if (mayImport) setImported(file);
    else
      refuse(
        "This is a runbook, and only an admin of the app can import one. If it has statuses, choose it in Add CI results.",
      );
  };
  useCommands([{ label: `Add CI results to ${app.name}`, run: () => onAdding({ file: null }) }]);
  return (
    <>
      <FileDrop
        words={mayImport ? `Drop a test report or a runbook for ${app.name}` : `Drop a test report for ${app.name}`}
        onFile={(file) => void drop(file)}
      />
      <LoadOnOpen what={adding} onClose={close} takesKeys>
        {adding !== null && <RunDialog runbook={runbook} file={adding.file} onFile={take} onClose={close} />}
      </LoadOnOpen>
      <LoadOnOpen what={imported} onClose={() => setImported(null)} takesKeys>
        {imported !== null && (
          <ImportDialog file={imported} into={app} onFile={setImported} onClose={() => setImported(null)} />
        )}
      </LoadOnOpen>
    </>
  );
}
