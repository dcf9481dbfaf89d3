// The runbook of an app: where testers work. It waits for the runbook, and hands it to the view.
import { useCallback, useEffect, useState } from "react";
import { useHasRole } from "../../api/session.tsx";
import { fetchSoon, lazyLoad } from "../../components/behaviour/lazy-load.tsx";
import { LoadOnOpen } from "../../components/behaviour/load-on-open.tsx";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { useCommands } from "../../interaction/commands.tsx";
import { useForVisit, useVisit } from "../../interaction/page-visits.ts";
import { useCurrentApp } from "../../shell/app-frame.tsx";
import { useArchivedDrafts } from "./archived/use-archived-drafts.tsx";
import { useRestore } from "./archived/use-restore.ts";
import type { Copied } from "./copy/copy-runbook.ts";
import { useNamedCycle } from "./data/runbook-address.ts";
import { useRunbook } from "./data/runbook-data.ts";
import { useUndoStack } from "./data/undo-stack.ts";
import { LoadIssueDialog } from "./results/load-issue-dialog.tsx";
import { useRaiseIssue } from "./results/use-raise-issue.ts";
import { RunbookView } from "./runbook-view.tsx";

const archivedDialog = () => import("./archived/archived-dialog.tsx");
const ArchivedDialog = lazyLoad(archivedDialog, "ArchivedDialog");
const CopyDialog = lazyLoad(() => import("./copy/copy-dialog.tsx"), "CopyDialog");
const EmptyCycle = lazyLoad(() => import("./cycle/empty-cycle.tsx"), "EmptyCycle");
const MissingCycle = lazyLoad(() => import("../../components/display/missing-cycle.tsx"), "MissingCycle");
const EmptyRunbook = lazyLoad(() => import("./empty-runbook.tsx"), "EmptyRunbook");

export function RunbookPage() {
  const { id, name } = useCurrentApp();
  const cycle = useNamedCycle();
  // What can be undone is undone where it was done.
  return <AppRunbook key={`${id} ${cycle}`} app={id} name={name} cycle={cycle} />;
}

function AppRunbook({ app, name, cycle }: { app: string; name: string; cycle: string | null }) {
  const { runbook: found, unsaved, error, refetch } = useRunbook(app, cycle);
  const isOther = found !== undefined && found.app.id !== app;
  const runbook = isOther ? undefined : found;
  const mayEdit = useHasRole("admin");
  const undo = useUndoStack(app, name);
  const restore = useRestore(app, undo);
  const raising = useRaiseIssue();
  useArchivedDrafts(runbook);
  const [path] = useState(() => location.pathname);
  // A link to what was restored leads out of the list.
  const [isArchivedShown, setArchivedShown] = useForVisit(useVisit(path), false);
  const showArchived = useCallback(() => setArchivedShown(() => true), [setArchivedShown]);
  const hideArchived = () => setArchivedShown(() => false);
  const [copied, setCopied] = useState<Copied | null>(null);
  const endCopy = useCallback(() => setCopied(null), []);
  useCommands([{ label: "Archived checks and sections", run: showArchived }]);
  useEffect(() => fetchSoon(archivedDialog), []);
  if (isOther) return <MissingCycle app={app} />;
  if (runbook === undefined) {
    return error === null ? (
      <Waiting label="Loading the runbook" />
    ) : (
      <Failure
        error={error}
        retry={() => void refetch()}
        missing={cycle === null ? undefined : <MissingCycle app={app} />}
      />
    );
  }
  return (
    <>
      {runbook.cycle !== undefined && runbook.checks.length === 0 ? (
        <EmptyCycle runbook={runbook} />
      ) : runbook.sections.length === 0 ? (
        <EmptyRunbook app={app} mayEdit={mayEdit} undo={undo} onArchived={showArchived} />
      ) : (
        <RunbookView
          runbook={runbook}
          unsaved={unsaved}
          undo={undo}
          restore={restore}
          onRaise={raising.begin}
          onCopy={setCopied}
          onArchived={showArchived}
        />
      )}
      {/* Beside the view: whoever is writing an issue goes on when the last section is deleted. */}
      <LoadIssueDialog runbook={runbook} cells={raising.cells} onClose={raising.end} />
      <LoadOnOpen what={copied} onClose={endCopy} takesKeys>
        {copied !== null && <CopyDialog runbook={runbook} what={copied} onClose={endCopy} />}
      </LoadOnOpen>
      <LoadOnOpen what={isArchivedShown} onClose={hideArchived} takesKeys>
        {isArchivedShown && (
          <ArchivedDialog runbook={runbook} restore={mayEdit ? restore : null} onClose={hideArchived} />
        )}
      </LoadOnOpen>
    </>
  );
}
