// Files on their way to an issue. They go on when another issue is opened meanwhile.

import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { sendFile } from "../../../api/send-file.ts";
import type { Issue } from "../../../api/types.ts";
import { fileRefusal } from "../../../components/attachments/file-refusal.ts";
import { toast } from "../../../interaction/toasts.tsx";
import { keepIssue, refreshAround } from "../data/issue-data.ts";

export interface Upload {
  key: number;
  issue: string;
  file: File;
  /** The share that has been sent, 0 to 1. */
  sent: number;
  error: string | null;
}

const NONE: readonly Upload[] = [];
let uploads: readonly Upload[] = NONE;
let last = 0;
let line: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

export function useUploads(issue: string): readonly Upload[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );
  return all.filter((upload) => upload.issue === issue);
}

/** Uploads files one after the other. */
export function startUploads(client: QueryClient, issue: string, files: readonly File[]): void {
  for (const file of files) {
    const upload: Upload = { key: ++last, issue, file, sent: 0, error: fileRefusal(file) };
    replace([...uploads, upload]);
    if (upload.error === null) enqueue(client, upload);
  }
}

export function retryUpload(client: QueryClient, upload: Upload): void {
  change(upload.key, { error: null, sent: 0 });
  enqueue(client, upload);
}

export function dismissUpload(key: number): void {
  replace(uploads.filter((upload) => upload.key !== key));
}

function enqueue(client: QueryClient, upload: Upload): void {
  line = line.then(async () => {
    try {
      const issue = await sendFile<Issue>(`/issues/${upload.issue}`, upload.file, (sent) =>
        change(upload.key, { sent }),
      );
      keepIssue(client, issue);
      dismissUpload(upload.key);
      refreshAround(client, issue);
    } catch (error) {
      change(upload.key, { error: (error as Error).message });
      sayUnlessSeen(upload);
    }
  });
}

/** Reports a failed upload, unless the issue's own page is open, which shows it beside the file. */
function sayUnlessSeen({ issue, file }: Upload): void {
  if (location.pathname.includes(issue)) return;
  const link = { text: "Try again on the issue", href: `/issues/${issue}` };
  toast({ kind: "failed", topic: `files of ${issue}`, text: `${file.name} was not attached.`, link });
}

function change(key: number, fields: Partial<Upload>): void {
  replace(uploads.map((upload) => (upload.key === key ? { ...upload, ...fields } : upload)));
}

function replace(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}
