// The runbook of an app: where testers work. It waits for the runbook, and hands it to the desk.
import { useCallback, useEffect, useState } from "react";
import { useMay } from "../../api/session.tsx";
import { Failure, Waiting } from "../../parts/failure.tsx";
import { fetchSoon, lazily } from "../../parts/lazily.tsx";
import { OnDemand } from "../../parts/on-demand.tsx";
import { useCurrentApp } from "../../shell/app-frame.tsx";
import { useCommands } from "../../shell/commands.tsx";
import { useForVisit, useVisit } from "../../shell/visits.ts";
import { RaiseHere } from "./raise-here.tsx";
import { useRunbook } from "./runbook-data.ts";
import { RunbookDesk } from "./runbook-desk.tsx";
import { useUndoStack } from "./undo-stack.ts";
import { useArchivedDrafts } from "./use-archived-drafts.tsx";
import { useRaising } from "./use-raising.ts";
import { useRestore } from "./use-restore.ts";

const archivedDialog = () => import("./archived-dialog.tsx");
const ArchivedDialog = lazily(archivedDialog, "ArchivedDialog");
const EmptyRunbook = lazily(() => import("./empty-runbook.tsx"), "EmptyRunbook");

export function RunbookPage() {
  const { id, name } = useCurrentApp();
  return <AppRunbook key={id} app={id} name={name} />;
}

function AppRunbook({ app, name }: { app: string; name: string }) {
  const { runbook, unsaved, error, refetch } = useRunbook(app);
  const mayEdit = useMay("admin");
  const undo = useUndoStack(app, name);
  const restore = useRestore(app, undo);
  const raising = useRaising();
  useArchivedDrafts(runbook);
  const [path] = useState(() => location.pathname);
  // A link to what was restored leads out of the list.
  const [isArchivedShown, setArchivedShown] = useForVisit(useVisit(path), false);
  const showArchived = useCallback(() => setArchivedShown(() => true), [setArchivedShown]);
  const hideArchived = () => setArchivedShown(() => false);
  useCommands([{ label: "Archived checks and sections", run: showArchived }]);
  useEffect(() => fetchSoon(archivedDialog), []);
  if (runbook === undefined) {
    return error === null ? (
      <Waiting label="Loading the runbook" />
    ) : (
      <Failure error={error} retry={() => void refetch()} />
    );
  }
  return (
    <>
      {runbook.sections.length === 0 ? (
        <EmptyRunbook app={app} mayEdit={mayEdit} undo={undo} onArchived={showArchived} />
      ) : (
        <RunbookDesk
          runbook={runbook}
          unsaved={unsaved}
          undo={undo}
          restore={restore}
          onRaise={raising.begin}
          onArchived={showArchived}
        />
      )}
      {/* Beside the desk: whoever is writing an issue goes on when the last section is deleted. */}
      <RaiseHere runbook={runbook} cells={raising.cells} onClose={raising.end} />
      <OnDemand what={isArchivedShown} onClose={hideArchived} takesKeys>
        {isArchivedShown && (
          <ArchivedDialog runbook={runbook} restore={mayEdit ? restore : null} onClose={hideArchived} />
        )}
      </OnDemand>
    </>
  );
}
