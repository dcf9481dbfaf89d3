// Removing an attachment of an issue.
import type { QueryClient } from "@tanstack/react-query";
import { del } from "../../../api/client.ts";
import type { Issue } from "../../../api/types.ts";
import { removeFile } from "../../../components/attachments/remove-file.ts";
import { keepIssue, refreshAround } from "../data/issue-data.ts";

export function removeAttachment(client: QueryClient, issue: Issue, name: string): void {
  removeFile(attachmentPath(issue, name), name, async (path) => {
    const after = await del<Issue>(path);
    keepIssue(client, after);
    refreshAround(client, after);
  });
}

export function attachmentPath(issue: { id: string }, name: string): string {
  return `/issues/${issue.id}/attachments/${encodeURIComponent(name)}`;
}
