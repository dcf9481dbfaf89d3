// Cells in words: for what is read out, and for what is said after something was done.
import type { Status } from "../../../api/types.ts";
import type { Cell, Runbook, RunbookCheck } from "./runbook.ts";

const SPOKEN: Record<Status, string> = {
  passed: "passed",
  failed: "failed",
  needs_retest: "needs retest",
  untested: "untested",
  not_applicable: "not applicable",
};

/** "Pay by card, iOS, failed, 1 open issue" */
export function cellLabel({ title, statuses, open_issues }: RunbookCheck, label: string, platform: number): string {
  const open = open_issues[platform]!;
  const status = statuses[platform];
  if (status == null) return [title, label, "not in this cycle"].join(", ");
  return [title, label, SPOKEN[status], ...(open > 0 ? [countOf(open, "open issue")] : [])].join(", ");
}

/** "Pay by card on iOS", "Pay by card on 3 platforms", "12 cells" */
export function describeCells({ checks, platforms }: Runbook, cells: readonly Cell[]): string {
  const [first] = cells;
  if (first === undefined) return "Nothing";
  if (cells.some(({ check }) => check !== first.check)) return countOf(cells.length, "cell");
  const title = shortened(checks.find(({ id }) => id === first.check)?.title ?? "");
  const where = cells.length === 1 ? platforms[first.platform]!.label : countOf(cells.length, "platform");
  return `${title} on ${where}`;
}

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** "5 checks", or "2 of 5 checks" where filters hide some. */
export function shownOf(shown: number, all: number): string {
  return shown === all ? countOf(all, "check") : `${shown.toLocaleString("en")} of ${countOf(all, "check")}`;
}

const MAX_TITLE = 60;

export function shortened(title: string): string {
  return title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE).trimEnd()}…`;
}
