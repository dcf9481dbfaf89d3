// One issue, read when it is opened; the list may not have it.
import { ActionIcon, Tooltip } from "@mantine/core";
import { useEffect } from "react";
import { isMissing } from "../../../api/client.ts";
import type { Issue } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { Failure, Missing, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { keyHint } from "../../../interaction/has-keyboard.ts";
import { type Shortcut, useShortcuts } from "../../../interaction/shortcuts.tsx";
import { copyCode, copyLink } from "../data/copy-issue.ts";
import { type NamedIssue, useIssue } from "../data/issue-data.ts";
import { IssueStateMark, stateOf, titleOf } from "../fields/issue-labels.tsx";
import classes from "./issue-detail.module.css";
import { IssueView } from "./issue-view.tsx";

const GROUP = "This issue";

interface DetailProps {
  named: NamedIssue;
  /** The page is the app's own, which says its name already. */
  isOfApp: boolean;
  hasKeys: boolean;
  canMove: { up: boolean; down: boolean };
  onClose(): void;
  onMove(step: 1 | -1): void;
}

export function IssueDetail(props: DetailProps) {
  const { named } = props;
  const { data, error: unread, refetch } = useIssue(named.id);
  const error = named.error ?? unread;
  // What was read before stands no more once its app is archived or out of reach.
  const issue = isMissing(error) ? undefined : data;
  const title = issue === undefined ? undefined : titleOf(issue);
  const code = issue?.code;
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = `${code} ${title.slice(0, 80)} · Retest`;
    return () => {
      document.title = before;
    };
  }, [title, code]);
  const shortcuts = (issue: Issue): Shortcut[] => [
    { keys: ["y"], label: "Copy the link", group: GROUP, run: () => void copyLink(issue.id) },
    { keys: ["Y"], label: "Copy the code", group: GROUP, run: () => void copyCode(issue.code) },
  ];
  useShortcuts(issue === undefined ? [] : shortcuts(issue));
  return (
    <article className={classes.detail} aria-label={title ?? "Issue"}>
      <DetailBar {...props} issue={issue} />
      {issue !== undefined ? (
        <IssueView issue={issue} isOfApp={props.isOfApp} hasKeys={props.hasKeys} />
      ) : error === null ? (
        <Waiting />
      ) : (
        <Failure
          error={error}
          retry={named.error === null ? () => void refetch() : named.retry}
          missing={
            <Missing title="There is no such issue">
              You may not have access to its app, the app may be archived, or the address has a typing mistake.
            </Missing>
          }
        />
      )}
    </article>
  );
}

function DetailBar({ issue, canMove, onMove, onClose }: DetailProps & { issue: Issue | undefined }) {
  return (
    <div className={classes.bar}>
      <button type="button" className={classes.back} onClick={onClose}>
        <Icon name="left" /> Issues
      </button>
      {issue !== undefined && (
        <>
          <Tooltip label={`Copy the code${keyHint(" (Shift Y)")}`}>
            <button
              type="button"
              className={classes.code}
              aria-label={`${issue.code}: copy the code`}
              onClick={() => void copyCode(issue.code)}
            >
              {issue.code} <Icon name="copy" size={14} />
            </button>
          </Tooltip>
          <IssueStateMark state={stateOf(issue)} withWord />
        </>
      )}
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
        {issue !== undefined && (
          <Tooltip label={`Copy the link${keyHint(" (Y)")}`}>
            <ActionIcon size="lg" aria-label="Copy the link" onClick={() => void copyLink(issue.id)}>
              <Icon name="link" />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={`Close${keyHint(" (Esc)")}`}>
          <ActionIcon size="lg" aria-label="Close the issue" className={classes.close} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}
