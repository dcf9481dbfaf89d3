// A status as people see it: a shape, a colour and a word, never a colour alone.
import { STATUSES } from "../../../../src/wire/lists.ts";
import type { Counts, Status } from "../../api/types.ts";
import classes from "./status.module.css";

export const STATUS_LABEL: Record<Status, string> = {
  passed: "Passed",
  failed: "Failed",
  needs_retest: "Needs retest",
  untested: "Untested",
  not_applicable: "N/A",
};

const SHAPE: Record<Status, string> = {
  passed: "M3.5 8.4l3 3 6-6.4",
  failed: "M4.5 4.5l7 7m0-7l-7 7",
  needs_retest: "M12.6 6.4A5 5 0 1 0 13 9.2M13 3.2v3.4H9.6",
  untested: "M8 3.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 0 0 0-9.6",
  not_applicable: "M4 8h8",
};

/** The shape alone, for beside the word or where something else carries it. */
export function StatusShape({ status }: { status: Status }) {
  return (
    <svg className={classes.shape} data-status={status} viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={SHAPE[status]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function StatusMark({ status, compact = false }: { status: Status; compact?: boolean }) {
  return (
    <span className={classes.mark} data-status={status} title={compact ? STATUS_LABEL[status] : undefined}>
      <StatusShape status={status} />
      <span className={compact ? "sr-only" : undefined}>{STATUS_LABEL[status]}</span>
    </span>
  );
}

/** How many cells of an app have each status, as one bar with its text as the label. */
export function StatusBar({ counts }: { counts: Counts }) {
  const total = STATUSES.reduce((sum, status) => sum + counts[status], 0);
  const present = STATUSES.filter((status) => counts[status] > 0);
  const label = present.map((status) => `${counts[status]} ${STATUS_LABEL[status].toLowerCase()}`).join(", ");
  return (
    <div className={classes.bar} role="img" aria-label={total === 0 ? "No checks yet" : label}>
      {present.map((status) => (
        <span
          key={status}
          className={classes.part}
          data-status={status}
          style={{ flexGrow: counts[status] }}
          title={`${counts[status]} ${STATUS_LABEL[status].toLowerCase()}`}
        />
      ))}
    </div>
  );
}
