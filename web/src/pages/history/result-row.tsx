// One result: what was found where, by whom and when, for which build and cycle, with what was noted and attached.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { del } from "../../api/client.ts";
import { cycleHref } from "../../api/cycles.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { sendFile } from "../../api/send-file.ts";
import { useHasRole, useMe } from "../../api/session.tsx";
import type { Result } from "../../api/types.ts";
import { AttachedFiles } from "../../components/attachments/attached-files.tsx";
import { ACCEPTED } from "../../components/attachments/file-refusal.ts";
import { removeFile } from "../../components/attachments/remove-file.ts";
import { StatusMark } from "../../components/display/status.tsx";
import { Ago, exactText } from "../../components/display/times.tsx";
import { toastError } from "../../interaction/toasts.tsx";
import classes from "./result-row.module.css";

interface Props {
  result: Result;
  platform: string;
  /** Whether the row names its check. */
  namesCheck: boolean;
}

export function ResultRow({ result, platform, namesCheck }: Props) {
  const { app, check, outcome, note, build, cycle, attachments = [] } = result;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { isSending, attach, remove, mayAttach } = useFiles(result);
  return (
    <li className={classes.row} data-entry tabIndex={-1}>
      <div className={classes.parts}>
        <div className={classes.what}>
          <StatusMark status={outcome} />
          <span className={classes.platform}>
            <bdi>{platform}</bdi>
          </span>
        </div>
        <div className={classes.facts}>
          {namesCheck && (
            <Link href={`/apps/${app.id}?check=${check.id}&on=${encodeURIComponent(result.platform)}`}>
              <bdi>{check.ref}</bdi> <bdi>{check.title}</bdi>
            </Link>
          )}
          <p className={classes.line}>
            <bdi className={classes.who}>{result.recorded_by}</bdi>
            <span className={classes.soft}>
              {exactText(result.recorded_at)} (<Ago at={result.recorded_at} />)
            </span>
            {build !== null && (
              <span className={classes.soft}>
                Build <bdi>{build}</bdi>
              </span>
            )}
            {cycle !== undefined && (
              <Link href={cycleHref(app.id, cycle.id)} className={classes.cycle}>
                <bdi>{cycle.name}</bdi>
              </Link>
            )}
          </p>
          {note !== null && <p className={classes.note}>{note}</p>}
          <AttachedFiles
            files={attachments}
            pathOf={(name) => filePath(result, name)}
            onRemove={mayAttach ? remove : null}
            focusWithout={() => button.current?.focus()}
            isSmall
          />
        </div>
        {mayAttach && (
          <div className={classes.attach}>
            <input
              ref={input}
              type="file"
              multiple
              hidden
              accept={ACCEPTED}
              aria-label={`Files for the result of ${exactText(result.recorded_at)}`}
              onChange={(event) => {
                attach([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = "";
              }}
            />
            <Button
              ref={button}
              variant="subtle"
              size="compact-sm"
              className={classes.button}
              loading={isSending}
              onClick={() => input.current?.click()}
            >
              Attach a file
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

/** The server decides in the end: two people may have one name. */
function useFiles(result: Result) {
  const client = useQueryClient();
  const { name } = useMe();
  const isTester = useHasRole("tester");
  const isAdmin = useHasRole("admin");
  const [isSending, setSending] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.appPart(result.app.id, "results") });
  const attach = async (files: readonly File[]) => {
    setSending(true);
    try {
      for (const file of files) await sendFile(`/results/${result.id}`, file);
    } catch (error) {
      toastError(error as Error);
    } finally {
      setSending(false);
      await refresh();
    }
  };
  const remove = (file: string) =>
    removeFile(filePath(result, file), file, async (path) => {
      await del(path);
      await refresh();
    });
  return {
    isSending,
    attach: (files: readonly File[]) => void attach(files),
    remove,
    mayAttach: isAdmin || (isTester && result.recorded_by === name),
  };
}

function filePath({ id }: Result, name: string): string {
  return `/results/${id}/attachments/${encodeURIComponent(name)}`;
}
