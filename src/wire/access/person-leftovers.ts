// What ties a person to the workspace, as it is shown before they are removed: the keys they made, and the work that waits for them.
import * as z from "zod";
import { isoTimeOrNull } from "../../lib/clock.ts";
import type { PersonLeftovers } from "../../storage/cycles/person-leftovers.ts";
import { role, timestamp } from "../fields.ts";

export const PersonLeftoversSchema = z.strictObject({
  keys: z.array(z.strictObject({ id: z.string(), name: z.string(), role, last_used_at: timestamp.nullable() })),
  /** The open ones that they are assigned to: how many, and the newest. */
  issues: z.strictObject({
    total: z.number().int(),
    newest: z.array(z.strictObject({ id: z.string(), code: z.string(), app: z.string(), text: z.string() })),
  }),
  /** Sections that the person tests in open cycles. */
  sections: z.array(z.strictObject({ app: z.string(), cycle: z.string(), title: z.string() })),
});

export function presentPersonLeftovers({
  keys,
  issues,
  sections,
}: PersonLeftovers): z.infer<typeof PersonLeftoversSchema> {
  return {
    keys: keys.map(({ id, name, role, lastUsedAt }) => ({ id, name, role, last_used_at: isoTimeOrNull(lastUsedAt) })),
    issues: {
      total: issues.total,
      newest: issues.newest.map(({ id, code, appName, text }) => ({ id, code, app: appName, text })),
    },
    sections: sections.map(({ appName, cycleName, sectionTitle }) => ({
      app: appName,
      cycle: cycleName,
      title: sectionTitle,
    })),
  };
}
