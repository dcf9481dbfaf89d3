// What programs that receive events are sent, by the type of event (made by domain/connections/published-event.ts).
import * as z from "zod";
import { EVENT_TYPES } from "../../domain/connections/connection.ts";
import { counts } from "../apps/app.ts";
import { priority, timestamp } from "../fields.ts";
import { GateSchema } from "../status/release-gate.ts";

export const PUBLISHED_TYPES = [...EVENT_TYPES, "test"] as const;
type PublishedType = (typeof PUBLISHED_TYPES)[number];

export const PublishedIssueSchema = z.strictObject({
  id: z.string(),
  code: z.string(),
  url: z.string(),
  title: z.string(),
  text: z.string(),
  status: z.enum(["open", "fixed"]),
  priority: priority.nullable(),
  platforms: z.array(z.string()),
  still_open_on: z.array(z.string()),
  check: z.strictObject({ id: z.string(), ref: z.string(), title: z.string() }).nullable(),
  section_id: z.string().nullable(),
  assignees: z.array(z.string()),
  raised_by: z.string(),
  raised_at: timestamp,
  fixed_by: z.string().nullable(),
  fixed_at: timestamp.nullable(),
  external_id: z.string().nullable(),
  source: z.string().nullable(),
  link: z.string().nullable(),
});

const issue = { issue: PublishedIssueSchema };
const changedIssue = { ...issue, changed: z.array(z.string()) };
const cycle = { id: z.string(), name: z.string(), build: z.string().nullable() };
const comment = z.strictObject({ id: z.string(), text: z.string(), written_by: z.string() });
const { result, reasons } = GateSchema.shape;

/** What the data of each has, beside the app and who did it. */
const FACTS: Record<PublishedType, z.ZodRawShape> = {
  "issue.raised": issue,
  "issue.edited": changedIssue,
  "issue.moved": changedIssue,
  "issue.fixed": issue,
  "issue.reopened": issue,
  "issue.confirmed": issue,
  "issue.commented": { ...issue, comment },
  "results.recorded": {
    results: z.number().int(),
    checks: z.number().int(),
    passed: z.number().int(),
    failed: z.number().int(),
    platforms: z.array(z.string()),
    build: z.string().nullable(),
    cycle_id: z.string().nullable(),
  },
  "cycle.started": { cycle: z.strictObject(cycle) },
  "cycle.closed": { cycle: z.strictObject({ ...cycle, checks: z.number().int(), ...counts }) },
  "gate.changed": { gate: z.strictObject({ result, before: result, reasons }) },
  test: { text: z.string() },
};

/** The body of an event of this type. */
export function publishedEventSchema(type: PublishedType) {
  return z.strictObject({
    type: z.literal(type),
    timestamp,
    data: z.strictObject({
      app: z.strictObject({ id: z.string(), name: z.string() }),
      by: z.string(),
      ...FACTS[type],
    }),
  });
}
