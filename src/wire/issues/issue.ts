// Issues as they cross the boundary.
import * as z from "zod";
import { PRIORITIES } from "../../domain/issues/issue.ts";
import { issueUrl } from "../../domain/issues/issue-url.ts";
import { MAX_NAME } from "../../domain/limits.ts";
import { lineText, lookupName } from "../../lib/schema/fields.ts";
import { namesSomething, optional } from "../../lib/schema/optional.ts";
import { withDeliveries } from "../../storage/issues/issue-document.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { AttachmentSchema } from "../attachments/attachment.ts";
import {
  cursor,
  issueText,
  limit,
  moment,
  platformCodes,
  priority,
  pullRequest,
  searchText,
  timestamp,
} from "../fields.ts";
import { reporter } from "./reporter.ts";

export const RaiseIssueBody = z.strictObject({
  app: lookupName,
  check: optional(lookupName),
  section: optional(lookupName),
  priority: optional(priority),
  text: issueText,
  platforms: optional(platformCodes),
  reporter: optional(reporter),
});

export const EditIssueBody = z
  .strictObject({
    text: optional(issueText),
    platforms: optional(platformCodes),
    priority: priority.nullable().optional(),
  })
  .refine(namesSomething, "name at least one of text, platforms, priority");

export const FixIssueBody = z
  .strictObject({
    fixed: optional(z.boolean()),
    platforms: optional(platformCodes),
    pull_request: optional(pullRequest),
  })
  .refine(
    (body) => body.fixed !== false || (body.platforms === undefined && body.pull_request === undefined),
    "platforms and pull_request are for fixing, not for reopening",
  );

export const PlaceIssueBody = z.strictObject({ check: optional(lookupName), section: optional(lookupName) });

export const ConfirmIssueBody = z.strictObject({ confirmed: optional(z.boolean()) });

export const ListIssuesQuery = z.strictObject({
  app: lookupName.optional(),
  check: lookupName.optional(),
  status: z.enum(["open", "fixed", "all"]).optional(),
  sort: z.enum(["raised_at", "fixed_at"]).optional(),
  q: searchText.optional(),
  priority: z.enum([...PRIORITIES, "none"]).optional(),
  via: z.enum(["api", "webhook", "chat_a", "chat_b", "tracker", "interface"]).optional(),
  platform: lookupName.optional(),
  section: lookupName.optional(),
  assignee: lineText(MAX_NAME).optional(),
  raised_after: moment.optional(),
  raised_before: moment.optional(),
  limit,
  cursor,
});

export const IssueSchema = z.strictObject({
  id: z.string(),
  code: z.string(),
  url: z.string(),
  app: z.strictObject({ id: z.string(), name: z.string() }),
  check: z.strictObject({ id: z.string(), ref: z.string(), title: z.string() }).nullable(),
  text: z.string(),
  platforms: z.array(z.string()),
  all_platforms: z.boolean(),
  status: z.enum(["open", "fixed"]),
  raised_by: z.string(),
  raised_at: timestamp,
  reporter: z.strictObject({ name: z.string(), email: z.string().optional() }).nullable(),
  via: z.enum(["api", "webhook", "chat_a", "chat_b", "tracker"]).nullable(),
  edited_by: z.string().nullable(),
  edited_at: timestamp.nullable(),
  fixed_by: z.string().nullable(),
  fixed_at: timestamp.nullable(),
  fixed_on: z.array(
    z.strictObject({
      platform: z.string(),
      fixed_by: z.string(),
      fixed_at: timestamp,
      pull_request: z.strictObject({ number: z.number(), url: z.string(), repo: z.string() }).nullable(),
    }),
  ),
  still_open_on: z.array(z.string()),
  webhook: z
    .strictObject({
      source: z.string().nullable(),
      external_id: z.string().nullable(),
      link: z.string().nullable(),
      deliveries: z.number().int(),
      last_delivery_at: timestamp,
    })
    .nullable(),
  section_id: z.string().nullable(),
  priority: priority.nullable(),
  assignees: z.array(z.string()),
  confirmed_fixed_by: z.string().nullable(),
  confirmed_fixed_at: timestamp.nullable(),
  tracker: z.strictObject({ short_id: z.string(), url: z.string() }).nullable(),
  attachments: z.array(AttachmentSchema),
});

/** JSON text of one issue: what can be renamed is put in front of the document that was rendered when written. */
export function presentIssue(issue: IssueText, baseUrl: string): string {
  const url = JSON.stringify(issueUrl(baseUrl, issue.id));
  const app = `{"id":"${issue.appId}","name":${JSON.stringify(issue.appName)}}`;
  const check =
    issue.checkId === null
      ? "null"
      : `{"id":"${issue.checkId}","ref":${JSON.stringify(issue.checkRef)},"title":${JSON.stringify(issue.checkTitle)}}`;
  const rest = withDeliveries(issue.document, issue).slice(1);
  return `{"id":"${issue.id}","code":"${issue.code}","url":${url},"app":${app},"check":${check},${rest}`;
}
