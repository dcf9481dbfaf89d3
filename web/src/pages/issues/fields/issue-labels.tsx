// How an issue's fields are said: its state, its priority, where it came from.
import type { Priority } from "../../../../../src/wire/lists.ts";
import type { Issue } from "../../../api/types.ts";
import classes from "./issue-labels.module.css";

export type IssueState = "open" | "partly_fixed" | "fixed" | "confirmed";

export const PRIORITY_LABEL: Record<Priority, string> = {
  urgent: "Urgent",
  high: "High",
  medium: "Medium",
  low: "Low",
};

export const ISSUE_STATE_LABEL: Record<IssueState, string> = {
  open: "Open",
  partly_fixed: "Partly fixed",
  fixed: "Fixed",
  confirmed: "Fix confirmed",
};

/** An issue of the own interface has none. */
export const VIA_LABEL: Record<string, string> = {
  api: "API",
  webhook: "Webhook",
  chat_a: "Slack",
  chat_b: "Teams",
  tracker: "Sentry",
  interface: "Interface",
};

const SHAPE: Record<IssueState, { ring: boolean; path: string; fill: string }> = {
  open: { ring: true, path: "", fill: "M8 5.8a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 0 0 0-4.4" },
  partly_fixed: { ring: true, path: "", fill: "M8 2a6 6 0 0 1 0 12z" },
  fixed: { ring: true, path: "M5.3 8.3l1.9 1.9 3.6-3.9", fill: "" },
  confirmed: { ring: false, path: "M5.1 8.3l2.1 2.1 3.8-4.2", fill: "M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13" },
};

export function stateOf(issue: Issue): IssueState {
  if (issue.status === "fixed") return issue.confirmed_fixed_at === null ? "fixed" : "confirmed";
  return issue.fixed_on.length > 0 ? "partly_fixed" : "open";
}

/** A shape for each state; its word is read aloud, or stands beside it. */
export function IssueStateMark({ state, withWord = false }: { state: IssueState; withWord?: boolean }) {
  const { ring, path, fill } = SHAPE[state];
  return (
    <span className={classes.state} data-state={state} title={withWord ? undefined : ISSUE_STATE_LABEL[state]}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        {ring && <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.6" />}
        {fill !== "" && <path d={fill} fill="currentColor" />}
        <path
          d={path}
          fill="none"
          stroke={ring ? "currentColor" : "var(--surface)"}
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={withWord ? undefined : "sr-only"}>{ISSUE_STATE_LABEL[state]}</span>
    </span>
  );
}

/** Bars as on a phone's signal; urgent is a sign of its own. */
export function PriorityMark({ priority, withWord = false }: { priority: Priority; withWord?: boolean }) {
  const bars = { urgent: 0, high: 3, medium: 2, low: 1 }[priority];
  return (
    <span className={classes.priority} data-priority={priority} title={`${PRIORITY_LABEL[priority]} priority`}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        {priority === "urgent" ? (
          <>
            <rect x="1.5" y="1.5" width="13" height="13" rx="3" fill="currentColor" />
            <path d="M8 4.6v4.2M8 11.3h.01" stroke="var(--surface)" strokeWidth="1.9" strokeLinecap="round" />
          </>
        ) : (
          [0, 1, 2].map((bar) => (
            <rect
              key={bar}
              x={2 + bar * 4.5}
              y={10 - bar * 3.5}
              width="3"
              height={4 + bar * 3.5}
              rx="1"
              fill="currentColor"
              opacity={bar < bars ? 1 : 0.25}
            />
          ))
        )}
      </svg>
      <span className={withWord ? undefined : "sr-only"}>
        {PRIORITY_LABEL[priority]}
        {!withWord && " priority"}
      </span>
    </span>
  );
}

/** Signs that can't be seen and turn the reading direction of others: shown, a text would read as it does not stand. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Somebody else's text without marks that turn its direction. */
export function shownText(text: string): string {
  return text.replace(TURNING, "");
}

/** A name that somebody gave themselves: it can't turn what stands around it, nor itself. */
export function Name({ text, className }: { text: string | null; className?: string }) {
  return <bdi className={className}>{shownText(text ?? "")}</bdi>;
}

/** The title of an issue: the first line of what was written. */
export function titleOf({ text }: { text: string }): string {
  const end = text.indexOf("\n");
  return shownText(end === -1 ? text : text.slice(0, end));
}

/** The text below the first line. */
export function restOf({ text }: { text: string }): string {
  const end = text.indexOf("\n");
  return end === -1 ? "" : shownText(text.slice(end + 1).replace(/^\n+/, ""));
}

export function viaLabel(via: Issue["via"]): string {
  return VIA_LABEL[via ?? "interface"]!;
}

/** An address that may stand behind a link, or null. */
export function httpLink(text: string | null | undefined): string | null {
  if (text === null || text === undefined || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  return text;
}
