// Part of the doctor: whether the columns of an issue, and what its document says of other tables, agree with the facts.
import type { Attachment } from "../../domain/attachments/attachment.ts";
import type { Issue } from "../../domain/issues/issue.ts";
import type { IssueColumns } from "../../storage/issues/issues.ts";

/** Counts from the tables in which each was first written. */
export interface IssueFacts {
  attachments: readonly Attachment[];
  assignees: number;
  /** Deliveries that reported it once more, as far as the log still goes back. */
  repeats: number;
}

/** Gives what is wrong, each in a sentence. */
export function examineIssue(issue: Issue, columns: IssueColumns, facts: IssueFacts): string[] {
  const { status, fixedAt, fixedRevision, sectionId, webhook } = issue;
  const isFixed = status === "fixed";
  const deliveries = webhook?.deliveries ?? 1;
  const problems = [
    ...unequal("columns", columns, { status, fixedAt, sectionId }),
    ...unequal("attachments", byName(issue.attachments), byName(facts.attachments)),
    ...unequal("assignees", issue.assignees.length, facts.assignees),
    ...unequal("whether it has a fixed_at", fixedAt !== null, isFixed),
    ...unequal("whether it has the revision of its fix", fixedRevision !== null, isFixed),
    ...unequal("deliveries", deliveries, Math.max(deliveries, 1 + facts.repeats)),
  ];
  return problems.map((problem) => `issue ${issue.id}: ${problem}`);
}

export function unequal(what: string, kept: unknown, expected: unknown): string[] {
  const [said, facts] = [JSON.stringify(kept), JSON.stringify(expected)];
  return said === facts ? [] : [`${what}: stored ${said}, should be ${facts}`];
}

/** The databases sort texts by their bytes, this by their characters. */
export function byName(attachments: readonly Attachment[]): Attachment[] {
  return [...attachments].sort((a, b) => (a.name < b.name ? -1 : 1));
}
