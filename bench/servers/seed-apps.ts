// Fills a database with as many apps as asked for, among which the same number of issues and of results is spread.
import { createKey } from "../../src/actions/access/change-key.ts";
import { createApp } from "../../src/actions/apps/create-app.ts";
import { recordResults } from "../../src/actions/results/record-results.ts";
import { createSection } from "../../src/actions/runbook/change-section.ts";
import { createChecks } from "../../src/actions/runbook/create-checks.ts";
import { multiply } from "../../test/support/database/multiply-rows.ts";
import { insertIssues, openSeeded, PLATFORMS, type SeededPlace } from "./seed.ts";

export interface SeededApps {
  keys: { admin: string; viewer: string };
  appId: string;
}

const ISSUES = 30_000;

export async function seedApps(where: SeededPlace, apps: number): Promise<SeededApps> {
  const { performer, workspace, close } = await openSeeded(where);
  const reach = { workspaceId: workspace.id, apps: null };
  const actor = { name: "Bench", channel: "system" as const, role: "admin" as const, reach };
  const empty = { mode: "live" as const, prefix: null, platforms: PLATFORMS, repositories: [], sections: [] };
  const ids: string[] = [];
  for (let n = 0; n < apps; n++) ids.push(await performer.perform(createApp, { actor, name: `App ${n}`, ...empty }));
  const key = async (role: "admin" | "viewer") =>
    (await performer.perform(createKey, { workspaceId: workspace.id, name: role, role, apps: null })).token;
  const keys = { admin: await key("admin"), viewer: await key("viewer") };
  await close();
  await insertIssues(where, workspace.id, ids, ISSUES);
  await recordInAll(where, ids);
  // Opening it once more puts the issues into the search index.
  await (await openSeeded(where)).close();
  return { keys, appId: ids[3]! };
}

/** A tester whose results only few pages have. */
const RARE = "case when n % 1000 = 0 then 'Rare' else 'Bench' end";

/** Records results on one check as if on all: a list reads the same of them. */
async function recordInAll(where: SeededPlace, ids: readonly string[]): Promise<void> {
  const { performer, workspace, close } = await openSeeded(where);
  const reach = { workspaceId: workspace.id, apps: null };
  const actor = { name: "Bench", channel: "system" as const, role: "admin" as const, reach };
  const named = { actor, app: ids[0]!, position: null };
  await performer.perform(createSection, { ...named, ref: "S", title: "Section" });
  const checks = [{ ref: "C-0", title: "Check", instructions: null, notApplicable: [] }];
  await performer.perform(createChecks, { ...named, section: "S", checks, after: null, batch: false });
  const entry = {
    check: "C-0",
    section: null,
    platforms: ["ios"],
    outcome: "passed" as const,
    note: null,
    build: null,
  };
  await performer.perform(recordResults, { actor, app: ids[0]!, entries: [entry], batch: false });
  await close();
  const app = `(select id from app where workspace_id = '${workspace.id}' and name_form = 'App ' || (n % ${ids.length}))`;
  const of = `app_id = '${ids[0]}'`;
  await multiply(
    where,
    [{ table: "result", of, with: { id: "'res_0' || (100000 + n)", app_id: app, recorded_by: RARE } }],
    ISSUES,
  );
}
