// Changes an app: its name, mode, prefix, platforms or repositories.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import type { Repository } from "../../domain/apps/app-config.ts";
import type { Platform } from "../../domain/apps/platforms.ts";
import { Fault } from "../../domain/fault.ts";
import { requireMatch } from "../../domain/if-match.ts";
import { platformStatus } from "../../domain/status/platform-status.ts";
import { count, emptyTally } from "../../domain/status/summary.ts";
import { listed } from "../../domain/workspace/audit-log.ts";
import { replacePlatforms, replaceRepositories } from "../../storage/apps/app-config.ts";
import { listAppsNamedLike } from "../../storage/apps/app-names.ts";
import type { Mode } from "../../storage/apps/apps.ts";
import type { Changes } from "../../storage/apps/events.ts";
import { keepFormerPrefix } from "../../storage/apps/former-prefixes.ts";
import { appTag } from "../../storage/etags.ts";
import { countOpenOnEvery, listPartlyFixedInApp } from "../../storage/issues/issues.ts";
import { latestFixes } from "../../storage/issues/platform-fixes.ts";
import { listChecksOfApp } from "../../storage/runbook/checks.ts";
import {
  deletePlatformStatusesOf,
  insertPlatformStatus,
  listPlatformStatusesOfApp,
} from "../../storage/status/platform-statuses.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import { type AppWrite, append, closeAppWrite, markStructureChanged, openAppWrite, tally } from "../app-write.ts";
import { record } from "../audit.ts";
import { causeOf } from "../cause.ts";
import { defineAction } from "../define-action.ts";
import { closeIssuesWithNothingOpen } from "../issues/close-if-nothing-open.ts";
import { verifyIssues } from "../issues/verify-issues.ts";
import { requireCheckRoom } from "../runbook/runbook-entry.ts";
import { addPlatformToCycles, dropPlatformOfCycles } from "../status/follow-in-cycles.ts";
import { newPlatformStatus } from "../status/recompute-status.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { choosePrefix } from "./choose-prefix.ts";
import { requireFreeName, requireRepositories } from "./create-app.ts";
import { listDefaultPlatforms } from "./default-platforms.ts";

export interface ChangeApp {
  actor: Actor;
  app: string;
  name?: string;
  mode?: Mode;
  prefix?: string;
  platforms?: Platform[];
  repositories?: Repository[];
  ifMatch?: string;
}

/** Gives the app's id. Throws `not_found`, `precondition_failed`, `name_taken`, `not_empty`, `unknown_platform`, `invalid_request`. */
export const changeApp = defineAction({
  name: "changeApp",
  queue: "app",
  alone: true,
  wakes: ["notifications", "forwards"],
  // A platform more is a row more for every check.
  duration: ({ platforms }) => (platforms === undefined ? "short" : "long"),
  async run(unit: UnitOfWork, input: ChangeApp): Promise<string> {
    const { workspaceId } = input.actor.reach;
    if (input.name !== undefined || input.prefix !== undefined) await lockWorkspace(unit.tx, workspaceId);
    const write = await openAppWrite(unit, input.actor.reach, input.app);
    const { app } = write;
    await requireMatch(input.ifMatch, () => appTag({ id: app.id, revision: app.revision - 1 }));
    const changes: Changes = {};
    if (input.name !== undefined && input.name !== app.name) {
      requireFreeName(input.actor.reach, await listAppsNamedLike(unit.tx, workspaceId, input.name, app.id));
      changes.name = { from: app.name, to: input.name };
      app.name = input.name;
    }
    if (input.mode !== undefined && input.mode !== app.mode) {
      changes.mode = { from: app.mode, to: input.mode };
      app.mode = input.mode;
    }
    if (input.prefix !== undefined && input.prefix !== app.prefix) {
      const wanted = { id: app.id, name: app.name, prefix: input.prefix };
      const prefix = await choosePrefix(unit.tx, input.actor.reach, wanted);
      keepFormerPrefix(unit.tx, app);
      changes.prefix = { from: app.prefix, to: prefix };
      app.prefix = prefix;
    }
    await changeAppConfig(write, input, changes);
    if (Object.keys(changes).length === 0) return app.id;
    append(write, { kind: "app_changed", by: actorLabel(input.actor), issueId: null, changes });
    closeAppWrite(write);
    const target = { kind: "app", id: app.id, name: app.name } as const;
    record(unit, workspaceId, "app.changed", { target, appId: app.id, details: appDetails(changes) });
    return app.id;
  },
});

/** Names of what came and went, where the event has the whole lists. */
export function appDetails({ platforms, repositories, ...plain }: Changes): Record<string, unknown> {
  return {
    ...plain,
    ...(platforms === undefined ? {} : { platforms: comings(platforms, (one: Platform) => one.code) }),
    ...(repositories === undefined ? {} : { repositories: comings(repositories, (one: Repository) => one.repo) }),
  };
}

function comings<Entry>(change: unknown, nameOf: (entry: Entry) => string) {
  const { from, to } = change as { from: Entry[]; to: Entry[] };
  const [before, after] = [new Set(from.map(nameOf)), new Set(to.map(nameOf))];
  return {
    added: listed([...after].filter((name) => !before.has(name))),
    removed: listed([...before].filter((name) => !after.has(name))),
  };
}

/** Platforms and repositories, with all that hangs on them. Throws `not_empty`, `unknown_platform`, `invalid_request`. */
export async function changeAppConfig(
  write: AppWrite,
  input: Pick<ChangeApp, "actor" | "platforms" | "repositories">,
  changes: Changes,
): Promise<void> {
  const { appConfig, app, tx } = write;
  const before = appConfig.platforms;
  const platforms = (input.platforms ?? before).map((platform) => ({
    code: platform.code,
    label: platform.label,
    used: before.find((known) => known.code === platform.code)?.used ?? 0,
  }));
  const repositories = input.repositories ?? appConfig.repositories;
  if (input.repositories === undefined) requireNotNamed(repositories, platforms);
  requireRepositories(repositories, platforms);
  const plain = (list: readonly Platform[]) => list.map(({ code, label }) => ({ code, label }));
  if (JSON.stringify(plain(platforms)) !== JSON.stringify(plain(before))) {
    changes.platforms = { from: plain(before), to: plain(platforms) };
    await dropPlatforms(
      write,
      before.filter((known) => !platforms.some((kept) => kept.code === known.code)),
    );
    requireCheckRoom(app.checks + write.added, platforms.length);
    replacePlatforms(tx, app, platforms);
    write.appConfig = { ...appConfig, platforms, repositories };
    const added = platforms.filter((platform) => !before.some((known) => known.code === platform.code));
    for (const { code } of added) await addPlatform(write, code);
    await closeIssuesWithNothingOpen(write, await listPartlyFixedInApp(tx, app.id), causeOf(input.actor));
    await verifyIssues(write, null, actorLabel(input.actor));
    markStructureChanged(write);
  }
  if (JSON.stringify(repositories) !== JSON.stringify(appConfig.repositories)) {
    changes.repositories = { from: appConfig.repositories, to: repositories };
    replaceRepositories(tx, app, repositories);
    write.appConfig = { ...appConfig, platforms, repositories };
    markStructureChanged(write);
  }
}

/** A platform that a repository is built for is in use. Throws `not_empty`. */
function requireNotNamed(repositories: readonly Repository[], platforms: readonly Platform[]): void {
  for (const { repo, platforms: codes } of repositories) {
    const lost = codes.find((code) => !platforms.some((platform) => platform.code === code));
    if (lost !== undefined) {
      throw new Fault("not_empty", `platforms: ${lost} can't be removed: the repository ${repo} uses it.`);
    }
  }
}

async function requireNoDefault(write: AppWrite, dropped: readonly Platform[]): Promise<void> {
  const defaults = await listDefaultPlatforms(write);
  const lost = dropped.find(({ code }) => defaults.has(code));
  if (lost === undefined) return;
  const by = defaults.get(lost.code);
  throw new Fault(
    "not_empty",
    `platforms: ${lost.code} can't be removed: it is a default platform of ${by}. Remove it there first.`,
  );
}

async function dropPlatforms(write: AppWrite, dropped: (Platform & { used: number })[]): Promise<void> {
  const used = dropped.filter((platform) => platform.used === 1).map((platform) => platform.code);
  if (used.length > 0) {
    throw new Fault(
      "not_empty",
      `platforms: ${used.join(", ")} can't be removed: issues, results, N/A marks or cycles use it.`,
    );
  }
  if (dropped.length === 0) return;
  await requireNoDefault(write, dropped);
  const codes = new Set(dropped.map((platform) => platform.code));
  const sections = new Map((await listChecksOfApp(write.tx, write.app)).map((check) => [check.id, check.sectionId]));
  for (const statusRow of await listPlatformStatusesOfApp(write.tx, write.app.id)) {
    if (!codes.has(statusRow.platform)) continue;
    const lost = emptyTally();
    count(lost, statusRow.status, -1);
    tally(write, sections.get(statusRow.checkId)!, 0, lost);
  }
  for (const code of codes) {
    deletePlatformStatusesOf(write.tx, write.app.id, code);
    dropPlatformOfCycles(write, code);
  }
}

/** A new platform is covered by every issue, open or fixed, that covers every platform. */
async function addPlatform(write: AppWrite, code: string): Promise<void> {
  const { tx, app } = write;
  const open = await countOpenOnEvery(tx, app.id);
  const fixed = await latestFixes(tx, app.id, code);
  for (const check of await listChecksOfApp(tx, app)) {
    const statusRow = newPlatformStatus(app, check.id, code, false);
    statusRow.openIssues = open.get(check.id) ?? 0;
    statusRow.fixedRevision = fixed.get(check.id) ?? 0;
    statusRow.status = platformStatus({ ...statusRow, notApplicable: false });
    insertPlatformStatus(tx, statusRow);
    const gained = emptyTally();
    count(gained, statusRow.status);
    tally(write, check.sectionId, 0, gained);
  }
  addPlatformToCycles(write, code);
}
