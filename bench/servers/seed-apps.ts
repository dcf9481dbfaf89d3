// Fills a database with as many apps as asked for, among which the same number of issues is spread.

import { createKey } from "../../src/actions/access/change-key.ts";
import { createApp } from "../../src/actions/apps/create-app.ts";
import { insertIssues, openSeeded, PLATFORMS, type SeededPlace } from "./seed.ts";

export interface SeededApps {
  keys: { admin: string; viewer: string };
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
  // Opening it once more puts the issues into the search index.
  await (await openSeeded(where)).close();
  return { keys };
}
