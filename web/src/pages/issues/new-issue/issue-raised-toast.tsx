// Says that an issue is raised, with the way to it and its link to copy.
import { ActionIcon } from "@mantine/core";
import type { Issue } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { toast } from "../../../interaction/toasts.tsx";
import { copyLink } from "../data/copy-issue.ts";

export function toastIssueRaised(issue: Issue): void {
  const { id, code, app } = issue;
  toast({
    text: "Issue raised:",
    link: { text: code, href: `/apps/${app.id}/issues/${id}` },
    action: (
      <ActionIcon size="lg" aria-label={`Copy the link to ${code}`} onClick={() => void copyLink(id)}>
        <Icon name="copy" />
      </ActionIcon>
    ),
  });
}
