// Removing an attachment, with a moment to bring it back.
import type { QueryClient } from "@tanstack/react-query";
import { del } from "../../../api/client.ts";
import type { Issue } from "../../../api/types.ts";
import { removeLater } from "../../../components/behaviour/delayed-removal.ts";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { keepIssue, refreshAround } from "../data/issue-data.ts";

export function removeAttachment(client: QueryClient, issue: Issue, name: string): void {
  const path = attachmentPath(issue, name);
  const removal = removeLater(path, async () => {
    const after = await del<Issue>(path);
    keepIssue(client, after);
    refreshAround(client, after);
  });
  removal.done.catch(toastError);
  toast({
    text: `${name} was removed.`,
    undo: () => {
      if (!removal.back()) toast({ text: `${name} was removed already.` });
    },
  });
}

export function attachmentPath(issue: { id: string }, name: string): string {
  return `/issues/${issue.id}/attachments/${encodeURIComponent(name)}`;
}
