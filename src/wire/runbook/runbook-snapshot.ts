// A runbook in one compact answer: what stays the same stands once, statuses are lists in the order of the platforms.
import * as z from "zod";
import type { Platform } from "../../domain/apps/platforms.ts";
import type { Status } from "../../domain/status/platform-status.ts";
import { wholeNumber } from "../../lib/schema/fields.ts";
import type { RunbookSnapshot, SnapshotCheck } from "../../storage/runbook/runbook-snapshot.ts";
import { mode, status } from "../fields.ts";

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

export function presentRunbook({ revision, isWhole, app, platforms, sections, checks }: RunbookSnapshot): string {
  const presentStatuses = platformStatusPresenter<Status>(platforms, "untested");
  return JSON.stringify({
    revision,
    whole: isWhole,
    app,
    platforms,
    sections,
    checks: checks.map(({ id, sectionId, ref, title, hasInstructions, platformStatuses }) => {
      const { statuses, open_issues } = presentStatuses(platformStatuses);
      return { id, section: sectionId, ref, title, has_instructions: hasInstructions, statuses, open_issues };
    }),
  } satisfies z.infer<typeof RunbookSchema>);
}

/** The statuses of a check in the order of the platforms, `absent` where it has none. Checks with the same statuses share their lists. */
export function platformStatusPresenter<Absent>(platforms: readonly Platform[], absent: Absent) {
  const known = new Map<SnapshotCheck["platformStatuses"], { statuses: (Status | Absent)[]; open_issues: number[] }>();
  return (platformStatuses: SnapshotCheck["platformStatuses"]) => {
    let lists = known.get(platformStatuses);
    if (lists === undefined) {
      const inOrder = platforms.map(({ code }) => platformStatuses.get(code));
      lists = {
        statuses: inOrder.map((one) => one?.status ?? absent),
        open_issues: inOrder.map((one) => one?.openIssues ?? 0),
      };
      known.set(platformStatuses, lists);
    }
    return lists;
  };
}
