// A runbook in one compact answer: what stays the same stands once, statuses are lists in the order of the platforms.
import { z } from "zod";
import type { WholeRunbook } from "../storage/whole-runbook.ts";
import { mode, status, wholeNumber } from "./fields.ts";

export const RunbookQuery = z.strictObject({ since: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional() });

export const RunbookSchema = z.strictObject({
  revision: z.number().int(),
  whole: z.boolean(),
  app: z.strictObject({ id: z.string(), name: z.string(), mode }),
  platforms: z.array(z.strictObject({ code: z.string(), label: z.string() })),
  sections: z.array(z.strictObject({ id: z.string(), ref: z.string(), title: z.string() })),
  checks: z.array(
    z.strictObject({
      id: z.string(),
      section: z.string(),
      ref: z.string(),
      title: z.string(),
      has_instructions: z.boolean(),
      statuses: z.array(status),
      open_issues: z.array(z.number().int()),
    }),
  ),
});

export function presentRunbook({ revision, isWhole, app, platforms, sections, checks }: WholeRunbook): string {
  return JSON.stringify({
    revision,
    whole: isWhole,
    app,
    platforms,
    sections,
    checks: checks.map((check) => {
      const standings = platforms.map(({ code }) => check.standings.get(code)!);
      return {
        id: check.id,
        section: check.sectionId,
        ref: check.ref,
        title: check.title,
        has_instructions: check.hasInstructions,
        statuses: standings.map((standing) => standing.status),
        open_issues: standings.map((standing) => standing.openIssues),
      };
    }),
  } satisfies z.infer<typeof RunbookSchema>);
}
