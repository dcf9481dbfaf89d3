// The settings of one app: what it is called, what it runs on, where its code is, its runbook as a file, its badge, copying and archiving it.
import { useHasRole, useMayManage } from "../../api/session.tsx";
import { Empty } from "../../components/display/loading-and-failure.tsx";
import { Panels } from "../../components/layout/panel.tsx";
import { useCurrentApp } from "../../shell/app-frame.tsx";
import { ArchivePanel } from "./archive-panel.tsx";
import { BadgePanel } from "./badge-panel.tsx";
import { CopyPanel } from "./copy-panel.tsx";
import { GeneralForm } from "./general-form.tsx";
import { PlatformsEditor } from "./platforms-editor.tsx";
import { RepositoriesEditor } from "./repositories-editor.tsx";
import { RunbookFile } from "./runbook-file.tsx";

export function SettingsPage() {
  const app = useCurrentApp();
  const mayCopy = useMayManage();
  if (!useHasRole("admin")) {
    return <Empty title="Settings are for admins">Ask an admin of this app if something here should change.</Empty>;
  }
  return (
    <Panels>
      <GeneralForm key={app.id} app={app} />
      <PlatformsEditor app={app} />
      <RepositoriesEditor app={app} />
      <RunbookFile app={app} />
      <BadgePanel app={app} />
      {mayCopy && <CopyPanel key={`copy of ${app.id}`} app={app} />}
      <ArchivePanel app={app} />
    </Panels>
  );
}
