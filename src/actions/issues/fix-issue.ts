// Marks an issue fixed, on the whole or on some platforms, or opens it again. A fix is not a pass: the platforms
// it covers read needs_retest until a later result.
import type { Actor } from "../../domain/access/actor.ts";
import { expand, requirePlatforms } from "../../domain/apps/platforms.ts";
import { Fault } from "../../domain/fault.ts";
import { affected, fixOn, fixWhole, type PullRequest, reopen } from "../../domain/issues/issue.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { usePlatforms } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { notApplicableOn } from "./close-if-nothing-open.ts";
import { prepareFixes } from "./prepare-fixes.ts";
import { leaveIssue, type TakenIssue, takeIssue } from "./take-issue.ts";
import { type IssueChange, writeIssueChange } from "./write-issue-change.ts";

export interface FixIssue {
  actor: Actor;
  id: string;
  fixed: boolean;
  /** The platforms that the fix is for; given only on an app built from several repositories. */
  platforms: string[] | null;
  pullRequest: PullRequest | null;
}

/** Fixing a fixed issue and reopening one that is open everywhere change nothing. Throws `not_found`, `unknown_platform`. */
export const fixIssue = defineAction({
  name: "fixIssue",
  queue: "issue",
  wakes: ["notifications", "forwards"],
  prepare: prepareFixes,
  async run(unit: UnitOfWork, input: FixIssue): Promise<IssueText> {
    const taken = await takeIssue(unit, input.actor, input.id);
    requireSeveralRepositories(taken, input);
    const change = input.fixed ? await decideFix(taken, input) : decideReopen(taken);
    return change === null ? leaveIssue(taken) : writeIssueChange(unit, taken, change);
  },
});

/** Null where it is fixed already, or fixed on those platforms. */
async function decideFix(taken: TakenIssue, { platforms, pullRequest }: FixIssue): Promise<IssueChange | null> {
  const { issue, write, stamp } = taken;
  if (issue.status === "fixed") return null;
  const partly = platforms !== null || pullRequest !== null || issue.fixedOn.length > 0;
  const counting = partly ? affected(issue, write.appConfig.platforms, await notApplicableOn(write, issue)) : [];
  // Without platforms a pull request fixes all that counts, platform by platform: each fix then names it.
  const named = platforms === null ? [] : requireCovered(taken, platforms);
  const all = counting.length > 0 ? counting : expand(write.appConfig.platforms, issue.platforms);
  const codes = named.length > 0 ? named : platforms !== null || pullRequest !== null ? all : [];
  const after =
    codes.length === 0 ? fixWhole(issue, counting, stamp) : fixOn(issue, { codes, pullRequest }, counting, stamp);
  if (after === issue) return null;
  const fixed = after.fixedOn.slice(issue.fixedOn.length).map((fix) => fix.platform);
  usePlatforms(write, fixed);
  return {
    after,
    kind: after.status === "fixed" ? "issue_fixed" : "issue_partly_fixed",
    changes: {
      ...(after.status === issue.status ? {} : { status: { from: issue.status, to: after.status } }),
      ...(fixed.length === 0 ? {} : { fixed_on: fixed }),
      ...(pullRequest === null ? {} : { pull_request: pullRequest }),
    },
  };
}

/** Reopens an issue. One that is partly fixed loses its fixes. */
function decideReopen({ issue }: TakenIssue): IssueChange | null {
  const lost = issue.fixedOn.map((fix) => fix.platform);
  if (issue.status === "open" && lost.length === 0) return null;
  const changes =
    issue.status === "open" ? { fixed_on: { from: lost, to: [] } } : { status: { from: issue.status, to: "open" } };
  return { after: reopen(issue), kind: "issue_reopened", changes };
}

function requireSeveralRepositories({ write }: TakenIssue, { platforms, pullRequest }: FixIssue): void {
  if ((platforms === null && pullRequest === null) || write.appConfig.repositories.length >= 2) return;
  const field = platforms !== null ? "platforms" : "pull_request";
  throw new Fault(
    "invalid_request",
    `${field}: only issues of an app with two or more repositories can be fixed on some platforms first.`,
  );
}

function requireCovered({ issue, write }: TakenIssue, platforms: string[]): string[] {
  const codes = requirePlatforms(write.appConfig.platforms, platforms);
  const covered = expand(write.appConfig.platforms, issue.platforms);
  const outside = codes.filter((code) => !covered.includes(code));
  if (outside.length > 0) {
    throw new Fault("invalid_request", `platforms: this issue does not affect ${outside.join(", ")}.`);
  }
  return codes;
}
