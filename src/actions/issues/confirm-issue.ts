// Confirms that the fix of an issue without a check holds: its retest.
import type { Actor } from "../../domain/access/actor.ts";
import { confirm } from "../../domain/issues/issue.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { leaveIssue, takeIssue } from "./take-issue.ts";
import { writeIssueChange } from "./write-issue-change.ts";

export interface ConfirmIssue {
  actor: Actor;
  id: string;
  confirmed: boolean;
}

/** Throws `not_found`, `has_check`, `not_fixed`. */
export const confirmIssue = defineAction({
  name: "confirmIssue",
  queue: "issue",
  wakes: ["notifications", "forwards"],
  async run(unit: UnitOfWork, { actor, id, confirmed }: ConfirmIssue): Promise<IssueText> {
    const taken = await takeIssue(unit, actor, id);
    const after = confirm(taken.issue, confirmed, taken.stamp);
    if (after === taken.issue) return leaveIssue(taken);
    const kind = confirmed ? "issue_confirmed" : "issue_unconfirmed";
    return writeIssueChange(unit, taken, { after, kind, changes: {} });
  },
});
