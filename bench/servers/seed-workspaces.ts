// Fills a PostgreSQL with as many workspaces as asked for, each with the same apps. One app is made by the product, with all that raising and
// fixing its issues leaves behind; the others are copies of its rows, so that every counter is right in them, too.
import pg from "pg";
import { createKey } from "../../src/actions/access/change-key.ts";
import { acceptInvitation, invite } from "../../src/actions/access/invite-person.ts";
import { createApp } from "../../src/actions/apps/create-app.ts";
import { fixIssue } from "../../src/actions/issues/fix-issue.ts";
import { raiseIssue } from "../../src/actions/issues/raise-issue.ts";
import { createWorkspace } from "../../src/actions/workspace/create-workspace.ts";
import { hashPassword } from "../../src/lib/crypto/password-hash.ts";
import { tokenHash } from "../../src/lib/crypto/token.ts";
import type { Store } from "../../src/startup/open-store.ts";
import { claimDatabase } from "../../src/startup/secret-key-in-use.ts";
import { type AppCopy, copyApp, idOfCopy } from "./copy-app-rows.ts";
import { addSignedWebhook, OPEN_OF_TEN, openSeeded, PLATFORMS, SECRET_KEY, type SeededPlace } from "./seed.ts";

/** How many workspaces there are, how many apps in each, and how many issues in each of those. */
export interface ManyWorkspaces {
  workspaces: number;
  apps: number;
  issues: number;
}

export interface SeededWorkspace {
  keys: { admin: string; viewer: string };
  email: string;
  appIds: string[];
  /** An open issue of each app. */
  issueIds: string[];
  /** Webhooks of its first apps. */
  webhooks: { path: string; secret: string }[];
}

export interface SeededWorkspaces {
  all: SeededWorkspace[];
  password: string;
}

const CHECKS = 20;
const AT_ONCE = 16;
/** Apps of each workspace that tools deliver to. */
const WEBHOOKS = 20;
const PASSWORD = "correct horse battery staple";
const actorOf = (workspaceId: string) => ({
  name: "Bench",
  channel: "system" as const,
  role: "admin" as const,
  reach: { workspaceId, apps: null },
});

export async function seedWorkspaces(
  where: SeededPlace,
  workspaces: number,
  { apps, issues }: Pick<ManyWorkspaces, "apps" | "issues">,
): Promise<SeededWorkspaces> {
  const store = await openSeeded(where);
  const { performer } = store;
  // A server claims its database, too: from then on the audit logs are vouched for.
  await claimDatabase(store, { secretKey: SECRET_KEY, oldSecretKey: null });
  const ids = [store.workspace.id];
  for (let n = 1; n < workspaces; n++) {
    ids.push((await performer.perform(createWorkspace, { name: `Workspace ${n}`, plan: "unlimited" })).id);
  }
  const first = await makeApp(store, issues);
  const copies: AppCopy[] = ids.flatMap((workspaceId, w) =>
    Array.from({ length: apps }, (_, a) => ({
      number: w * apps + a,
      workspaceId,
      name: `App ${a}`,
      prefix: prefixOf(a),
    })),
  );
  const client = new pg.Client({ connectionString: where.databaseUrl! });
  await client.connect();
  await copyApp(client, first.appId, copies.slice(1)).finally(() => client.end());
  const passwordHash = await hashPassword(PASSWORD);
  const all: SeededWorkspace[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE).map((id, i) => {
      const of = (row: string, app: number) => (from + i + app === 0 ? row : idOfCopy(row, (from + i) * apps + app));
      const each = Array.from({ length: apps }, (_, app) => app);
      const appIds = each.map((app) => of(first.appId, app));
      const issueIds = each.map((app) => of(first.openIds[app % first.openIds.length]!, app));
      return furnish(store, id, { email: `ada.${from + i}@example.com`, appIds, issueIds }, passwordHash);
    });
    all.push(...(await Promise.all(some)));
  }
  await store.close();
  return { all, password: PASSWORD };
}

/** An app of a few checks, on each of which about as many issues were raised; those that are fixed are fixed one by one. */
async function makeApp({ performer, workspace }: Store, issues: number): Promise<{ appId: string; openIds: string[] }> {
  const actor = actorOf(workspace.id);
  const checks = Array.from({ length: CHECKS }, (_, c) => ({
    ref: `C-${c}`,
    title: `Check ${c}`,
    instructions: null,
    notApplicable: [],
  }));
  const appId = await performer.perform(createApp, {
    actor,
    name: "App 0",
    mode: "live",
    prefix: prefixOf(0),
    platforms: PLATFORMS.slice(0, 2),
    repositories: [],
    sections: [{ ref: "S-0", title: "Section 0", checks }],
  });
  const openIds: string[] = [];
  for (let n = 0; n < issues; n++) {
    const { id } = await performer.perform(raiseIssue, {
      actor,
      app: appId,
      check: `C-${n % CHECKS}`,
      section: null,
      text: `Issue ${n}: the button on this page does nothing when it is pressed twice`,
      platforms: n % 2 === 0 ? [] : ["ios"],
      priority: "high",
      reporter: { name: "Ines Duarte", email: "ines@example.com" },
    });
    if (n % 10 < OPEN_OF_TEN) openIds.push(id);
    else await performer.perform(fixIssue, { actor, id, fixed: true, platforms: null, pullRequest: null });
  }
  return { appId, openIds };
}

/** Adds keys, webhooks, and a person with the password that all have. */
async function furnish(
  store: Store,
  workspaceId: string,
  named: Pick<SeededWorkspace, "email" | "appIds" | "issueIds">,
  passwordHash: string,
): Promise<SeededWorkspace> {
  const { performer } = store;
  const key = async (role: "admin" | "viewer") =>
    (await performer.perform(createKey, { workspaceId, name: role, role, apps: null })).token;
  const keys = { admin: await key("admin"), viewer: await key("viewer") };
  const asked = { workspaceId, role: "viewer", apps: null, email: named.email, createdBy: null } as const;
  const { token } = await performer.perform(invite, asked);
  await performer.perform(acceptInvitation, { hash: tokenHash(token), name: "Ada", email: null, passwordHash });
  const webhooks: SeededWorkspace["webhooks"] = [];
  for (const appId of named.appIds.slice(0, WEBHOOKS)) {
    webhooks.push(await addSignedWebhook(store, actorOf(workspaceId), appId));
  }
  return { ...named, keys, webhooks };
}

function prefixOf(app: number): string {
  return `A${app}`;
}
