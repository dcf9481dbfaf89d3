// Cycles as they cross the boundary.
import * as z from "zod";
import { CYCLE_STATES } from "../../domain/cycles/cycle.ts";
import { MAX_BUILD, MAX_CYCLE_TESTERS, MAX_NAME, MAX_SECTIONS } from "../../domain/limits.ts";
import { percentComplete } from "../../domain/status/summary.ts";
import { isoTime } from "../../lib/clock.ts";
import { lineText, listOf, lookupName, nameText } from "../../lib/schema/fields.ts";
import { namesSomething, optional } from "../../lib/schema/optional.ts";
import { type CheckTally, isOpen } from "../../storage/cycles/cycles.ts";
import type { ShownCycle } from "../../storage/cycles/shown-cycles.ts";
import { counts, presentTally } from "../apps/app.ts";
import { cursor, limit, platformCodes, status, timestamp } from "../fields.ts";

const cycleName = nameText(MAX_NAME);
const testers = listOf(z.strictObject({ section: lookupName, person: lookupName }), MAX_CYCLE_TESTERS);

export const ListCyclesQuery = z.strictObject({ status: z.enum(CYCLE_STATES).optional(), limit, cursor });

export const StartCycleBody = z.strictObject({
  name: cycleName,
  build: optional(lineText(MAX_BUILD)),
  platforms: optional(platformCodes),
  sections: optional(listOf(lookupName, MAX_SECTIONS)),
  from: optional(z.strictObject({ cycle: lookupName, statuses: optional(listOf(status, 5, 1)) })),
  testers: optional(testers),
});

export const ChangeCycleBody = z
  .strictObject({
    name: optional(cycleName),
    build: lineText(MAX_BUILD).nullable().optional(),
    testers: optional(testers),
  })
  .refine(namesSomething, "name at least one of name, build, testers");

const named = z.strictObject({ id: z.string(), name: z.string() });
const section = z.strictObject({ id: z.string(), ref: z.string(), title: z.string() });

export const CycleSummarySchema = z.strictObject({
  checks: z.number().int(),
  ...counts,
  percent_complete: z.number().int(),
});

export const CycleSchema = z.strictObject({
  id: z.string(),
  app: named,
  name: z.string(),
  build: z.string().nullable(),
  platforms: z.array(z.string()).nullable(),
  sections: z.array(section).nullable(),
  from: named.nullable(),
  status: z.enum(CYCLE_STATES),
  started_at: timestamp,
  started_by: z.string(),
  closed_at: timestamp.nullable(),
  closed_by: z.string().nullable(),
  summary: CycleSummarySchema,
  testers: z.array(z.strictObject({ section, person: named })),
});

export function presentCycle(shown: ShownCycle): string {
  return JSON.stringify(cycleFields(shown));
}

export function cycleFields({ app, cycle, tally, from, testers }: ShownCycle): z.infer<typeof CycleSchema> {
  return {
    id: cycle.id,
    app: { id: app.id, name: app.name },
    name: cycle.name,
    build: cycle.build,
    platforms: cycle.platforms,
    sections: cycle.sections,
    from,
    status: isOpen(cycle) ? "open" : "closed",
    started_at: isoTime(cycle.startedAt),
    started_by: cycle.startedBy,
    closed_at: cycle.closedAt === null ? null : isoTime(cycle.closedAt),
    closed_by: cycle.closedBy,
    summary: cycleSummary(tally),
    testers: testers.map(({ sectionId, sectionRef, sectionTitle, personId, name }) => ({
      section: { id: sectionId, ref: sectionRef, title: sectionTitle },
      person: { id: personId, name },
    })),
  };
}

export function cycleSummary(tally: CheckTally): z.infer<typeof CycleSummarySchema> {
  return { checks: tally.checks, ...presentTally(tally), percent_complete: percentComplete(tally) };
}
