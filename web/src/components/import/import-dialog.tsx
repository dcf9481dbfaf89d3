// Importing a runbook: choose a file, see what it would change, then do it. Nothing changes before the last press.
import { Button, Checkbox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { queryKeys } from "../../api/query-keys.ts";
import { toast } from "../../interaction/toasts.tsx";
import { useDryRun } from "../behaviour/use-dry-run.ts";
import { Waiting } from "../display/loading-and-failure.tsx";
import { Dialog, DialogButtons } from "../layout/dialog.tsx";
import { ColumnMatch, columnsByField, distinctColumns, type Matched, type TableColumn } from "./column-match.tsx";
import { FileChoice } from "./file-choice.tsx";
import classes from "./import-dialog.module.css";
import { ImportPlan } from "./import-plan.tsx";
import { ImportRefusal } from "./import-refusal.tsx";
import { type ImportRequest, importRunbook } from "./import-runbook.ts";
import { AppChoice, ForeignOptions, type ImportForm, NEW_APP } from "./import-target.tsx";

const ACCEPTED = ".yaml,.yml,.json,.csv,.tsv,.xlsx,.xml,.txt,.feature";
/** The pause in typing after which the plan is asked for. */
const TYPING_MS = 300;
const EMPTY: ImportForm = { app: "", name: "", platforms: "", refPrefix: "", keepFields: false, prune: false };

export interface ImportDialogProps {
  file: File | null;
  /** The app to import into; null: the file says which, or one is chosen. */
  into: { id: string; name: string } | null;
  onFile(file: File): void;
  onClose(): void;
}

export function ImportDialog({ file, into, onFile, onClose }: ImportDialogProps) {
  const [form, setForm] = useState<ImportForm>({ ...EMPTY, app: into?.id ?? "" });
  const [matched, setMatched] = useState<Matched | null>(null);
  const [columns, setColumns] = useState<TableColumn[]>([]);
  const change = (part: Partial<ImportForm>) => setForm((before) => ({ ...before, ...part }));
  const request = requestOf(form, matched);
  const written = JSON.stringify(request);
  const [settled] = useDebouncedValue(written, TYPING_MS);
  const asked = JSON.parse(settled) as ImportRequest;
  const isReady = isComplete(form, matched);
  const plan = useDryRun(isReady ? file : null, ["import", asked], (sent) => importRunbook(sent, asked, true));
  const doIt = useImport(onClose);
  const error = doIt.error ?? plan.error;
  const changes = plan.data?.plan.length ?? 0;
  const isForeign = plan.data !== undefined && plan.data.format.name !== "runbook";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file has other columns
  useEffect(() => {
    setMatched(null);
    setColumns([]);
  }, [file]);
  useEffect(() => {
    // They stay while they are matched in a way that can't be imported.
    if (plan.data !== undefined && !plan.isPlaceholderData) setColumns(distinctColumns(plan.data.columns));
  }, [plan.data, plan.isPlaceholderData]);
  const guessed: Matched = Object.fromEntries(columns.map(({ name, field }) => [name, field]));
  const isMatching = matched !== null || plan.data?.format.name === "table";
  const canImport = isReady && plan.data !== undefined && plan.error === null && !plan.isPlaceholderData;
  return (
    <Dialog title={into === null ? "Import a runbook" : `Import into ${into.name}`} size="lg" onClose={onClose}>
      <div className={classes.steps}>
        <FileChoice
          file={file}
          label="Runbook file"
          words="Drop a runbook (YAML, JSON, CSV) or another tool's export here, or choose one."
          accept={ACCEPTED}
          onFile={onFile}
        />
        {into === null && file !== null && <AppChoice form={form} onChange={change} />}
        {columns.length > 0 && isMatching && (
          <ColumnMatch columns={columns} matched={matched ?? guessed} onMatch={setMatched} />
        )}
        {plan.isLoading && <Waiting label="Reading the file" />}
        {error !== null && file !== null && (
          <ImportRefusal error={error} file={file} title="This file can't be imported as it is" />
        )}
        {isReady && plan.data !== undefined && plan.error === null && (
          <>
            <ImportPlan result={plan.data} />
            {columns.length > 0 && !isMatching && (
              <Button variant="subtle" className={classes.match} onClick={() => setMatched(guessed)}>
                Match the columns yourself
              </Button>
            )}
            {isForeign && <ForeignOptions form={form} onChange={change} />}
            {!plan.data.created && (
              <Checkbox
                label="Remove what is not in the file"
                description="Checks are archived and keep their results and issues. Sections and platforms that are not in use are deleted."
                checked={form.prune}
                onChange={(event) => change({ prune: event.currentTarget.checked })}
              />
            )}
          </>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!canImport || written !== settled || changes === 0}
            loading={doIt.isPending}
            onClick={() =>
              file !== null &&
              doIt.mutate({ file, request: isMatching ? requestOf(form, matched ?? guessed) : request })
            }
          >
            {plan.data?.created === true ? "Create the app" : changes === 0 ? "Import" : `Import ${counted(changes)}`}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}

function requestOf(
  { app, name, platforms, refPrefix, keepFields, prune }: ImportForm,
  matched: Matched | null,
): ImportRequest {
  const isNew = app === NEW_APP;
  return {
    app: app === "" || isNew ? null : app,
    name: isNew ? name.trim() : null,
    platforms: isNew ? platforms : null,
    refPrefix,
    keepFields,
    prune,
    columns: matched === null ? null : columnsByField(matched),
  };
}

/** Whether there is enough to ask for a plan. */
function isComplete({ app, name, platforms }: ImportForm, matched: Matched | null): boolean {
  const isNamed = app !== NEW_APP || (name.trim() !== "" && platforms.trim() !== "");
  return isNamed && (matched === null || Object.values(matched).includes("title"));
}

function useImport(onDone: () => void) {
  const client = useQueryClient();
  const [, go] = useLocation();
  return useMutation({
    mutationFn: ({ file, request }: { file: File; request: ImportRequest }) => importRunbook(file, request, false),
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

function counted(changes: number): string {
  return changes === 1 ? "1 change" : `${changes} changes`;
}
