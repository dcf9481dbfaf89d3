// The runbook as a file: out, and in again with what it would change shown first.
import { Button } from "@mantine/core";
import { useState } from "react";
import type { App } from "../../api/types.ts";
import { lazyLoad } from "../../components/behaviour/lazy-load.tsx";
import { LoadOnOpen } from "../../components/behaviour/load-on-open.tsx";
import { Icon } from "../../components/display/icons.tsx";
import { EXPORT_FORMATS, exportLink } from "../../components/import/export-runbook.ts";
import { FileDrop } from "../../components/import/file-drop.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { useCommands } from "../../interaction/commands.tsx";
import classes from "./settings.module.css";

const ImportDialog = lazyLoad(() => import("../../components/import/import-dialog.tsx"), "ImportDialog");

export function RunbookFile({ app }: { app: App }) {
  const [isOpen, setOpen] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const close = () => setOpen(false);
  const open = (dropped: File | null) => {
    setFile(dropped);
    setOpen(true);
  };
  useCommands([{ label: `Import a runbook into ${app.name}`, run: () => open(null) }]);
  return (
    <Panel
      title="Runbook as a file"
      about="Keep it with your code, and import it again when it changes. What is not in the file stays, unless you choose to remove it."
    >
      <div className={classes.files}>
        {EXPORT_FORMATS.map(([format, word]) => (
          <Button key={format} {...exportLink(app.id, format)} variant="default" leftSection={<Icon name="download" />}>
            Export {word}
          </Button>
        ))}
        <Button leftSection={<Icon name="upload" />} onClick={() => open(null)}>
          Import a file
        </Button>
      </div>
      <FileDrop words={`Drop the runbook to see what it would change in ${app.name}`} onFile={open} />
      <LoadOnOpen what={isOpen} onClose={close} takesKeys>
        {isOpen && <ImportDialog file={file} into={{ id: app.id, name: app.name }} onFile={setFile} onClose={close} />}
      </LoadOnOpen>
    </Panel>
  );
}
