// Says that an issue is raised, with the way to it and its link to copy.
import { ActionIcon } from "@mantine/core";
import type { Issue } from "../../api/types.ts";
import { copyText } from "../../parts/copy-button.tsx";
import { Icon } from "../../parts/icons.tsx";
import { toast } from "../../shell/toasts.tsx";

export function sayRaised(issue: Issue): void {
  const { code } = issue as { code?: string };
  toast({
    text: "Raised",
    link: { text: code ?? "the issue", href: `/apps/${issue.app.id}/issues/${issue.id}` },
    action: (
      <ActionIcon
        size="lg"
        aria-label={`Copy the link to ${code ?? "the issue"}`}
        onClick={() => void copyText(`${location.origin}/issues/${issue.id}`).then(sayCopied)}
      >
        <Icon name="copy" />
      </ActionIcon>
    ),
  });
}

function sayCopied(isCopied: boolean): void {
  if (isCopied) toast({ text: "The link is copied.", topic: "copied" });
}
