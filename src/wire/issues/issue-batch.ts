// One change of several issues as it crosses the boundary.
import * as z from "zod";
import { MAX_ASSIGNEES, MAX_BATCH_ISSUES } from "../../domain/limits.ts";
import { listOf, lookupName } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { ErrorSchema } from "../error.ts";
import { priority } from "../fields.ts";
import { IssueSchema, PlaceIssueBody, presentIssue } from "./issue.ts";

export const ChangeIssuesBody = z.strictObject({
  ids: listOf(lookupName, MAX_BATCH_ISSUES, 1),
  change: z
    .strictObject({
      fixed: optional(z.boolean()),
      priority: priority.nullable().optional(),
      assignees: optional(listOf(lookupName, MAX_ASSIGNEES)),
      place: optional(PlaceIssueBody),
    })
    .refine(
      (change) => Object.values(change).filter((value) => value !== undefined).length === 1,
      "name exactly one of fixed, priority, assignees, place",
    ),
});

export const IssueOutcomeSchema = z.strictObject({
  id: z.string(),
  issue: IssueSchema.nullable(),
  error: ErrorSchema.shape.error.nullable(),
});

/** The outcome for one issue, under the name by which it was asked for. */
export function presentIssueOutcome(
  id: string,
  issue: IssueText | null,
  error: { code: string; message: string } | null,
  baseUrl: string,
): string {
  const shown = issue === null ? "null" : presentIssue(issue, baseUrl);
  return `{"id":${JSON.stringify(id)},"issue":${shown},"error":${JSON.stringify(error)}}`;
}
