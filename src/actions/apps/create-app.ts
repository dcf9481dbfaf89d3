// Creates an app with its platforms, repositories, sections and checks in one go.
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import type { Reach } from "../../domain/access/grant.ts";
import type { Repository } from "../../domain/apps/app-config.ts";
import { type Platform, requirePlatforms } from "../../domain/apps/platforms.ts";
import { Fault } from "../../domain/fault.ts";
import { newId } from "../../lib/ids.ts";
import { replacePlatforms, replaceRepositories } from "../../storage/apps/app-config.ts";
import { listAppsNamedLike } from "../../storage/apps/app-names.ts";
import { type App, insertApp, type Mode } from "../../storage/apps/apps.ts";
import { ROOM } from "../../storage/runbook/check-order.ts";
import type { Section } from "../../storage/runbook/sections.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import { type AppWrite, append, closeAppWrite, usePlatforms } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction, durationOfRows } from "../define-action.ts";
import { addCheck, addSection, freeRef, type NewCheck, refTaken } from "../runbook/runbook-entry.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { choosePrefix } from "./choose-prefix.ts";
import { nameTaken } from "./name-taken.ts";

export interface CreateApp {
  actor: Actor;
  name: string;
  mode: Mode;
  prefix: string | null;
  platforms: Platform[];
  repositories: Repository[];
  sections: { ref: string | null; title: string; checks: NewCheck[] }[];
  /** The id of the app that this is a copy of. */
  copyOf?: string;
}

/** Gives the id of the new app. Throws `name_taken`, `unknown_platform`, `invalid_request`. */
export const createApp = defineAction({
  name: "createApp",
  duration: ({ sections }) => durationOfRows(sections.reduce((sum, { checks }) => sum + checks.length, 0)),
  async run(unit: UnitOfWork, input: CreateApp): Promise<string> {
    const { workspaceId } = input.actor.reach;
    const { plan } = await lockWorkspace(unit.tx, workspaceId);
    const { reach } = input.actor;
    requireFreeName(reach, await listAppsNamedLike(unit.tx, workspaceId, input.name, null));
    const app: App = {
      id: newId("app", unit.now),
      workspaceId,
      name: input.name,
      prefix: await choosePrefix(unit.tx, reach, { id: null, name: input.name, prefix: input.prefix }),
      mode: input.mode,
      createdAt: unit.now,
      updatedAt: unit.now,
      revision: 1,
      configRevision: 1,
      structureRevision: 1,
      lastNumber: 0,
      lastRef: 0,
      checks: 0,
      openIssues: 0,
      forwards: 0,
      archivedAt: null,
      plan,
    };
    requireRepositories(input.repositories, input.platforms);
    insertApp(unit.tx, app);
    const platforms = input.platforms.map((platform) => ({ ...platform, used: 0 }));
    const write: AppWrite = {
      tx: unit.tx,
      settings: unit.settings,
      now: unit.now,
      app,
      appConfig: { platforms, repositories: input.repositories, openCycles: [] },
      events: 0,
      ids: 0,
      added: 0,
      tallies: new Map(),
    };
    replacePlatforms(unit.tx, app, platforms);
    replaceRepositories(unit.tx, app, input.repositories);
    await addRunbook(write, input.sections);
    append(write, { kind: "app_created", by: actorLabel(input.actor), issueId: null, changes: { name: app.name } });
    closeAppWrite(write);
    record(unit, workspaceId, "app.created", {
      target: { kind: "app", id: app.id, name: app.name },
      appId: app.id,
      details: {
        ...{ mode: app.mode, prefix: app.prefix, platforms: platforms.length, checks: app.checks },
        ...(input.copyOf === undefined ? {} : { copy_of: input.copyOf }),
      },
    });
    return app.id;
  },
});

/** `others` have a name, or one that can't be told from it. Throws `name_taken`. */
export function requireFreeName(reach: Reach, [other]: readonly App[]): void {
  if (other === undefined) return;
  throw nameTaken(reach, other, "name", "another app of this workspace has this name, or one that looks the same.");
}

/** Repositories name platforms that exist, and each repository once. Throws `unknown_platform`, `invalid_request`. */
export function requireRepositories(repositories: readonly Repository[], platforms: readonly Platform[]): void {
  for (const { platforms: codes } of repositories) requirePlatforms(platforms, codes);
  const names = repositories.map(({ repo }) => repo);
  if (new Set(names).size < names.length) {
    throw new Fault("invalid_request", "repositories: list each repo once, with all its platforms.");
  }
}

/** Checks that are written before other work of this thread is let in. */
const AT_ONCE = 250;

async function addRunbook(write: AppWrite, wanted: CreateApp["sections"]): Promise<void> {
  const refs = wanted.flatMap(({ checks }) => checks.map(({ ref }) => ref)).filter((ref) => ref !== null);
  const taken = new Set(refs);
  if (taken.size < refs.length) throw refTaken("check", refs.find((ref, i) => refs.indexOf(ref) !== i)!);
  const marked = new Set<string>();
  const sectionRefs = new Set(wanted.map(({ ref }) => ref));
  const sections: Section[] = [];
  for (const { ref: wantedRef, title, checks } of wanted) {
    const free = wantedRef ?? freeRef(write, "S", (one) => sectionRefs.has(one));
    const section = addSection(write, sections, { ref: free, title });
    for (const [i, check] of checks.entries()) {
      const notApplicable = requirePlatforms(write.appConfig.platforms, check.notApplicable);
      const ref = check.ref ?? freeRef(write, "C", (one) => taken.has(one));
      // With room from the start: else the first check that moves would have all of the section written.
      addCheck(write, section, { ...check, notApplicable, ref, position: i * ROOM });
      for (const code of notApplicable) marked.add(code);
      if (write.added % AT_ONCE === 0) await yieldToEventLoop();
    }
  }
  usePlatforms(write, [...marked]);
}
