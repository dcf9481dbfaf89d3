// A whole runbook, read a piece at a time and as of one revision: sections and checks in order, with every status.
import type { Reach } from "../../domain/access/grant.ts";
import type { AppConfig } from "../../domain/apps/app-config.ts";
import type { Status } from "../../domain/status/platform-status.ts";
import { getAppConfig } from "../apps/app-config.ts";
import { type App, getApp } from "../apps/apps.ts";
import { query, type Reads, withList } from "../database/database.ts";
import { listChecks } from "../runbook/check-pages.ts";
import type { ShownCheck } from "../runbook/checks.ts";
import { readBySection } from "../runbook/read-by-section.ts";
import { listSections, type Section } from "../runbook/sections.ts";
import { flushPlatformStatuses } from "./platform-statuses.ts";

export interface Runbook {
  app: App;
  appConfig: Pick<AppConfig, "platforms" | "repositories">;
  sections: { section: Pick<Section, "ref" | "title">; checks: ExportedCheck[] }[];
}

export interface ExportedCheck extends Pick<ShownCheck, "ref" | "title" | "instructions"> {
  /** The status on each platform, by its code. */
  statuses: ReadonlyMap<string, Status>;
}

const ATTEMPTS = 10;

const COLUMNS = { checkId: "check_id", platform: "platform", status: "status" };
type Row = { checkId: string; platform: string; status: Status };
const ofChecks = withList((oneOf) => query<Row>(COLUMNS, `from standing where check_id ${oneOf}`));

/** Read again when something was written in between. Throws `not_found`. */
export async function getRunbook(db: Reads, reach: Reach, name: string): Promise<Runbook> {
  const { id } = await getApp(db, reach, name);
  for (let attempt = 1; ; attempt++) {
    const app = await getApp(db, reach, id);
    const runbook = await readWholeRunbook(db, app);
    const unchanged = (await getApp(db, reach, id)).revision === app.revision;
    if (unchanged || attempt >= ATTEMPTS) return runbook;
  }
}

async function readWholeRunbook(db: Reads, app: App): Promise<Runbook> {
  const sections = await readBySection(
    await listSections(db, app),
    (page) => listChecks(db, app, {}, page),
    async (page): Promise<ExportedCheck[]> => {
      const statuses = await statusesOf(
        db,
        page.map(({ id }) => id),
      );
      return page.map((check) => ({ ...check, statuses: statuses.get(check.id)! }));
    },
  );
  return { app, appConfig: await getAppConfig(db, app), sections };
}

async function statusesOf(db: Reads, ids: readonly string[]): Promise<Map<string, Map<string, Status>>> {
  flushPlatformStatuses(db);
  const statuses = new Map(ids.map((id) => [id, new Map<string, Status>()]));
  for (const { checkId, platform, status } of await db.all(ofChecks[db.dialect], JSON.stringify(ids))) {
    statuses.get(checkId)?.set(platform, status);
  }
  return statuses;
}
