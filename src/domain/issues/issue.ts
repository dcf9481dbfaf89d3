// An issue and its life: raised, edited, fixed (at once or platform by platform), reopened, confirmed.
import type { Via } from "../access/channel.ts";
import { EVERY_PLATFORM, expand, type Platform } from "../apps/platforms.ts";
import type { Attachment } from "../attachments/attachment.ts";
import { Fault } from "../fault.ts";

export const PRIORITIES = ["urgent", "high", "medium", "low"] as const;
export type Priority = (typeof PRIORITIES)[number];
export type IssueStatus = "open" | "fixed";

export interface Reporter {
  name: string;
  email?: string;
}

export interface PullRequest {
  number: number;
  url: string;
  repo: string;
}

/** Who fixed an issue on one platform, and when. */
export interface PlatformFix {
  platform: string;
  fixedBy: string;
  fixedAt: number;
  pullRequest: PullRequest | null;
}

/** What a tool reported by the webhook, and how often it has. */
export interface WebhookReport {
  source: string | null;
  externalId: string | null;
  link: string | null;
  /** Deliveries that reported it, the one that raised it included. */
  deliveries: number;
  lastDeliveryAt: number;
}

export interface Issue {
  id: string;
  appId: string;
  number: number;
  checkId: string | null;
  sectionId: string | null;
  text: string;
  /** Codes of platforms; empty means every platform. */
  platforms: string[];
  status: IssueStatus;
  priority: Priority | null;
  via: Via;
  raisedBy: string;
  raisedAt: number;
  reporter: Reporter | null;
  editedBy: string | null;
  editedAt: number | null;
  fixedBy: string | null;
  fixedAt: number | null;
  /** The app's revision at which it became fixed. */
  fixedRevision: number | null;
  fixedOn: PlatformFix[];
  stillOpenOn: string[];
  /** Tells further deliveries of the same thing; null when the tool gave no id. */
  dedupeKey: string | null;
  webhook: WebhookReport | null;
  assignees: string[];
  confirmedFixedBy: string | null;
  confirmedFixedAt: number | null;
  tracker: { shortId: string; url: string } | null;
  attachments: Attachment[];
  /** Whether somebody watches it, or did; left out where that was not read. */
  isWatched?: boolean;
}

/** Who does something to an issue, and when. */
export interface ChangeStamp {
  by: string;
  at: number;
  /** The app's revision at which the issue last changed. */
  revision: number;
}

/** Platforms that the issue covers, without those marked N/A on its check. */
export function affected(issue: Issue, platforms: readonly Platform[], notApplicable: ReadonlySet<string>): string[] {
  return expand(platforms, issue.platforms).filter((code) => !notApplicable.has(code));
}

export function isFixedOn(issue: Issue, platform: string): boolean {
  return issue.status === "fixed" || issue.fixedOn.some((fix) => fix.platform === platform);
}

/** The platforms on which the issue counts as fixed; `*` stands for every one that is not named beside it. */
export function fixedPlatforms(issue: Issue): string[] {
  const named = issue.fixedOn.map((fix) => fix.platform);
  if (issue.status === "open") return named;
  return [...new Set([...named, ...(issue.platforms.length === 0 ? [EVERY_PLATFORM] : issue.platforms)])];
}

/** The platforms that the issue covers and on which it is not fixed. */
export function openPlatforms(issue: Issue, platforms: readonly Platform[]): string[] {
  return expand(platforms, issue.platforms).filter((code) => !isFixedOn(issue, code));
}

/** The platforms still open, while the issue is fixed on some and not on others; else none. */
export function stillOpen(issue: Issue, counting: readonly string[]): string[] {
  if (issue.status === "fixed" || issue.fixedOn.length === 0) return [];
  return counting.filter((code) => !isFixedOn(issue, code));
}

/**
 * A partly fixed issue after the platforms that count have changed: it says what is still open and, when nothing is,
 * it is fixed, by whoever fixed its last platform.
 */
export function fixIfNothingOpen(issue: Issue, counting: readonly string[], revision: number): Issue {
  if (issue.status === "fixed" || issue.fixedOn.length === 0) return issue;
  const left = stillOpen(issue, counting);
  const last = issue.fixedOn.at(-1)!;
  return left.length === 0
    ? fixed(issue, { by: last.fixedBy, at: last.fixedAt, revision })
    : { ...issue, stillOpenOn: left };
}

/** Marks the whole issue fixed. Platforms fixed before keep their own fix; the rest then get one too. */
export function fixWhole(issue: Issue, counting: readonly string[], stamp: ChangeStamp): Issue {
  const rest = issue.fixedOn.length === 0 ? [] : stillOpen(issue, counting);
  return fixed({ ...issue, fixedOn: [...issue.fixedOn, ...rest.map((code) => platformFix(code, stamp, null))] }, stamp);
}

/** A fix of some platforms, and the pull request that made it, if one did. */
interface PartialFix {
  codes: readonly string[];
  pullRequest: PullRequest | null;
}

/** Marks the issue fixed on some platforms; once none is left open, the issue itself is fixed. */
export function fixOn(
  issue: Issue,
  { codes, pullRequest }: PartialFix,
  counting: readonly string[],
  stamp: ChangeStamp,
): Issue {
  const added = codes.filter((code) => !isFixedOn(issue, code)).map((code) => platformFix(code, stamp, pullRequest));
  return added.length === 0
    ? issue
    : fixIfNothingOpen({ ...issue, fixedOn: [...issue.fixedOn, ...added] }, counting, stamp.revision);
}

/** Opens the issue again everywhere: every fix and the confirmation are void. */
export function reopen(issue: Issue): Issue {
  return {
    ...issue,
    status: "open",
    fixedBy: null,
    fixedAt: null,
    fixedRevision: null,
    fixedOn: [],
    stillOpenOn: [],
    confirmedFixedBy: null,
    confirmedFixedAt: null,
  };
}

/** Confirms that the fix of an issue without a check holds. Throws `has_check`, `not_fixed`. */
export function confirm(issue: Issue, confirmed: boolean, stamp: ChangeStamp): Issue {
  if (issue.checkId !== null) {
    throw new Fault("has_check", "This issue has a check: record a result on the check instead of confirming.");
  }
  if (issue.status !== "fixed") {
    throw new Fault("not_fixed", "This issue is open: only a fixed issue can be confirmed.");
  }
  if (confirmed === (issue.confirmedFixedAt !== null)) return issue;
  return { ...issue, confirmedFixedBy: confirmed ? stamp.by : null, confirmedFixedAt: confirmed ? stamp.at : null };
}

/** Where an issue belongs: on a check, in a section, or nowhere in particular. One on a check names no section. */
export type IssuePlacement = Pick<Issue, "checkId" | "sectionId">;

/**
 * The issue in another place, whose check may have other platforms marked N/A. What was fixed stays fixed; placing fixes
 * nothing, because who may place an issue may not always fix it. Throws `nothing_left_open`.
 */
export function place(
  issue: Issue,
  { checkId, sectionId }: IssuePlacement,
  platforms: readonly Platform[],
  notApplicable: ReadonlySet<string>,
): Issue {
  const next = { ...issue, checkId, sectionId };
  next.stillOpenOn = stillOpen(next, affected(next, platforms, notApplicable));
  requireSomethingOpen(next, "check: the platforms that the issue is still open on are marked N/A there");
  return next;
}

export interface Edit {
  text?: string;
  platforms?: string[];
  priority?: Priority | null;
}

/** New wording, platforms or priority; the issue keeps its status. Throws `nothing_left_open`. */
export function edit(
  issue: Issue,
  change: Edit,
  platforms: readonly Platform[],
  notApplicable: ReadonlySet<string>,
  stamp: ChangeStamp,
): Issue {
  const next: Issue = {
    ...issue,
    text: change.text ?? issue.text,
    platforms: change.platforms ?? issue.platforms,
    priority: change.priority === undefined ? issue.priority : change.priority,
    editedBy: stamp.by,
    editedAt: stamp.at,
  };
  if (change.platforms === undefined) return next;
  const covered = new Set(expand(platforms, next.platforms));
  next.fixedOn = issue.fixedOn.filter((fix) => covered.has(fix.platform));
  next.stillOpenOn = stillOpen(next, affected(next, platforms, notApplicable));
  requireSomethingOpen(next, "platforms: the issue is already fixed on every one of these");
  return next;
}

/** Neither an edit nor a place fixes an issue. Throws `nothing_left_open`. */
function requireSomethingOpen({ status, fixedOn, stillOpenOn }: Issue, why: string): void {
  if (status === "fixed" || fixedOn.length === 0 || stillOpenOn.length > 0) return;
  throw new Fault("nothing_left_open", `${why}; mark it fixed instead.`);
}

function fixed(issue: Issue, stamp: ChangeStamp): Issue {
  return {
    ...issue,
    status: "fixed",
    fixedBy: stamp.by,
    fixedAt: stamp.at,
    fixedRevision: stamp.revision,
    stillOpenOn: [],
  };
}

function platformFix(platform: string, stamp: ChangeStamp, pullRequest: PullRequest | null): PlatformFix {
  return { platform, fixedBy: stamp.by, fixedAt: stamp.at, pullRequest };
}
