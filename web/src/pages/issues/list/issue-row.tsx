// One issue in the list: what it is about on the first line, what it belongs to on the second.
import { Link } from "wouter";
import { useApp } from "../../../api/apps.ts";
import type { Issue } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { Ago } from "../../../components/display/times.tsx";
import { IssueStateMark, PriorityMark, stateOf, titleOf, viaLabel } from "../fields/issue-labels.tsx";
import { PersonMark } from "../fields/person-mark.tsx";
import { ReportCount } from "../fields/report-count.tsx";
import classes from "./issue-row.module.css";

const MAX_FACES = 3;

/** How a row is selected, and dragged with the others that are. */
export interface RowSelecting {
  toggle(id: string): void;
  reach(id: string): void;
  drag(id: string): void;
  drop(): void;
}

interface RowProps {
  issue: Issue;
  href: string;
  isCurrent: boolean;
  /** The one row that the tab key stops at. */
  isStop: boolean;
  withApp: boolean;
  labelOf(code: string): string;
  isSelected: boolean;
  /** Selects the row; null for readers who may change nothing. */
  select: RowSelecting | null;
  /** Opened with the keyboard rather than pointed at. */
  onEnter(): void;
}

export function IssueRow({ issue, select, isSelected, ...props }: RowProps) {
  return (
    <>
      <RowLink issue={issue} select={select} isSelected={isSelected} {...props} />
      {select !== null && (
        <label className={classes.select}>
          <input
            type="checkbox"
            aria-label={`Select ${issue.code}`}
            tabIndex={-1}
            checked={isSelected}
            onChange={({ nativeEvent, currentTarget }) => {
              if ((nativeEvent as MouseEvent).shiftKey) select.reach(issue.id);
              else select.toggle(issue.id);
              // The keys of the list go on from here.
              currentTarget.closest("li")?.querySelector("a")?.focus({ preventScroll: true });
            }}
          />
        </label>
      )}
    </>
  );
}

function RowLink({ issue, href, isCurrent, isStop, withApp, isSelected, select, labelOf, onEnter }: RowProps) {
  const { priority, assignees, attachments, check, webhook } = issue;
  return (
    <Link
      href={href}
      replace={isCurrent}
      className={classes.row}
      aria-current={isCurrent ? "true" : undefined}
      tabIndex={isStop ? 0 : -1}
      data-issue={issue.id}
      data-selected={isSelected || undefined}
      draggable={select !== null}
      onDragStart={() => select?.drag(issue.id)}
      onDragEnd={() => select?.drop()}
      onClick={(event) => {
        if (event.shiftKey && select !== null) {
          event.preventDefault();
          select.reach(issue.id);
        } else if (event.detail === 0) onEnter();
      }}
    >
      <span className={classes.sign}>
        <IssueStateMark state={stateOf(issue)} />
      </span>
      <span className={classes.title}>
        <bdi>{titleOf(issue)}</bdi>
      </span>
      <span className={classes.signs}>
        {attachments.length > 0 && (
          <span className={classes.files} title={filesText(attachments.length)}>
            <Icon name="image" />
            <span className="sr-only">{filesText(attachments.length)}</span>
          </span>
        )}
        {priority !== null && <PriorityMark priority={priority} />}
        {assignees.length > 0 && (
          <span className={classes.faces}>
            <span className="sr-only">Assigned to </span>
            {assignees.slice(0, MAX_FACES).map((name) => (
              <PersonMark key={name} name={name} />
            ))}
            {assignees.length > MAX_FACES && <span className={classes.more}>+{assignees.length - MAX_FACES}</span>}
          </span>
        )}
      </span>
      <span className={classes.facts}>
        <span className={classes.code}>{issue.code}</span>
        {withApp && (
          <span className={classes.app}>
            <bdi>{issue.app.name}</bdi>
          </span>
        )}
        {check !== null ? <Place {...check} /> : issue.section_id !== null && <SectionPlace issue={issue} />}
        <span className={classes.platforms}>
          {issue.all_platforms ? "All platforms" : issue.platforms.map(labelOf).join(", ")}
        </span>
        {webhook !== null && webhook.deliveries > 1 ? (
          <span className={classes.reports}>
            <span className={classes.whenWide}>
              <ReportCount webhook={webhook} />
            </span>
            <span className={classes.whenNarrow}>{webhook.deliveries.toLocaleString("en")} reports</span>
          </span>
        ) : (
          issue.via !== null && <span className={classes.via}>via {viaLabel(issue.via)}</span>
        )}
      </span>
      <span className={classes.time}>
        <Ago at={issue.status === "fixed" && issue.fixed_at !== null ? issue.fixed_at : issue.raised_at} />
      </span>
    </Link>
  );
}

/** The check or section that the issue belongs to. */
function Place({ ref, title }: { ref: string; title: string }) {
  return (
    <span className={classes.check}>
      <bdi className={classes.ref}>{ref}</bdi> <bdi className={classes.checkTitle}>{title}</bdi>
    </span>
  );
}

function SectionPlace({ issue }: { issue: Issue }) {
  const { data: app } = useApp(issue.app.id);
  const section = app?.sections.find(({ id }) => id === issue.section_id);
  return section === undefined ? null : <Place {...section} />;
}

function filesText(count: number): string {
  return count === 1 ? "1 attachment" : `${count} attachments`;
}
