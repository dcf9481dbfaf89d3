// Fills a database with as much as asked for of all that a workspace gathers besides issues, of which there are always as many.
import { createKey } from "../../src/actions/access/change-key.ts";
import { acceptInvitation, invite } from "../../src/actions/access/invite-person.ts";
import { createApp } from "../../src/actions/apps/create-app.ts";
import { startCycle } from "../../src/actions/cycles/start-cycle.ts";
import { raiseIssue } from "../../src/actions/issues/raise-issue.ts";
import { tokenHash } from "../../src/lib/crypto/token.ts";
import { query } from "../../src/storage/database/database.ts";
import { type Growing, multiply } from "../../test/support/database/multiply-rows.ts";
import { insertIssues, openSeeded, type SeededPlace } from "./seed.ts";

export interface SeededMore {
  keys: { admin: string; viewer: string };
  session: string;
  appId: string;
  /** One that few of the partly fixed issues are on. */
  checkId: string;
}

const ISSUES = 10_000;
/** The section of all checks. */
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
    platforms: ["ios", "web"].map((code) => ({ code, label: code })),
    repositories: [],
    sections: [
      { ref: SECTION, title: "All", checks },
      { ref: "ONE", title: "One", checks: [{ ...checks[0]!, ref: "ONE-1" }] },
    ],
  });
  const key = async (role: "admin" | "viewer") =>
    (await performer.perform(createKey, { workspaceId: workspace.id, name: role, role, apps: null })).token;
  const keys = { admin: await key("admin"), viewer: await key("viewer") };
  const asked = {
    workspaceId: workspace.id,
    role: "admin",
    apps: null,
    email: "ada@example.com",
    createdBy: null,
  } as const;
  const { token } = await performer.perform(invite, asked);
  const joined = { hash: tokenHash(token), name: "Ada", email: null, passwordHash: "" };
  const { token: session } = await performer.perform(acceptInvitation, joined);
  const scope = { platforms: [], sections: ["ONE"], from: null, testers: [] };
  await performer.perform(startCycle, { actor, app: appId, name: "Cycle", build: null, ...scope });
  await close();
  await insertIssues(where, workspace.id, [appId], ISSUES);
  const checkId = await raiseLast(where, appId);
  await multiply(where, growing(appId, workspace.id), size);
  // Opening it once more puts the issues into the search index.
  await (await openSeeded(where)).close();
  return { keys, session, appId, checkId };
}

/** The issue that is multiplied. Gives the check whose platforms are set. */
async function raiseLast(where: SeededPlace, appId: string): Promise<string> {
  const { performer, reader, workspace, close } = await openSeeded(where);
  const reach = { workspaceId: workspace.id, apps: null };
  const actor = { name: "Bench", channel: "system" as const, role: "admin" as const, reach };
  const rest = { section: null, platforms: [], priority: null, reporter: null };
  await performer.perform(raiseIssue, { actor, app: appId, check: "C-1", text: ON_ONE_PLATFORM, ...rest });
  const check = await reader.get(lastCheck, appId);
  await close();
  return check!.id;
}

const ON_ONE_PLATFORM = "Fixed on one platform";
const lastCheck = query<{ id: string }>({ id: "id" }, `from "check" where app_id = ? and ref = 'ONE-1'`);

/** How many of each kind a list of all of them shows. */
export const isShownOf = {
  people: (size: number) => size / 10 + 1,
  keys: (size: number) => size / 10 + 2,
  openCycles: (size: number) => size / 100 + 1,
};

const FIXED_ON_ONE = `replace(one.document, '"fixed_on":[],"still_open_on":[]',
  '"fixed_on":[{"platform":"web","fixed_by":"Bench","fixed_at":"2026-01-01T00:00:00.000Z","pull_request":null}],"still_open_on":["ios"]')`;
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
    {
      table: "issue",
      of: `${of} and document like '%${ON_ONE_PLATFORM}%'`,
      with: { id: numbered("iss"), number: "1000000 + n", document: FIXED_ON_ONE, searched: "0" },
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
