// Raises an issue, or keeps it until the server is back: whoever has written it need not write it again.
import { ApiError } from "../api/client.ts";
import { keepFiles } from "../api/stored-files.ts";
import type { Issue } from "../api/types.ts";
import { type ChangeOf, newKey } from "../api/unsaved-change.ts";
import { dropUnsaved, keepChange, newFileName } from "../api/unsaved-store.ts";
import { toast } from "../interaction/toasts.tsx";
import { nameOf } from "./sender.ts";
import { onSent } from "./sent-listeners.ts";

const KEPT = "The server can't be reached. The issue is kept here, and raised once it is back";

/** After this time in a queue an issue is kept, and its dialog need not stay open for it. */
const KEEP_HERE_AFTER_MS = 8_000;

/**
 * Null when it is kept here until the server is back, with its files, which is said; else the files are still to be sent.
 * Throws what the server said when it refuses the issue: nothing is kept then, because the words are still in their form.
 */
export function raiseIssue(
  app: string,
  fields: Omit<ChangeOf<"issue">, "kind" | "key">,
  files: readonly File[],
): Promise<Issue | null> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const key = newKey();
    const heading = headingOf(fields.text);
    const { id } = keepChange(app, `Issue: ${heading}`, { kind: "issue", key, ...fields });
    const keptHere = async () => {
      isLate = true;
      clearTimeout(timer);
      toast({ text: KEPT + (await keepAttached(app, key, heading, files)) });
      resolve(null);
    };
    const timer = setTimeout(keptHere, KEEP_HERE_AFTER_MS);
    const stop = onSent({
      saved: (unsaved, { issue }) => {
        if (unsaved.id !== id) return;
        stop();
        clearTimeout(timer);
        if (!isLate) resolve(issue!);
      },
      refused: (unsaved) => {
        if (unsaved.id !== id) return;
        stop();
        clearTimeout(timer);
        if (isLate) return;
        dropUnsaved(new Set([id]));
        reject(new ApiError(400, "refused", unsaved.reason ?? "The server refused it."));
      },
      stuck: (error) => {
        if (isLate) return;
        if (!(error instanceof ApiError && error.status === 401)) {
          void keptHere();
          return;
        }
        stop();
        clearTimeout(timer);
        dropUnsaved(new Set([id]));
        reject(error);
      },
    });
  });
}

/** Keeps each file as a change behind the issue. Gives what to say of them. */
async function keepAttached(app: string, key: string, heading: string, files: readonly File[]): Promise<string> {
  let areKept = true;
  for (const one of files) {
    const file = newFileName();
    if (!(await keepFiles(file, [one]))) areKept = false;
    keepChange(app, `File ${one.name} of the issue: ${heading}`, { kind: "attach", issue: nameOf(key), file });
  }
  if (files.length === 0) return ".";
  if (areKept) return ", with its files.";
  return ". Leave this page open until then: your browser has no room to keep its files.";
}

const MAX_HEADING = 80;

function headingOf(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.length <= MAX_HEADING ? line : `${line.slice(0, MAX_HEADING).trimEnd()}…`;
}
