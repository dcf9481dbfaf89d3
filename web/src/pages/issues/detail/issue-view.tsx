// Everything about one issue: what was written, what is to be done, where it stands, and how it came to that.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, useRef, useState } from "react";
import { useApp } from "../../../api/apps.ts";
import { setWatching, useReadWith, useWatching } from "../../../api/inbox.ts";
import { useHasRole, useMe } from "../../../api/session.tsx";
import type { Issue } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { useCommands } from "../../../interaction/commands.tsx";
import { type Shortcut, useShortcuts } from "../../../interaction/shortcuts.tsx";
import { toastError } from "../../../interaction/toasts.tsx";
import { Attachments } from "../attachments/attachments.tsx";
import { Comments } from "../comments/comments.tsx";
import { useIssueActions } from "../data/issue-actions.ts";
import { useCheckOf, usePeopleOf } from "../data/issue-data.ts";
import { platformStates } from "../data/platform-state.ts";
import { restOf, titleOf } from "../fields/issue-labels.tsx";
import { LinkedText } from "../fields/linked-text.tsx";
import { IssueHistory } from "../history/issue-history.tsx";
import { FixForm } from "./fix-form.tsx";
import { IssueEditor } from "./issue-editor.tsx";
import { type FactPart, IssueFacts } from "./issue-facts.tsx";
import { IssuePlatforms } from "./issue-platforms.tsx";
import classes from "./issue-view.module.css";
import { RetestPanel } from "./retest-panel.tsx";

const GROUP = "This issue";

interface ViewProps {
  issue: Issue;
  isOfApp: boolean;
  /** Whether it has shortcuts: while several issues are selected the keys are about those. */
  hasKeys: boolean;
}

export function IssueView({ issue, isOfApp, hasKeys }: ViewProps) {
  useReadWith(issue.id);
  const me = useMe();
  const mayEdit = useHasRole("tester");
  const mayFix = useHasRole("admin");
  const { data: app } = useApp(issue.app.id);
  const check = useCheckOf(issue);
  const { data: people } = usePeopleOf(mayEdit ? issue.app.id : undefined);
  const actions = useIssueActions(issue, me.name);
  const [form, setForm] = useState<"edit" | "fix" | null>(null);
  const commentField = useRef<HTMLTextAreaElement>(null);
  const [picking, setPicking] = useState<FactPart | null>(null);
  const isFixed = issue.status === "fixed";
  const isPartlyFixed = !isFixed && issue.fixed_on.length > 0;
  const isConfirmed = issue.confirmed_fixed_at !== null;
  const mayConfirm = mayEdit && isFixed && issue.check === null;
  const choosesPlatforms = (app?.repositories.length ?? 0) >= 2;
  const states = app === undefined ? [] : platformStates(issue, app, check);

  const reopen = () => void actions.reopen();
  const toggleFixed = () => {
    if (isFixed) reopen();
    else if (choosesPlatforms) setForm(form === "fix" ? null : "fix");
    else void actions.fix();
  };
  const isMine = issue.assignees.includes(me.name);
  const toggleMine = () => {
    const assigned = (people ?? []).filter(({ name }) => issue.assignees.includes(name));
    const others = assigned.filter(({ id }) => id !== me.id);
    void actions.assign(isMine ? others : [...others, { id: me.id, name: me.name }]);
  };
  const watching = useWatching(issue.id);
  const client = useQueryClient();
  const watchWord = watching?.watching === true ? "Stop watching" : "Watch";
  const toggleWatching = () => void setWatching(client, issue.id, watching?.watching !== true).catch(toastError);
  const fixWord = isFixed ? "Reopen" : "Fix";
  const confirmWord = isConfirmed ? "Take the confirmation back" : "Confirm the fix";
  const mineWord = isMine ? "Unassign me" : "Assign to me";
  const offered: (Shortcut | false)[] = [
    mayEdit && { keys: ["e"], label: "Edit", group: GROUP, run: () => setForm("edit") },
    mayFix && { keys: ["f"], label: fixWord, group: GROUP, run: toggleFixed },
    mayFix && isPartlyFixed && { keys: ["o"], label: "Reopen on every platform", group: GROUP, run: reopen },
    mayEdit && { keys: ["c"], label: "Comment", group: GROUP, run: () => writeIn(commentField.current) },
    mayConfirm && { keys: ["v"], label: confirmWord, group: GROUP, run: () => void actions.confirm(!isConfirmed) },
    mayEdit && { keys: ["a"], label: "Assign", group: GROUP, run: () => setPicking("assignees") },
    mayEdit && { keys: ["m"], label: mineWord, group: GROUP, run: toggleMine },
    mayEdit && { keys: ["p"], label: "Set the priority", group: GROUP, run: () => setPicking("priority") },
    watching !== undefined && { keys: ["w"], label: watchWord, group: GROUP, run: toggleWatching },
    mayEdit && { keys: ["b"], label: "Say where it belongs", group: GROUP, run: () => setPicking("place") },
  ];
  const shortcuts = offered.filter((one) => one !== false);
  useShortcuts(hasKeys ? shortcuts : []);
  useCommands(
    shortcuts.map(({ label, run }) => ({
      label: `${label} (this issue)`,
      shortcut: label,
      run: () => run(new KeyboardEvent("keydown")),
    })),
  );

  return (
    <div className={classes.view}>
      <div className={classes.main}>
        {form === "edit" && app !== undefined ? (
          <IssueEditor issue={issue} app={app} actions={actions} onDone={() => setForm(null)} />
        ) : (
          <div className={classes.words}>
            <h2 className={classes.title} tabIndex={-1} dir="auto">
              <LinkedText text={titleOf(issue)} />
            </h2>
            {restOf(issue) !== "" && (
              <p className={classes.text} dir="auto">
                <LinkedText text={restOf(issue)} />
              </p>
            )}
          </div>
        )}
        {form !== "edit" && (mayEdit || mayFix) && (
          <div className={classes.actions}>
            {mayFix && (
              <Button
                variant={isFixed ? "default" : "filled"}
                leftSection={<Icon name={isFixed ? "refresh" : "check"} />}
                aria-expanded={!isFixed && choosesPlatforms ? form === "fix" : undefined}
                onClick={once(toggleFixed)}
              >
                {fixWord}
              </Button>
            )}
            {mayFix && isPartlyFixed && (
              <Button variant="default" leftSection={<Icon name="refresh" />} onClick={once(reopen)}>
                Reopen on every platform
              </Button>
            )}
            {mayConfirm && (
              <Button
                variant={isConfirmed ? "default" : "filled"}
                leftSection={isConfirmed ? undefined : <Icon name="check" />}
                onClick={once(() => void actions.confirm(!isConfirmed))}
              >
                {confirmWord}
              </Button>
            )}
            <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => setForm("edit")}>
              Edit
            </Button>
            <Button variant="default" leftSection={<Icon name="user" />} onClick={once(toggleMine)}>
              {mineWord}
            </Button>
          </div>
        )}
        {form === "fix" && app !== undefined && !isFixed && (
          <FixForm issue={issue} app={app} states={states} actions={actions} onDone={() => setForm(null)} />
        )}
        <RetestPanel issue={issue} states={states} />
      </div>
      <div className={classes.below}>
        <IssuePlatforms states={states} />
        <Attachments issue={issue} />
        <Comments issue={issue} people={people ?? []} field={commentField} />
        <IssueHistory id={issue.id} platforms={app?.platforms ?? []} />
      </div>
      <IssueFacts
        issue={issue}
        app={app}
        isOfApp={isOfApp}
        people={people}
        actions={actions}
        watching={watching}
        onWatch={toggleWatching}
        picking={picking}
        onPicking={setPicking}
      />
    </div>
  );
}

/** Focuses the comment field in the middle of the page, so that the comments above it are seen. */
function writeIn(field: HTMLTextAreaElement | null): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}

/** The second click of a double click would take back what the first has done. */
function once(run: () => void): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail < 2) run();
  };
}
