// The end of an app's settings: archiving it, which takes it out of sight and deletes nothing.
import type { App } from "../../api/types.ts";
import { useArchiveApp } from "../../components/apps/archive-app.ts";
import { ConfirmButton } from "../../components/buttons/confirm-button.tsx";
import { Panel } from "../../components/layout/panel.tsx";

export function ArchivePanel({ app }: { app: App }) {
  const archive = useArchiveApp();
  return (
    <Panel
      title="Archive"
      about="Takes the app out of sight, with its issues and results, until an admin restores it. Nothing is deleted."
    >
      <div>
        <ConfirmButton
          label="Archive this app"
          at="start"
          words={
            <>
              Archive{" "}
              <strong>
                <bdi>{app.name}</bdi>
              </strong>
              ? Nobody can see it or work on it any more. Links to it stop working, and its webhook and connections
              answer 404: what tools send meanwhile is lost. To bring it back, open “Archived apps” below the list of
              all apps and choose Restore.
            </>
          }
          confirm="Archive"
          button={{ size: "sm" }}
          onConfirm={() => archive.mutate(app)}
        />
      </div>
    </Panel>
  );
}
