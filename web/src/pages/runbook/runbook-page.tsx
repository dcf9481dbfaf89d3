// The runbook of an app: where testers work. It waits for the runbook, and hands it to the desk.
import { useCallback, useEffect, useState } from "react";
import { useMay } from "../../api/session.tsx";
import { Failure, Waiting } from "../../parts/failure.tsx";
import { fetchSoon, lazily } from "../../parts/lazily.tsx";
import { OnDemand } from "../../parts/on-demand.tsx";
import { useCurrentApp } from "../../shell/app-frame.tsx";
import { useCommands } from "../../shell/commands.tsx";
import { useForVisit, useVisit } from "../../shell/visits.ts";
import { useRunbook } from "./runbook-data.ts";
import { RunbookDesk } from "./runbook-desk.tsx";
import { useUndoStack } from "./undo-stack.ts";
import { useRestore } from "./use-restore.ts";

const archivedDialog = () => import("./archived-dialog.tsx");
const ArchivedDialog = lazily(archivedDialog, "ArchivedDialog");
const EmptyRunbook = lazily(() => import("./empty-runbook.tsx"), "EmptyRunbook");

export function RunbookPage() {
  const { id } = useCurrentApp();
  return <AppRunbook key={id} app={id} />;
}

function AppRunbook({ app }: { app: string }) {
  const { runbook, unsaved, error, refetch } = useRunbook(app);
  const mayEdit = useMay("admin");
  const undo = useUndoStack();
  const restore = useRestore(app, undo);
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
        <RunbookDesk runbook={runbook} unsaved={unsaved} undo={undo} restore={restore} onArchived={showArchived} />
      )}
      <OnDemand what={isArchivedShown} onClose={hideArchived} takesKeys>
        {isArchivedShown && (
          <ArchivedDialog runbook={runbook} restore={mayEdit ? restore : null} onClose={hideArchived} />
        )}
      </OnDemand>
    </>
  );
}
