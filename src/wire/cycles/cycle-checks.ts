// The checks of a cycle, and what its page follows: what the requests may ask, and how a compact runbook of it is answered.
import * as z from "zod";
import { lookupName } from "../../lib/schema/fields.ts";
import type { CycleSnapshot } from "../../storage/cycles/cycle-snapshot.ts";
import { cursor, flag, limit, status } from "../fields.ts";
import { platformStatusPresenter, RunbookSchema } from "../runbook/runbook-snapshot.ts";
import { CycleSchema, cycleFields } from "./cycle.ts";

export const ListCycleChecksQuery = z.strictObject({
  section: lookupName.optional(),
  status: status.optional(),
  platform: lookupName.optional(),
  mine: flag,
  limit,
  cursor,
});

/** A cycle's runbook in the form of the app's; a status is null where the cycle doesn't have the check on a platform. */
export const CycleRunbookSchema = RunbookSchema.omit({ checks: true }).extend({
  cycle: CycleSchema,
  checks: z.array(
    RunbookSchema.shape.checks.element.omit({ statuses: true }).extend({ statuses: z.array(status.nullable()) }),
  ),
});

export function presentCycleRunbook({
  revision,
  isWhole,
  app,
  shown,
  platforms,
  sections,
  checks,
}: CycleSnapshot): string {
  const presentStatuses = platformStatusPresenter(platforms, null);
  return JSON.stringify({
    revision,
    whole: isWhole,
    app,
    cycle: cycleFields(shown),
    platforms,
    sections,
    checks: checks.map(({ id, sectionId, ref, title, hasInstructions, platformStatuses }) => {
      const { statuses, open_issues } = presentStatuses(platformStatuses);
      return { id, section: sectionId, ref, title, has_instructions: hasInstructions, statuses, open_issues };
    }),
  } satisfies z.infer<typeof CycleRunbookSchema>);
}
