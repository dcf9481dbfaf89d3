// An app's public badge, as an admin is told of it.
import * as z from "zod";

export const BadgeSchema = z.strictObject({
  enabled: z.boolean(),
  url: z.string().nullable(),
  /** The line to put into a readme. */
  markdown: z.string().nullable(),
});

export function presentBadge(url: string | null): z.infer<typeof BadgeSchema> {
  return { enabled: url !== null, url, markdown: url === null ? null : `![Retest](${url})` };
}
