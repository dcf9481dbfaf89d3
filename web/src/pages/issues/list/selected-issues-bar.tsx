// Below the list while issues are selected: how many they are, and what can be done with all of them. The keys do the same.
import { useState } from "react";
import { PRIORITIES, type Priority } from "../../../../../src/wire/lists.ts";
import { useApp } from "../../../api/apps.ts";
import { useHasRole } from "../../../api/session.tsx";
import type { Issue } from "../../../api/types.ts";
import { Icon, type IconName } from "../../../components/display/icons.tsx";
import { type Shortcut, useShortcuts } from "../../../interaction/shortcuts.tsx";
import { type IssuesChange, useChangeIssues } from "../data/change-issues.ts";
import { usePeopleOf } from "../data/issue-data.ts";
import { placeBody } from "../data/issue-place.ts";
import { PRIORITY_LABEL, PriorityMark } from "../fields/issue-labels.tsx";
import { PersonMark } from "../fields/person-mark.tsx";
import { Picker } from "../fields/picker.tsx";
import { PlacePicker } from "../fields/place-picker.tsx";
import classes from "./selected-issues-bar.module.css";

const GROUP = "Selected issues";
const NONE = "none";
type Part = "priority" | "assignee" | "place";

export function SelectedIssuesBar({ issues, onClear }: { issues: readonly Issue[]; onClear(): void }) {
  const mayFix = useHasRole("admin");
  const change = useChangeIssues();
  const [open, setOpen] = useState<Part | null>(null);
  const appIds = new Set(issues.map((issue) => issue.app.id));
  const one = appIds.size === 1 ? [...appIds][0] : undefined;
  const { data: app } = useApp(one);
  const { data: people = [] } = usePeopleOf([...appIds][0]);
  const apply = (what: IssuesChange, done: string, some = issues) => void change(some, what, done);
  const isOpen = (issue: Issue) => issue.status === "open";
  const opened = issues.filter(isOpen);
  const fixed = issues.filter((issue) => !isOpen(issue));
  const fix = () => apply({ fixed: true }, "Fixed", opened);
  const reopen = () => apply({ fixed: false }, "Reopened", fixed);
  const toggleFixed = opened.length > 0 ? fix : reopen;
  const part = (name: Part) => ({ opened: open === name, onOpened: (on: boolean) => setOpen(on ? name : null) });
  const offered: (Shortcut | false)[] = [
    mayFix && { keys: ["f"], label: "Fix or reopen", group: GROUP, run: toggleFixed },
    { keys: ["p"], label: "Set the priority", group: GROUP, run: () => setOpen("priority") },
    { keys: ["a"], label: "Assign", group: GROUP, run: () => setOpen("assignee") },
    app !== undefined && { keys: ["b"], label: "Say where it belongs", group: GROUP, run: () => setOpen("place") },
    { keys: ["Escape"], label: "Clear the selection", group: GROUP, run: onClear },
  ];
  useShortcuts(offered.filter((shortcut) => shortcut !== false));
  return (
    <div role="toolbar" aria-label="Selected issues" className={classes.bar}>
      <p className={classes.count} role="status">
        {issues.length === 1 ? "1 issue selected" : `${issues.length} issues selected`}
      </p>
      <span className={classes.actions}>
        {mayFix && opened.length > 0 && <Action icon="check" word="Fix" run={fix} />}
        {mayFix && fixed.length > 0 && <Action icon="refresh" word="Reopen" run={reopen} />}
        <span className={classes.framed}>
          <Picker
            {...part("priority")}
            label="Priority of the selected issues"
            options={[
              ...PRIORITIES.map((value) => ({ value, label: PRIORITY_LABEL[value], sign: <Mark priority={value} /> })),
              { value: NONE, label: "No priority" },
            ]}
            picked={[]}
            onPick={(value) => apply({ priority: value === NONE ? null : (value as Priority) }, priorityText(value))}
          >
            Priority
          </Picker>
        </span>
        <span className={classes.framed}>
          <Picker
            {...part("assignee")}
            label="Assign the selected issues"
            options={[
              ...people.map(({ id, name }) => ({ value: id, label: name, sign: <Face name={name} /> })),
              { value: NONE, label: "Nobody" },
            ]}
            picked={[]}
            onPick={(id) => apply({ assignees: id === NONE ? [] : [id] }, "Assigned")}
          >
            Assign
          </Picker>
        </span>
        {app !== undefined && (
          <span className={classes.framed}>
            <PlacePicker
              {...part("place")}
              app={app}
              value={undefined}
              onPick={(place) => apply({ place: placeBody(place) }, "Placed")}
            >
              Place
            </PlacePicker>
          </span>
        )}
      </span>
      {one === undefined && <p className={classes.note}>Issues of several apps can't be placed together.</p>}
      <Action word="Clear selection" run={onClear} />
    </div>
  );
}

function Action({ icon, word, run }: { icon?: IconName; word: string; run(): void }) {
  return (
    <button type="button" className={classes.action} onClick={run}>
      {icon !== undefined && <Icon name={icon} />}
      {word}
    </button>
  );
}

/** The mark of a priority, silent for screen readers: the word is beside it. */
function Mark({ priority }: { priority: Priority }) {
  return (
    <span aria-hidden="true">
      <PriorityMark priority={priority} />
    </span>
  );
}

function Face({ name }: { name: string }) {
  return (
    <span aria-hidden="true">
      <PersonMark name={name} />
    </span>
  );
}

function priorityText(value: string): string {
  return value === NONE ? "No priority now" : `Priority ${value}`;
}
