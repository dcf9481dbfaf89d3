// Does here what was done in a connected tool: issues fixed by a merged pull request, or by what became of their item
// there. The same word from the tool is followed once.
import type { Actor } from "../../domain/access/actor.ts";
import { expand } from "../../domain/apps/platforms.ts";
import { isRepository } from "../../domain/apps/repository.ts";
import type { LinkedItem } from "../../domain/connections/connection.ts";
import type { Issue, PullRequest } from "../../domain/issues/issue.ts";
import { FORWARD_LEASE_MS } from "../../domain/limits/connection-limits.ts";
import type { ItemUpdate, ToolUpdate, UpdateOutcome } from "../../integrations/toolkit/tool-command.ts";
import { noteHeard } from "../../storage/connections/connections.ts";
import { isBeingTold } from "../../storage/connections/forwards.ts";
import {
  dropReceipt,
  findItem,
  findItemOfIssue,
  keepItem,
  noteReceipt,
} from "../../storage/connections/linked-items.ts";
import { findIssueByCode } from "../../storage/issues/issue-codes.ts";
import { getIssue } from "../../storage/issues/issues.ts";
import { type AppWrite, openAppWrite } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import { fixIssue } from "../issues/fix-issue.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { referenceOf } from "./raise-from-tool.ts";

const MISSES: ReadonlySet<UpdateOutcome["outcome"]> = new Set(["unknown", "other_repository"]);

/** Throws `not_found`. */
export const applyToolUpdate = defineAction({
  name: "applyToolUpdate",
  queue: "app",
  wakes: ["notifications", "forwards"],
  async run(unit: UnitOfWork, { actor, app, receipt, updates }: ToolUpdate): Promise<UpdateOutcome[]> {
    const { connectionId } = actor;
    const write = await openAppWrite(unit, actor.reach, app);
    const isNew = receipt === null || (await noteReceipt(unit.tx, connectionId, receipt, unit.now));
    const followed: UpdateOutcome[] = [];
    for (const move of updates)
      followed.push(isNew ? await follow(unit, write, actor, move) : { issue: null, outcome: "seen" });
    // Once an admin has corrected what was missing here, the tool may send the same request again.
    if (receipt !== null && followed.every(({ outcome }) => MISSES.has(outcome))) {
      dropReceipt(unit.tx, connectionId, receipt);
    }
    noteHeard(unit.tx, connectionId, unit.now, followed[0]?.outcome ?? "ignored");
    return followed;
  },
});

async function follow(
  unit: UnitOfWork,
  write: AppWrite,
  actor: ToolUpdate["actor"],
  move: ItemUpdate,
): Promise<UpdateOutcome> {
  const known = move.item && (await findItem(unit.tx, actor.connectionId, move.item.externalId));
  const issue = await issueOf(unit, write, actor.connectionId, known, move);
  if (issue === null) return { issue: null, outcome: "unknown" };
  const reference = referenceOf(write, issue);
  if (move.item !== undefined) {
    const isOld = isOutdated(known, move.item) || (await isEcho(unit, actor.connectionId, issue, move));
    if (isOld) return { issue: reference, outcome: "outdated" };
    keepItem(unit.tx, actor.connectionId, { ...known, ...move.item, issueId: issue.id });
    if (move.ifClosed === true && known?.state !== "closed") return { issue: reference, outcome: "unchanged" };
  }
  // A tool that calls its item open says nothing against fixes on some platforms, of which it was never told.
  if (!move.fixed && issue.status === "open") return { issue: reference, outcome: "unchanged" };
  const platforms = platformsOf(write, issue, move.pullRequest);
  if (platforms === "none") return { issue: reference, outcome: "other_repository" };
  const pullRequest = platforms === null ? null : (move.pullRequest ?? null);
  const by = await tellerOf(unit, actor, issue, move);
  await fixIssue.run(unit, { actor: by, id: issue.id, fixed: move.fixed, platforms, pullRequest });
  return { issue: reference, outcome: outcomeOf(issue, await getIssue(unit.tx, issue.id)) };
}

/** Finds the issue by its item, else by its code, unless that issue is known to be another item. */
async function issueOf(
  { tx }: UnitOfWork,
  { app }: AppWrite,
  connectionId: string,
  known: LinkedItem | undefined,
  { code, item }: ItemUpdate,
): Promise<Issue | null> {
  if (known !== undefined) return getIssue(tx, known.issueId);
  const id = code && (await findIssueByCode(tx, { workspaceId: app.workspaceId, apps: [app.id] }, code));
  if (id === undefined) return null;
  if (item !== undefined && (await findItemOfIssue(tx, connectionId, id)) !== undefined) return null;
  return getIssue(tx, id);
}

/**
 * A pull request is not the issue's item in the same tool: the item is told of the fix by us, as if it had come from
 * elsewhere.
 */
async function tellerOf(
  unit: UnitOfWork,
  actor: ToolUpdate["actor"],
  issue: Issue,
  { item }: ItemUpdate,
): Promise<Actor> {
  const { connectionId, ...elsewhere } = actor;
  if (item !== undefined || (await findItemOfIssue(unit.tx, connectionId, issue.id)) === undefined) return actor;
  return elsewhere;
}

/** Whether this server is just sending the same: then the message is our own, coming back before we know that it arrived. */
function isEcho({ tx, now }: UnitOfWork, connectionId: string, { id }: Issue, { fixed }: ItemUpdate): Promise<boolean> {
  return isBeingTold(tx, connectionId, {
    issueId: id,
    kind: fixed ? "fixed" : "reopened",
    since: now - FORWARD_LEASE_MS,
  });
}

/** A word about a change that we have made there ourselves, or that is older than what we know. */
function isOutdated(known: LinkedItem | undefined, said: { seen: string | null }): boolean {
  return known?.seen != null && said.seen !== null && said.seen <= known.seen;
}

/**
 * The platforms that a pull request of this repository fixes; null when the app is fixed as a whole. An app that names its
 * repositories is fixed by no other.
 */
function platformsOf(
  { appConfig }: AppWrite,
  issue: Issue,
  pullRequest: PullRequest | undefined,
): string[] | null | "none" {
  if (pullRequest === undefined || appConfig.repositories.length === 0) return null;
  const meant = appConfig.repositories.find((one) => isRepository(one.repo, pullRequest.repo));
  if (meant === undefined) return "none";
  if (appConfig.repositories.length === 1) return null;
  const covered = expand(appConfig.platforms, issue.platforms);
  const platforms = expand(appConfig.platforms, meant.platforms).filter((code) => covered.includes(code));
  return platforms.length === 0 ? "none" : platforms;
}

function outcomeOf(before: Issue, after: Issue): UpdateOutcome["outcome"] {
  if (before.status !== after.status) return after.status === "fixed" ? "fixed" : "reopened";
  return after.fixedOn.length > before.fixedOn.length ? "partly_fixed" : "unchanged";
}

/** Notes a tool's message that led to nothing, with the reason if it was refused. */
export const noteFromTool = defineAction({
  name: "noteFromTool",
  async run(unit: UnitOfWork, { id, heard }: { id: string; heard: string }): Promise<void> {
    noteHeard(unit.tx, id, unit.now, heard);
  },
});
