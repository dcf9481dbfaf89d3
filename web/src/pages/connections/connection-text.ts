// How a connection does, in words: what it heard, what came of what was sent.
import { TOOL_FORMS } from "../../../../src/wire/connections/tool-forms.ts";
import { TOOL_NAME } from "../../../../src/wire/connections/tool-names.ts";
import { TOOL_TIMEOUT_SECONDS } from "../../../../src/wire/limits.ts";
import type { Tool } from "../../../../src/wire/lists.ts";
import type { Connection, Forward } from "../../api/types.ts";
import { callOutcomeText } from "../../components/log/call-outcome-text.ts";
import { missingSecret } from "./missing-secret.ts";

const STATE_WORD: Record<Connection["state"], string> = {
  waiting: "Not used yet",
  active: "Active",
  paused: "Paused",
  off: "Off",
};

/** Whether a connection works, in a word or two. */
export function stateText(connection: Connection): { words: string; isAmiss: boolean } {
  const { state, heard, failures, forwards } = connection;
  const missing = missingSecret(connection);
  const isOn = state === "waiting" || state === "active";
  // One that only sends works without it.
  if (isOn && missing !== undefined && !forwards)
    return { words: `Needs its ${missing.label.toLowerCase()}`, isAmiss: true };
  const isAmiss = state === "active" && (failures > 0 || (heard !== null && isHeardAmiss(heard.outcome)));
  return { words: isAmiss ? "Needs attention" : STATE_WORD[state], isAmiss };
}

/** The tool as a sentence names it. */
export function toolInWords(tool: Tool): string {
  return TOOL_FORMS[tool].isProgram ? "your program" : TOOL_NAME[tool];
}

export const ISSUE_EVENTS = ["raised", "fixed", "reopened", "confirmed", "commented"] as const;
export type IssueEvent = (typeof ISSUE_EVENTS)[number];

export const FORWARD_KIND_LABEL: Record<Forward["kind"], string> = {
  raised: "Raised",
  fixed: "Fixed",
  reopened: "Reopened",
  confirmed: "Fix confirmed",
  commented: "Commented",
  "issue.raised": "Issue raised",
  "issue.edited": "Issue edited",
  "issue.moved": "Issue moved",
  "issue.fixed": "Issue fixed",
  "issue.reopened": "Issue reopened",
  "issue.confirmed": "Fix confirmed",
  "issue.commented": "Issue commented on",
  "results.recorded": "Results recorded",
  "cycle.started": "Cycle started",
  "cycle.closed": "Cycle closed",
  "gate.changed": "Release gate changed",
  test: "Test",
};

export const FORWARD_LABEL: Record<Forward["state"], string> = {
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
  cancelled: "Not sent",
};

const SENT_TEXTS: Record<string, string> = {
  delivered: "Delivered.",
  commented_only: "Commented on there; it could not be moved.",
  no_item: "Nothing to do: the issue was never forwarded there.",
  item_gone: "The forwarded item is no longer there.",
  no_permission: "The credential is not allowed to write issues there.",
  issues_are_off: "Issues are switched off there.",
  no_such_team: "There is no such team.",
  no_such_type: "There is no such type of issue in that project.",
  rate_limited: "The tool received too much at once and asked us to wait.",
  not_allowed: "The credential was not accepted.",
  failed_there: "The tool had an error of its own.",
  refused_there: "The tool did not accept the message.",
  not_possible: "Nothing can be sent to this tool.",
  comment_deleted: "The comment was deleted before it was sent.",
  switched_off: "The connection was switched off, or a field that sending needs was removed.",
};

export function sentText(outcome: string, tool: Tool): string {
  const call = { who: toolInWords(tool), url: "the address it was sent to", seconds: TOOL_TIMEOUT_SECONDS };
  return SENT_TEXTS[outcome] ?? callOutcomeText(outcome, call) ?? plain(outcome);
}

const WITHOUT_FIX = "Closed there without a fix: nothing changed";
const NO_CONCERN = "Nothing to do with issues here";
const HEARD_TEXTS: Record<string, string> = {
  raised: "Raised an issue",
  no_error: "Something else than an error: nothing changed",
  duplicate: "About an issue that is already open: nothing changed",
  fixed: "Fixed an issue",
  partly_fixed: "Fixed an issue on some platforms",
  reopened: "Reopened an issue",
  commented: "Commented on an issue",
  comment_deleted: "Deleted a comment on an issue, as it was deleted there",
  own_comment: "Our own comment, which came back: nothing changed",
  stranger: "A comment by somebody who doesn't belong to the repository: not taken",
  restricted: "A comment that not everybody there may read: not taken",
  unchanged: "Nothing changed",
  unknown: "About something that is not an issue here",
  other_repository: "A merge in a repository that no platform of the issue is built from",
  outdated: "Older than the last change: nothing changed",
  seen: "The same request again: nothing changed",
  ping: "A ping: the URL works",
  ssl_check: "A check of the URL: it works",
  acknowledged: NO_CONCERN,
  ignored: NO_CONCERN,
  other_event: NO_CONCERN,
  other_action: NO_CONCERN,
  other_change: NO_CONCERN,
  not_followed: NO_CONCERN,
  pull_request: NO_CONCERN,
  not_merged: "A pull request that was closed without being merged",
  other_branch: "A merge into a branch that doesn't count",
  no_code: "A merge that names no issue of this app",
  moved: "Closed there because it went to another project: nothing changed",
  not_planned: WITHOUT_FIX,
  canceled: WITHOUT_FIX,
  not_fixed_there: WITHOUT_FIX,
  help: "Asked for help, and answered",
  empty: "A command without words, answered with help",
  no_text: "A message without text",
  unreadable: "A request that could not be understood",
  invalid_signature: "Refused: the signature was missing or wrong. Compare the secret on both sides",
  not_live: "Refused: the app is not live, and no check was named",
  missing_check: "Refused: the app is in testing mode, and no check was named",
  ambiguous_check: "Refused: several checks have that title",
  not_found: "Refused: there is no such check",
  limit_reached: "Refused: the month's allowance is used up",
  rate_limited: "Refused: too many at once",
};

const REFUSED: ReadonlySet<string> = new Set(["unreadable"]);

export function heardText(outcome: string): string {
  return HEARD_TEXTS[outcome] ?? plain(outcome);
}

/** Whether somebody should look at what a tool sent. */
export function isHeardAmiss(outcome: string): boolean {
  return REFUSED.has(outcome) || heardText(outcome).startsWith("Refused");
}

/** A code that has no words yet is still readable. */
function plain(code: string): string {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll("_", " ");
}
