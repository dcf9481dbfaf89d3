// Puts an issue where it belongs: on a check, in a section, or nowhere in particular. What it says of its old place is void there.
import type { Actor } from "../../domain/access/actor.ts";
import { place } from "../../domain/issues/issue.ts";
import { requireIssueMatch } from "../../storage/etags.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import type { Check } from "../../storage/runbook/checks.ts";
import { listSections } from "../../storage/runbook/sections.ts";
import type { AppWrite } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import { findNamedSection } from "../runbook/find-named-check.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { notApplicableOn } from "./close-if-nothing-open.ts";
import { findIssueCheck } from "./raise-issue.ts";
import { leaveIssue, takeIssue } from "./take-issue.ts";
import { writeIssueChange } from "./write-issue-change.ts";

export interface PlaceIssue {
  actor: Actor;
  id: string;
  /** Ref, id or exact title; null for an issue without a check, which only live apps have. */
  check: string | null;
  /** Decides between checks of one title; without a check it is the section that the issue belongs to. */
  section: string | null;
  ifMatch?: string;
}

/**
 * The place that it has changes nothing. Throws `not_found`, `precondition_failed`, `missing_check`, `ambiguous_check`,
 * `ambiguous_section`, `nothing_left_open`.
 */
export const placeIssue = defineAction({
  name: "placeIssue",
  queue: "issue",
  wakes: ["notifications", "forwards"],
  async run(unit: UnitOfWork, { actor, id, ifMatch, ...named }: PlaceIssue): Promise<IssueText> {
    const taken = await takeIssue(unit, actor, id);
    const { issue, check: before, write } = taken;
    await requireIssueMatch(unit.tx, actor.reach, id, ifMatch);
    const check = await findIssueCheck(write, named);
    const checkId = check?.id ?? null;
    const sectionId =
      check === null && named.section !== null ? (await findNamedSection(write, named.section)).id : null;
    if (checkId === issue.checkId && sectionId === issue.sectionId) return leaveIssue(taken);
    const marked = await notApplicableOn(write, { checkId });
    const after = place(issue, { checkId, sectionId }, write.appConfig.platforms, marked);
    const changes = {
      ...(checkId === issue.checkId ? {} : { check: { from: nameOf(before), to: nameOf(check) } }),
      ...(sectionId === issue.sectionId
        ? {}
        : { section: { from: await sectionName(write, issue.sectionId), to: await sectionName(write, sectionId) } }),
    };
    return writeIssueChange(unit, taken, { after, check, kind: "issue_moved", changes });
  },
});

/** The check as the history stores it, so that it is still known once it is renamed or archived. */
function nameOf(check: Pick<Check, "id" | "ref" | "title"> | null) {
  return check && { id: check.id, ref: check.ref, title: check.title };
}

async function sectionName({ tx, app }: AppWrite, id: string | null) {
  if (id === null) return null;
  const { ref, title } = (await listSections(tx, app)).find((section) => section.id === id)!;
  return { id, ref, title };
}
