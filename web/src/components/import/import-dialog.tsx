// Importing a runbook: choose a file, see what it would change, then do it. Nothing changes before the last press.
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { useOverview } from "../../api/apps.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { toast } from "../../interaction/toasts.tsx";
import { useDryRun } from "../behaviour/use-dry-run.ts";
import { Waiting } from "../display/loading-and-failure.tsx";
import { Dialog, DialogButtons } from "../layout/dialog.tsx";
import { FileChoice } from "./file-choice.tsx";
import classes from "./import-dialog.module.css";
import { ImportPlan } from "./import-plan.tsx";
import { ImportRefusal } from "./import-refusal.tsx";
import { importRunbook } from "./import-runbook.ts";

const ACCEPTED = ".yaml,.yml,.json,.csv";

export interface ImportDialogProps {
  file: File | null;
  /** The app to import into; null: the file says which, or one is chosen. */
  into: { id: string; name: string } | null;
  onFile(file: File): void;
  onClose(): void;
}

export function ImportDialog({ file, into, onFile, onClose }: ImportDialogProps) {
  const [app, setApp] = useState(into?.id ?? "");
  const [prune, setPrune] = useState(false);
  const request = { app: app === "" ? null : app, prune };
  const plan = useDryRun(file, ["import", request], (sent) => importRunbook(sent, request, true));
  const doIt = useImport(onClose);
  const error = doIt.error ?? plan.error;
  const changes = plan.data?.plan.length ?? 0;
  return (
    <Dialog title={into === null ? "Import a runbook" : `Import into ${into.name}`} size="lg" onClose={onClose}>
      <div className={classes.steps}>
        <FileChoice
          file={file}
          label="Runbook file"
          words="Drop a YAML, JSON or CSV file here, or choose one."
          accept={ACCEPTED}
          onFile={onFile}
        />
        {into === null && file !== null && <AppChoice value={app} onChange={setApp} />}
        {plan.isLoading && <Waiting label="Reading the file" />}
        {error !== null && file !== null && (
          <ImportRefusal error={error} file={file} title="This file can't be imported as it is" />
        )}
        {plan.data !== undefined && plan.error === null && (
          <>
            <ImportPlan result={plan.data} />
            {!plan.data.created && (
              <Checkbox
                label="Remove what is not in the file"
                description="Checks are archived and keep their results and issues. Sections and platforms that are not in use are deleted."
                checked={prune}
                onChange={(event) => setPrune(event.currentTarget.checked)}
              />
            )}
          </>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={plan.data === undefined || plan.error !== null || plan.isPlaceholderData || changes === 0}
            loading={doIt.isPending}
            onClick={() => file !== null && doIt.mutate({ file, request })}
          >
            {plan.data?.created === true ? "Create the app" : changes === 0 ? "Import" : `Import ${counted(changes)}`}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}

function useImport(onDone: () => void) {
  const client = useQueryClient();
  const [, go] = useLocation();
  return useMutation({
    mutationFn: ({ file, request }: { file: File; request: { app: string | null; prune: boolean } }) =>
      importRunbook(file, request, false),
    onSuccess: ({ app, created }) => {
      void client.invalidateQueries({ queryKey: queryKeys.overview });
      onDone();
      if (app === null) return;
      void client.invalidateQueries({ queryKey: queryKeys.app(app.id) });
      toast({ text: created ? `${app.name} is created.` : `The file is imported into ${app.name}.` });
      go(`/apps/${app.id}`);
    },
  });
}

function AppChoice({ value, onChange }: { value: string; onChange(app: string): void }) {
  const { data: apps = [] } = useOverview();
  if (apps.length === 0) return null;
  return (
    <NativeSelect
      label="Import into"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: "", label: "The app that the file names" },
        ...apps.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

function counted(changes: number): string {
  return changes === 1 ? "1 change" : `${changes} changes`;
}
