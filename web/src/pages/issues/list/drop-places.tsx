// While issues are dragged: the checks of their app beside the list, to drop them on; on a live app the sections, too.
import { type DragEvent, useState } from "react";
import { useApp } from "../../../api/apps.ts";
import type { Issue } from "../../../api/types.ts";
import { useChangeIssues } from "../data/change-issues.ts";
import { type IssuePlace, isSamePlace, placeBody, placeOfIssue, useRunbookPlaces } from "../data/issue-place.ts";
import classes from "./drop-places.module.css";

export function DropPlaces({ issues, onDone }: { issues: readonly Issue[]; onDone(): void }) {
  const apps = new Set(issues.map(({ app }) => app.id));
  const { data: app } = useApp(apps.size === 1 ? issues[0]!.app.id : undefined);
  const runbook = useRunbookPlaces(app);
  const change = useChangeIssues();
  const [over, setOver] = useState<string | null>(null);
  const isLive = app?.mode === "live";
  /** What makes something a place to drop on. */
  const target = (place: IssuePlace) => {
    const key = `${place?.kind} ${place?.id}`;
    return {
      "data-over": over === key || undefined,
      "data-here": issues.every((issue) => isSamePlace(placeOfIssue(issue), place)) || undefined,
      onDragEnter: () => setOver(key),
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        onDone();
        void change(issues, { place: placeBody(place) }, "Placed");
      },
    };
  };
  return (
    <aside className={classes.panel} aria-label="Drop on a check">
      <p className={classes.head}>
        {apps.size > 1
          ? "Issues of several apps can't be placed together."
          : `Drop ${issues.length === 1 ? issues[0]!.code : `${issues.length} issues`} where ${issues.length === 1 ? "it belongs" : "they belong"}`}
      </p>
      {isLive && (
        <div className={classes.nowhere} {...target(null)}>
          No check
        </div>
      )}
      {runbook?.sections.map((section) => (
        <section key={section.id} className={classes.section} aria-label={section.title}>
          <p className={classes.title} {...(isLive ? target({ kind: "section", id: section.id }) : {})}>
            <bdi>{section.title}</bdi>
          </p>
          <ul className={classes.checks}>
            {runbook.checks
              .filter((check) => check.section === section.id)
              .map(({ id, ref, title }) => (
                <li key={id} className={classes.check} {...target({ kind: "check", id })}>
                  <bdi className={classes.ref}>{ref}</bdi> <bdi>{title}</bdi>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </aside>
  );
}
