// One issue, read when it is opened; the list may not have it.
import { ActionIcon, Tooltip } from "@mantine/core";
import { useEffect } from "react";
import type { Issue } from "../../api/types.ts";
import { copyText } from "../../parts/copy-button.tsx";
import { Failure, Missing, Waiting } from "../../parts/failure.tsx";
import { Icon } from "../../parts/icons.tsx";
import { keyHint } from "../../parts/keys-at-hand.ts";
import { useShortcuts } from "../../shell/shortcuts.tsx";
import { toast } from "../../shell/toasts.tsx";
import classes from "./issue-detail.module.css";
import { useIssue } from "./issue-store.ts";
import { IssueView } from "./issue-view.tsx";
import { StateMark, stateOf, titleOf } from "./issue-words.tsx";

interface DetailProps {
  id: string;
  /** The page is the app's own, which says its name already. */
  isOfApp: boolean;
  canMove: { up: boolean; down: boolean };
  onClose(): void;
  onMove(step: 1 | -1): void;
}

export function IssueDetail(props: DetailProps) {
  const { id } = props;
  const { data: issue, error, refetch } = useIssue(id);
  const title = issue === undefined ? undefined : titleOf(issue);
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = `${title.slice(0, 80)} · Retest`;
    return () => {
      document.title = before;
    };
  }, [title]);
  useShortcuts([{ keys: ["y"], label: "Copy the link", group: "This issue", run: () => void copyLink(id) }]);
  return (
    <article className={classes.detail} aria-label={title ?? "Issue"}>
      <DetailBar {...props} issue={issue} />
      {issue !== undefined ? (
        <IssueView issue={issue} isOfApp={props.isOfApp} />
      ) : error === null ? (
        <Waiting />
      ) : (
        <Failure
          error={error}
          retry={() => void refetch()}
          missing={
            <Missing title="There is no such issue">
              It may be on an app that you may not see, or the address may have a typing mistake.
            </Missing>
          }
        />
      )}
    </article>
  );
}

function DetailBar({ issue, id, canMove, onMove, onClose }: DetailProps & { issue: Issue | undefined }) {
  return (
    <div className={classes.bar}>
      <button type="button" className={classes.back} onClick={onClose}>
        <Icon name="left" /> Issues
      </button>
      {issue !== undefined && <StateMark state={stateOf(issue)} withWord />}
      <div className={classes.tools}>
        <Tooltip label={`Previous${keyHint(" (K)")}`}>
          <ActionIcon size="lg" aria-label="Previous issue" disabled={!canMove.up} onClick={() => onMove(-1)}>
            <Icon name="up" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={`Next${keyHint(" (J)")}`}>
          <ActionIcon size="lg" aria-label="Next issue" disabled={!canMove.down} onClick={() => onMove(1)}>
            <Icon name="down" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={`Copy the link${keyHint(" (Y)")}`}>
          <ActionIcon size="lg" aria-label="Copy the link" onClick={() => void copyLink(id)}>
            <Icon name="link" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={`Close${keyHint(" (Esc)")}`}>
          <ActionIcon size="lg" aria-label="Close the issue" className={classes.close} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}

async function copyLink(id: string): Promise<void> {
  if (await copyText(`${location.origin}/issues/${id}`)) toast({ text: "The link is copied." });
}
