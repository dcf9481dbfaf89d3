// What an app is made of: its platforms, repositories and open cycles. It changes rarely, and is cached by the config revision.

import type { AppConfig, OpenCycle, Repository } from "../../domain/apps/app-config.ts";
import type { Platform } from "../../domain/apps/platforms.ts";
import { BoundedMap } from "../../lib/collections/bounded-map.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import { command, insert, placeholders, query, type Reads, type Tx } from "../database/database.ts";
import { type App, type AppConfigKey, isConfigCommitted } from "./apps.ts";

/** Apps that one statement reads. */
const AT_ONCE = 500;

const PLATFORM = { appId: "app_id", code: "code", label: "label", used: "used" };
const REPOSITORY = { appId: "app_id", repo: "repo", platforms: "platforms" };
const OPEN_CYCLE = {
  appId: "app_id",
  id: "id",
  name: "name",
  build: "build",
  startRevision: "start_revision",
  platforms: "platforms",
  sections: "sections",
  fromCycleId: "from_cycle_id",
};
const addPlatform = insert("platform", ["app_id", "code", "label", "position", "used"]);
const dropPlatforms = command("delete from platform where app_id = ?");
const usePlatform = command("update platform set used = 1 where app_id = ? and code = ?");
const addRepository = insert("repository", ["app_id", "repo", "platforms", "position"]);
const dropRepositories = command("delete from repository where app_id = ?");

interface OfApp {
  appId: string;
}

/** A repository with its platforms as JSON. */
interface RepositoryRow extends OfApp {
  repo: string;
  platforms: string;
}

/** An open cycle with its lists as JSON. */
interface OpenCycleRow extends OfApp, Pick<OpenCycle, "id" | "name" | "build" | "startRevision"> {
  platforms: string | null;
  sections: string | null;
  fromCycleId: string | null;
}

const MAX_CONFIGS = 10_000;
const configs = new BoundedMap<string, { revision: number; appConfig: AppConfig }>(MAX_CONFIGS);

/** Platforms and repositories change rarely: they are kept, and the revision read with the app says if they hold. */
export function findCachedAppConfig(app: AppConfigKey): AppConfig | undefined {
  const known = configs.get(app.id);
  return known !== undefined && known.revision === app.configRevision ? known.appConfig : undefined;
}

export async function getAppConfig(db: Reads, app: AppConfigKey): Promise<AppConfig> {
  return findCachedAppConfig(app) ?? (await readAppConfigs(db, [app]))[0]!;
}

/** The configurations of apps, in the order of the apps. */
export async function getAppConfigs(db: Reads, apps: readonly AppConfigKey[]): Promise<AppConfig[]> {
  const known = apps.map(findCachedAppConfig);
  const unknown = apps.filter((_, i) => known[i] === undefined);
  const read: AppConfig[] = [];
  for (let start = 0; start < unknown.length; start += AT_ONCE) {
    read.push(...(await readAppConfigs(db, unknown.slice(start, start + AT_ONCE))));
  }
  return known.map((appConfig) => appConfig ?? read.shift()!);
}

async function readAppConfigs(db: Reads, apps: readonly AppConfigKey[]): Promise<AppConfig[]> {
  const ids = apps.map(({ id }) => id);
  const ofThem = `app_id in (${placeholders(ids.length)})`;
  const platforms = query<Platform & { used: number } & OfApp>(
    PLATFORM,
    `from platform where ${ofThem} order by position`,
  );
  const repositories = query<RepositoryRow>(REPOSITORY, `from repository where ${ofThem} order by position`);
  const openCycles = query<OpenCycleRow>(OPEN_CYCLE, `from cycle where ${ofThem} and closed_at is null order by id`);
  const byApp = {
    platforms: groupBy(await db.all(platforms, ...ids), ({ appId }) => appId),
    repositories: groupBy(await db.all(repositories, ...ids), ({ appId }) => appId),
    openCycles: groupBy(await db.all(openCycles, ...ids), ({ appId }) => appId),
  };
  return apps.map((app) => {
    const appConfig = {
      platforms: (byApp.platforms.get(app.id) ?? []).map(({ appId: _, ...platform }) => platform),
      repositories: (byApp.repositories.get(app.id) ?? []).map(repositoryOf),
      openCycles: (byApp.openCycles.get(app.id) ?? []).map(openCycleOf),
    };
    if (isConfigCommitted(db, app)) configs.set(app.id, { revision: app.configRevision, appConfig });
    return appConfig;
  });
}

function repositoryOf({ repo, platforms }: RepositoryRow): Repository {
  return { repo, platforms: JSON.parse(platforms) as string[] };
}

function openCycleOf({ appId: _, platforms, sections, fromCycleId, ...row }: OpenCycleRow): OpenCycle {
  return {
    ...row,
    platforms: platforms === null ? null : (JSON.parse(platforms) as string[]),
    sections: sections === null ? null : (JSON.parse(sections) as { id: string }[]).map(({ id }) => id),
    isList: fromCycleId !== null,
  };
}

export function replacePlatforms(tx: Tx, app: App, platforms: AppConfig["platforms"]): void {
  tx.run(dropPlatforms, app.id);
  for (const [position, platform] of platforms.entries()) {
    tx.run(addPlatform, app.id, platform.code, platform.label, position, platform.used);
  }
}

export function replaceRepositories(tx: Tx, app: App, repositories: readonly Repository[]): void {
  tx.run(dropRepositories, app.id);
  for (const [position, { repo, platforms }] of repositories.entries()) {
    tx.run(addRepository, app.id, repo, JSON.stringify(platforms), position);
  }
}

/** Marks a platform as used: something names it, so it can't be dropped any more. */
export function markPlatformUsed(tx: Tx, app: App, code: string): void {
  tx.run(usePlatform, app.id, code);
}
