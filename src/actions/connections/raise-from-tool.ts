// Raises an issue that a connected tool reports. While an issue of the same thing there is open, nothing new is raised.
import { requirePlatforms } from "../../domain/apps/platforms.ts";
import type { Issue } from "../../domain/issues/issue.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { issueUrl } from "../../domain/issues/issue-url.ts";
import type { IssueReference, ReportOutcome, ToolReport } from "../../integrations/toolkit/tool-command.ts";
import { noteHeard } from "../../storage/connections/connections.ts";
import { findItem, keepItem } from "../../storage/connections/linked-items.ts";
import { getIssue } from "../../storage/issues/issues.ts";
import { type AppWrite, closeAppWrite, openAppWrite } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import { requireAllowance } from "../issues/claim-allowance.ts";
import { findIssueCheck, raise } from "../issues/raise-issue.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Throws `not_found`, `missing_check`, `ambiguous_check`, `unknown_platform`, `limit_reached`. */
export const raiseFromTool = defineAction({
  name: "raiseFromTool",
  queue: "app",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, input: ToolReport): Promise<ReportOutcome> {
    const { actor, item, text, priority, reporter, tracker } = input;
    const { connectionId } = actor;
    const write = await openAppWrite(unit, actor.reach, input.app);
    const known = item === null ? undefined : await findItem(unit.tx, connectionId, item.externalId);
    const earlier = known === undefined ? null : await getIssue(unit.tx, known.issueId);
    if (earlier !== null && (earlier.status === "open" || input.isFirst === true)) {
      noteHeard(unit.tx, connectionId, unit.now, "duplicate");
      return { duplicate: true, issue: referenceOf(write, earlier) };
    }
    const check = await findIssueCheck(write, { check: input.check, section: null });
    const platforms = requirePlatforms(write.appConfig.platforms, input.platforms);
    await requireAllowance(unit, write);
    const entry = { actor, check, sectionId: null, text, platforms, priority, reporter, tracker };
    const { issue } = await raise(write, { ...entry, webhook: null, dedupeKey: null });
    if (item !== null) keepItem(unit.tx, connectionId, { ...item, issueId: issue.id, state: "open", seen: null });
    noteHeard(unit.tx, connectionId, unit.now, "raised");
    closeAppWrite(write);
    return { duplicate: false, issue: referenceOf(write, issue) };
  },
});

export function referenceOf({ app, settings }: AppWrite, issue: Pick<Issue, "id" | "number">): IssueReference {
  return { id: issue.id, code: issueCode(app.prefix, issue.number), url: issueUrl(settings.baseUrl, issue.id) };
}
