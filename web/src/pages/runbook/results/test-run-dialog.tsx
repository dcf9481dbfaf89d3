// Results of a CI run: choose a report, see what each of its cases means, then record. Nothing is recorded before that.

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_BUILD, MAX_RUN_BYTES, MAX_RUN_MEGABYTES } from "../../../../../src/wire/limits.ts";
import { ApiError, pathWith, upload } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { TestRun } from "../../../api/types.ts";
import { useDryRun } from "../../../components/behaviour/use-dry-run.ts";
import { Waiting } from "../../../components/display/loading-and-failure.tsx";
import { LimitedInput } from "../../../components/form/limited-input.tsx";
import { tooLongText } from "../../../components/form/text-limits.ts";
import { ToggleChips } from "../../../components/form/toggle-chips.tsx";
import { FileChoice } from "../../../components/import/file-choice.tsx";
import { ImportRefusal } from "../../../components/import/import-refusal.tsx";
import { Dialog, DialogButtons } from "../../../components/layout/dialog.tsx";
import { toast } from "../../../interaction/toasts.tsx";
import type { RunbookOutline } from "../data/runbook.ts";
import classes from "./test-run-dialog.module.css";
import { TestRunPlan } from "./test-run-plan.tsx";

interface Props {
  runbook: RunbookOutline;
  file: File | null;
  onFile(file: File): void;
  onClose(): void;
}

interface Request {
  app: string;
  platforms: string;
  build?: string;
  cycle: string | undefined;
  dry_run?: boolean;
}

export function TestRunDialog({ runbook, file, onFile, onClose }: Props) {
  const app = runbook.app.id;
  const cycle = runbook.cycle?.id;
  const [chosen, setChosen] = useState<string[]>([]);
  const [build, setBuild] = useState("");
  const platforms = chosen.join(",");
  const plan = useDryRun(file, ["test-run", app, platforms, cycle], (sent) =>
    send(sent, { app, platforms, cycle, dry_run: true }),
  );
  const record = useRecord(onClose);
  const error = record.error ?? plan.error;
  const results = plan.data?.counts.results ?? 0;
  const isLong = tooLongText(build, MAX_BUILD) !== undefined;
  const toggle = (code: string) =>
    setChosen((before) => (before.includes(code) ? before.filter((one) => one !== code) : [...before, code]));
  return (
    <Dialog title={`Add CI results to ${runbook.cycle?.name ?? runbook.app.name}`} size="lg" onClose={onClose}>
      <div className={classes.steps}>
        <FileChoice
          file={file}
          label="Test report"
          words="Drop the report of a test run here, or choose one: JUnit, TRX or NUnit XML, CTRF, Cucumber, Xray, TAP, or the statuses of another tool: CSV, .xlsx, or XML of TestRail or TestLink."
          accept=".xml,.trx,.json,.ndjson,.tap,.txt,.csv,.tsv,.xlsx"
          onFile={onFile}
        />
        {file !== null && runbook.platforms.length > 1 && (
          <div className={classes.platforms}>
            <p className={classes.label}>
              Where the tests ran, if the report doesn't say; none chosen means everywhere
            </p>
            <ToggleChips
              label="Platforms"
              options={runbook.platforms.map(({ code, label }) => ({ value: code, label }))}
              chosen={chosen}
              onToggle={toggle}
            />
          </div>
        )}
        {plan.isLoading && <Waiting label="Reading the report" />}
        {error !== null && file !== null && (
          <ImportRefusal error={error} file={file} title="This report can't be used as it is" />
        )}
        {plan.data !== undefined && plan.error === null && (
          <>
            <TestRunPlan run={plan.data} />
            <LimitedInput
              label="Build"
              description="What was tested, if you like: a version, or a branch and commit"
              limit={MAX_BUILD}
              value={build}
              onChange={(event) => setBuild(event.currentTarget.value)}
            />
          </>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={
              plan.data === undefined || plan.error !== null || plan.isPlaceholderData || results === 0 || isLong
            }
            loading={record.isPending}
            onClick={() =>
              file !== null && record.mutate({ file, request: { app, platforms, cycle, build: build.trim() } })
            }
          >
            {results === 0 ? "Record" : `Record ${counted(results)}`}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}

function useRecord(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, request }: { file: File; request: Request }) => send(file, request),
    onSuccess: ({ app, counts, cases }, { request: { cycle } }) => {
      void client.invalidateQueries({ queryKey: queryKeys.app(app.id) });
      void client.invalidateQueries({ queryKey: queryKeys.overview });
      onDone();
      const failed = cases.find(({ recorded }) => recorded === "failed");
      toast({
        text: `${counted(counts.results)} recorded: ${counts.passed} passed, ${counts.failed} failed.`,
        ...(failed?.check != null && { link: linkTo(app.id, failed.check, failed.platforms[0]!, cycle) }),
      });
    },
  });
}

/** A link to the cell of a result. */
function linkTo(app: string, { id, ref }: { id: string; ref: string }, platform: string, cycle: string | undefined) {
  const params = new URLSearchParams({ ...(cycle && { cycle }), check: id, on: platform });
  return { text: `See ${ref}`, href: `/apps/${app}?${params}` };
}

/** The server finds out what the file is. */
async function send(file: File, request: Request): Promise<TestRun> {
  // Said here: a server that stops reading looks like one that can't be reached.
  if (file.size > MAX_RUN_BYTES)
    throw new ApiError(413, "too_large", `The report is over ${MAX_RUN_MEGABYTES} MB: split it.`);
  return upload(pathWith("/results/report", { ...request }), file, "application/octet-stream");
}

function counted(results: number): string {
  return results === 1 ? "1 result" : `${results.toLocaleString("en")} results`;
}
