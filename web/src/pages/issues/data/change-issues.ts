// One change of several issues. Each answers for itself: what some are refused is said, and the others are changed.
import { useQueryClient } from "@tanstack/react-query";
import { MAX_BATCH_ISSUES } from "../../../../../src/wire/limits.ts";
import { post } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Issue, IssueOutcome } from "../../../api/types.ts";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { keepIssue } from "./issue-data.ts";
import { placeBody, placeOfIssue } from "./issue-place.ts";

export type IssuesChange =
  | { fixed: boolean }
  | { priority: Issue["priority"] }
  | { assignees: string[] }
  | { place: { check?: string; section?: string } };

export function useChangeIssues() {
  const client = useQueryClient();

  const send = async (issues: readonly Issue[], change: IssuesChange): Promise<IssueOutcome[]> => {
    const outcomes: IssueOutcome[] = [];
    try {
      for (let i = 0; i < issues.length; i += MAX_BATCH_ISSUES) {
        const ids = issues.slice(i, i + MAX_BATCH_ISSUES).map(({ id }) => id);
        outcomes.push(...(await post<IssueOutcome[]>("/issues/batch", { ids, change })));
      }
    } finally {
      for (const { issue } of outcomes) if (issue !== null) keepIssue(client, issue);
      for (const queryKey of [["issue"], ["issues"], ["app"], queryKeys.overview]) {
        void client.invalidateQueries({ queryKey });
      }
    }
    return outcomes;
  };

  /** Restores former values: issues with the same values share one request. */
  const restore = async (before: readonly Issue[], change: IssuesChange) => {
    const groups = new Map<string, Issue[]>();
    for (const issue of before) {
      const name = JSON.stringify(formerly(issue, change));
      groups.set(name, [...(groups.get(name) ?? []), issue]);
    }
    try {
      const refused: IssueOutcome[] = [];
      for (const [name, issues] of groups) refused.push(...(await send(issues, JSON.parse(name))).filter(isRefused));
      if (refused.length > 0) toast({ kind: "failed", text: refusedText(refused, before) });
    } catch (error) {
      toastError(error);
    }
  };

  /** `done` says in words what was done; how many it was done to follows it. */
  return async (issues: readonly Issue[], change: IssuesChange, done: string): Promise<void> => {
    try {
      const outcomes = await send(issues, change);
      const refused = outcomes.filter(isRefused);
      const changed = issues.filter(({ id }) => !refused.some((one) => one.id === id));
      if (changed.length > 0) {
        const text = `${done}: ${changed.length === 1 ? changed[0]!.code : `${changed.length} issues`}.`;
        toast({ text, undo: () => void restore(changed.filter(canGoBack(change)), change) });
      }
      if (refused.length > 0) toast({ kind: "failed", text: refusedText(refused, issues) });
    } catch (error) {
      toastError(error);
    }
  };
}

function isRefused({ error }: IssueOutcome): boolean {
  return error !== null;
}

/** Fixing again would not bring back what a reopened issue knew of its fix; those that were so before stay so. */
function canGoBack(change: IssuesChange): (issue: Issue) => boolean {
  return (issue) => !("fixed" in change) || (issue.status === "fixed") !== change.fixed;
}

function formerly(issue: Issue, change: IssuesChange): IssuesChange {
  if ("fixed" in change) return { fixed: !change.fixed };
  if ("priority" in change) return { priority: issue.priority };
  if ("assignees" in change) return { assignees: issue.assignees };
  return { place: placeBody(placeOfIssue(issue)) };
}

function refusedText(refused: readonly IssueOutcome[], issues: readonly Issue[]): string {
  const [first] = refused;
  const code = issues.find(({ id }) => id === first!.id)?.code ?? first!.id;
  const more = refused.length === 1 ? "" : ` (and ${refused.length - 1} more)`;
  return `Not done for ${code}${more}: ${first!.error!.message}`;
}
