// An issue names the people assigned to it: somebody who has another name now is named by that.
import type { Actor } from "../../domain/access/actor.ts";
import { findPersonLocked } from "../../storage/access/people.ts";
import { listAssignees } from "../../storage/issues/assignees.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { leaveIssue, takeIssue } from "./take-issue.ts";
import { writeIssueChange } from "./write-issue-change.ts";

export interface RenameAssignee {
  actor: Actor;
  id: string;
  personId: string;
}

/** Throws `not_found`. */
export const renameAssignee = defineAction({
  name: "renameAssignee",
  queue: "issue",
  async run(unit: UnitOfWork, { actor, id, personId }: RenameAssignee): Promise<IssueText> {
    const taken = await takeIssue(unit, actor, id);
    const { issue } = taken;
    const at = (await listAssignees(unit.tx, issue)).indexOf(personId);
    const name = (await findPersonLocked(unit.tx, personId))?.name;
    if (at === -1 || name === undefined || issue.assignees[at] === name) return leaveIssue(taken);
    const after = { ...issue, assignees: issue.assignees.with(at, name) };
    const changes = { assignees: { from: issue.assignees, to: after.assignees } };
    return writeIssueChange(unit, taken, { after, kind: "issue_assigned", changes, isOnlyName: true });
  },
});
