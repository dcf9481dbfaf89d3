// The runbook of an app: where testers work. It waits for the runbook, and hands it to the desk.
import { useMay } from "../../api/session.tsx";
import { Failure, Waiting } from "../../parts/failure.tsx";
import { lazily } from "../../parts/lazily.tsx";
import { useCurrentApp } from "../../shell/app-frame.tsx";
import { useRunbook } from "./runbook-data.ts";
import { RunbookDesk } from "./runbook-desk.tsx";

const EmptyRunbook = lazily(() => import("./empty-runbook.tsx"), "EmptyRunbook");

export function RunbookPage() {
  const app = useCurrentApp();
  const { runbook, unsaved, error, refetch } = useRunbook(app.id);
  const mayEdit = useMay("admin");
  if (runbook === undefined) {
    return error === null ? (
      <Waiting label="Loading the runbook" />
    ) : (
      <Failure error={error} retry={() => void refetch()} />
    );
  }
  if (runbook.sections.length === 0) return <EmptyRunbook app={app.id} mayEdit={mayEdit} />;
  return <RunbookDesk key={app.id} runbook={runbook} unsaved={unsaved} />;
}
