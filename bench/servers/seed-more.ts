// Fills a database with as much as asked for of all that a workspace gathers besides issues, of which there are always as many.
import { createKey } from "../../src/actions/access/change-key.ts";
import { createApp } from "../../src/actions/apps/create-app.ts";
import { startCycle } from "../../src/actions/cycles/start-cycle.ts";
import { type Growing, multiply } from "../../test/support/database/multiply-rows.ts";
import { insertIssues, openSeeded, type SeededPlace } from "./seed.ts";

export interface SeededMore {
  keys: { admin: string; viewer: string };
  appId: string;
}

const ISSUES = 10_000;
/** The one that all checks are in. */
export const SECTION = "ALL";

export async function seedMore(where: SeededPlace, size: number): Promise<SeededMore> {
  const { performer, workspace, close } = await openSeeded(where);
  const reach = { workspaceId: workspace.id, apps: null };
  const actor = { name: "Bench", channel: "system" as const, role: "admin" as const, reach };
  const checks = Array.from({ length: size - 1 }, (_, n) => ({
    ref: `C-${n}`,
    title: `Check ${n}`,
    instructions: null,
    notApplicable: [],
  }));
  const appId = await performer.perform(createApp, {
    actor,
    name: "Bench",
    mode: "live",
    prefix: null,
    platforms: [{ code: "ios", label: "iOS" }],
    repositories: [],
    sections: [
      { ref: SECTION, title: "All", checks },
      { ref: "ONE", title: "One", checks: [{ ...checks[0]!, ref: "ONE-1" }] },
    ],
  });
  const key = async (role: "admin" | "viewer") =>
    (await performer.perform(createKey, { workspaceId: workspace.id, name: role, role, apps: null })).token;
  const keys = { admin: await key("admin"), viewer: await key("viewer") };
  const scope = { platforms: [], sections: ["ONE"], from: null, testers: [] };
  await performer.perform(startCycle, { actor, app: appId, name: "Cycle", build: null, ...scope });
  await close();
  await multiply(where, growing(appId, workspace.id), size);
  await insertIssues(where, workspace.id, [appId], ISSUES);
  // Opening it once more puts the issues into the search index.
  await (await openSeeded(where)).close();
  return { keys, appId };
}

const numbered = (prefix: string) => `'${prefix}_0' || (100000 + n)`;

/** One of ten keys and people is still there, one of a hundred cycles open. */
function growing(appId: string, workspaceId: string): Growing[] {
  const gone = "case when n % 10 > 0 then n end";
  const name = "'Copy ' || n";
  const of = `app_id = '${appId}'`;
  return [
    { table: "key", of: "name = 'viewer'", with: { id: numbered("key"), revoked_at: gone } },
    {
      table: "person",
      row: {
        id: "'per_1'",
        workspace_id: `'${workspaceId}'`,
        name: "'Kim'",
        email: "''",
        role: "'viewer'",
        created_at: "1",
      },
      with: { id: numbered("per"), email: "n || '@example.org'", removed_at: gone },
    },
    { table: "audit", of, with: { id: numbered("aud") } },
    {
      table: "delivery",
      row: {
        ...{ id: "'dlv_1'", app_id: `'${appId}'`, received_at: "1", status: "400", code: "'missing_title'" },
        ...{ message: "'No title.'", headers: "'{}'", encoding: "'none'" },
      },
      with: { id: numbered("dlv") },
    },
    {
      table: "notification",
      row: { id: "'ntf_1'", app_id: `'${appId}'`, kind: "'test'", state: "'failed'", body: "'{}'", created_at: "1" },
      with: { id: numbered("ntf") },
    },
    {
      table: "cycle",
      of,
      with: {
        ...{ id: numbered("cyc"), name, name_form: name },
        closed_at: "case when n % 100 > 0 then n end",
        closed_by: "case when n % 100 > 0 then 'Bench' end",
      },
    },
  ];
}
