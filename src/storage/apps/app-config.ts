// What an app is made of: its platforms, repositories and open cycles. It changes rarely, and is cached by the config revision.

import type { AppConfig, OpenCycle, Repository } from "../../domain/apps/app-config.ts";
import type { Platform } from "../../domain/apps/platforms.ts";
import { BoundedMap } from "../../lib/collections/bounded-map.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";
import { type App, type AppConfigKey, isConfigCommitted } from "./apps.ts";

const platformsOf = query<Platform & { used: number }>(
  { code: "code", label: "label", used: "used" },
  "from platform where app_id = ? order by position",
);
const repositoriesOf = query<{ repo: string; platforms: string }>(
  { repo: "repo", platforms: "platforms" },
  "from repository where app_id = ? order by position",
);
const openCyclesOf = query<OpenCycleRow>(
  {
    id: "id",
    name: "name",
    build: "build",
    startRevision: "start_revision",
    platforms: "platforms",
    sections: "sections",
    fromCycleId: "from_cycle_id",
  },
  "from cycle where app_id = ? and closed_at is null order by id",
);
const addPlatform = insert("platform", ["app_id", "code", "label", "position", "used"]);
const dropPlatforms = command("delete from platform where app_id = ?");
const usePlatform = command("update platform set used = 1 where app_id = ? and code = ?");
const addRepository = insert("repository", ["app_id", "repo", "platforms", "position"]);
const dropRepositories = command("delete from repository where app_id = ?");

/** Of a cycle that is open, with its lists as JSON. */
interface OpenCycleRow extends Pick<OpenCycle, "id" | "name" | "build" | "startRevision"> {
  platforms: string | null;
  sections: string | null;
  fromCycleId: string | null;
}

const MAX_CONFIGS = 1_000;
const configs = new BoundedMap<string, { revision: number; appConfig: AppConfig }>(MAX_CONFIGS);

/** Platforms and repositories change rarely: they are kept, and the revision read with the app says if they hold. */
export function findCachedAppConfig(app: AppConfigKey): AppConfig | undefined {
  const known = configs.get(app.id);
  return known !== undefined && known.revision === app.configRevision ? known.appConfig : undefined;
}

export async function getAppConfig(db: Reads, app: AppConfigKey): Promise<AppConfig> {
  const known = findCachedAppConfig(app);
  if (known !== undefined) return known;
  const appConfig = await readAppConfig(db, app);
  if (!isConfigCommitted(db, app)) return appConfig;
  configs.set(app.id, { revision: app.configRevision, appConfig });
  return appConfig;
}

async function readAppConfig(db: Reads, app: AppConfigKey): Promise<AppConfig> {
  const platforms = await db.all(platformsOf, app.id);
  const repositories = await db.all(repositoriesOf, app.id);
  return {
    platforms,
    repositories: repositories.map((row) => ({ repo: row.repo, platforms: JSON.parse(row.platforms) as string[] })),
    openCycles: (await db.all(openCyclesOf, app.id)).map(openCycleOf),
  };
}

function openCycleOf({ platforms, sections, fromCycleId, ...row }: OpenCycleRow): OpenCycle {
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

/** From now on the platform can't be dropped: something names it. */
export function markPlatformUsed(tx: Tx, app: App, code: string): void {
  tx.run(usePlatform, app.id, code);
}
