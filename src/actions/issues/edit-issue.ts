// Edits an issue's wording, platforms or priority; what it said before stays in its history.
import type { Actor } from "../../domain/access/actor.ts";
import { requirePlatforms, sameSet } from "../../domain/apps/platforms.ts";
import { type Edit, edit } from "../../domain/issues/issue.ts";
import { requireIssueMatch } from "../../storage/etags.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { usePlatforms } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { notApplicableOn } from "./close-if-nothing-open.ts";
import { leaveIssue, takeIssue } from "./take-issue.ts";
import { changesOf, writeIssueChange } from "./write-issue-change.ts";

export interface EditIssue {
  actor: Actor;
  id: string;
  change: Edit;
  ifMatch?: string;
}

/** Throws `not_found`, `precondition_failed`, `unknown_platform`, `nothing_left_open`. */
export const editIssue = defineAction({
  name: "editIssue",
  queue: "issue",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, { actor, id, change, ifMatch }: EditIssue): Promise<IssueText> {
    const taken = await takeIssue(unit, actor, id);
    const { issue, write, stamp } = taken;
    await requireIssueMatch(unit.tx, actor.reach, id, ifMatch);
    const wanted: Edit = { ...change };
    if (change.platforms !== undefined) {
      const codes = requirePlatforms(write.appConfig.platforms, change.platforms);
      wanted.platforms = sameSet(codes, issue.platforms) ? undefined : codes;
    }
    const after = edit(issue, wanted, write.appConfig.platforms, await notApplicableOn(write, issue), stamp);
    const changes = changesOf(issue, after, ["text", "platforms", "priority"]);
    if (Object.keys(changes).length === 0) return leaveIssue(taken);
    usePlatforms(write, after.platforms);
    return writeIssueChange(unit, taken, { after, kind: "issue_edited", changes });
  },
});
