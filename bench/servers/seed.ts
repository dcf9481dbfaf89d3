// Fills a database with one app of 2,000 checks on 4 platforms and as many issues as asked for.
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { pino } from "pino";
import { createKey } from "../../src/actions/access/change-key.ts";
import { createApp } from "../../src/actions/apps/create-app.ts";
import { openWebhook, setWebhookSecret } from "../../src/actions/webhook/configure-webhook.ts";
import type { Actor } from "../../src/domain/access/actor.ts";
import type { Issue } from "../../src/domain/issues/issue.ts";
import { makeToken, sealSecret, webhookUrl } from "../../src/domain/webhook/webhook-secrets.ts";
import { newId } from "../../src/lib/ids.ts";
import { openStore, type Store } from "../../src/startup/open-store.ts";
import { secretCipher } from "../../src/startup/secret-key-in-use.ts";
import { toDocument } from "../../src/storage/issues/issue-document.ts";
import { SEARCHED, vectorOf } from "../../src/storage/issues/search-index.ts";

export const APP = "Bench";
export const SECRET_KEY = "0123456789abcdef0123456789abcdef";
/** Open issues among ten, as in a tracker that is looked after. */
export const OPEN_OF_TEN = 3;
/** Open issues that are read and fixed one by one. */
const ASKED_FOR = 1_000;
export const PLATFORMS = ["ios", "android", "web", "tv"].map((code) => ({ code, label: code.toUpperCase() }));
const SECTIONS = 50;
const CHECKS_PER_SECTION = 40;
const BATCH = 2_000;

export interface Seeded {
  keys: { admin: string; viewer: string };
  /** The app's incoming webhook. */
  webhook: { path: string; secret: string };
  /** The webhook of another app, which asks for no signature. */
  unsigned: { path: string; secret: string };
  appId: string;
  /** Ids of open issues, for the requests to name. */
  issueIds: string[];
}

export interface SeededPlace {
  dataDir: string;
  databaseUrl: string | null;
}

/** The database there, as a server without any limit opens it. */
export function openSeeded(where: SeededPlace): Promise<Store> {
  const limits = { freePlanIssues: 0, webhookRate: 0 };
  const settings = { ...where, ...limits, secretKey: SECRET_KEY, oldSecretKey: null, baseUrl: "http://localhost" };
  return openStore(settings, pino({ level: "silent" }));
}

export async function seed(where: SeededPlace, issues: number): Promise<Seeded> {
  const store = await openSeeded(where);
  const { performer, workspace } = store;
  const reach = { workspaceId: workspace.id, apps: null };
  const actor = { name: "Bench", channel: "system" as const, role: "admin" as const, reach };
  const appId = await performer.perform(createApp, {
    actor,
    name: APP,
    mode: "live",
    prefix: null,
    platforms: PLATFORMS,
    repositories: [],
    sections: sampleSections(),
  });
  const key = async (role: "admin" | "viewer") =>
    (await performer.perform(createKey, { workspaceId: workspace.id, name: role, role, apps: null })).token;
  const keys = { admin: await key("admin"), viewer: await key("viewer") };
  const webhook = await addSignedWebhook(store, actor, appId);
  const empty = { mode: "live" as const, prefix: null, platforms: PLATFORMS, repositories: [], sections: [] };
  const unsignedId = await performer.perform(createApp, { actor, name: "Unsigned", ...empty });
  const unsigned = await addWebhook(store, actor, unsignedId);
  await store.close();
  const issueIds = await insertIssues(where, workspace.id, [appId], issues);
  // Opening it once more puts the issues into the search index.
  await (await openSeeded(where)).close();
  return { keys, webhook, unsigned, appId, issueIds };
}

/** Sections with 2,000 checks: C-0 to C-1999. */
export function sampleSections() {
  return Array.from({ length: SECTIONS }, (_, s) => ({
    ref: `S-${s}`,
    title: `Section ${s}`,
    checks: Array.from({ length: CHECKS_PER_SECTION }, (_, c) => ({
      ref: `C-${s * CHECKS_PER_SECTION + c}`,
      title: `Check ${c} of section ${s}`,
      instructions: null,
      notApplicable: [],
    })),
  }));
}

async function addWebhook({ performer }: Store, actor: Actor, app: string): Promise<Seeded["webhook"]> {
  const cipher = secretCipher({ secretKey: SECRET_KEY, oldSecretKey: null });
  const { token } = await performer.perform(openWebhook, { actor, app, ...makeToken(cipher, app) });
  return { path: webhookUrl(cipher, "", app, token), secret: "a secret to sign deliveries with" };
}

export async function addSignedWebhook(store: Store, actor: Actor, app: string): Promise<Seeded["webhook"]> {
  const webhook = await addWebhook(store, actor, app);
  const cipher = secretCipher({ secretKey: SECRET_KEY, oldSecretKey: null });
  await store.performer.perform(setWebhookSecret, { actor, app, secret: sealSecret(cipher, app, webhook.secret) });
  return webhook;
}

/** Spread among the apps, on checks if there are any. Gives ids of open ones. */
export async function insertIssues(
  { dataDir, databaseUrl }: SeededPlace,
  workspaceId: string,
  appIds: readonly string[],
  count: number,
): Promise<string[]> {
  const target =
    databaseUrl === null
      ? sqliteTarget(`${dataDir}/retest.db`, workspaceId)
      : await postgresTarget(databaseUrl, workspaceId);
  const checkIds = await target.checkIds();
  const open: string[] = [];
  const start = Date.now() - count * 50;
  const newest = 0.9 * count;
  let openCount = 0;
  // From the first to the last of them: those of one page would be found together.
  const step = Math.max(1, Math.floor((count * OPEN_OF_TEN) / 10 / ASKED_FOR));
  for (let from = 0; from < count; from += BATCH) {
    const issues: Issue[] = [];
    for (let n = from; n < Math.min(from + BATCH, count); n++) {
      const check = checkIds[(n * 7_919) % checkIds.length] ?? null;
      const issue = sampleIssue(appIds[n % appIds.length]!, Math.floor(n / appIds.length), n, start + n * 50, check);
      // None of the newest has a word with this letter, and of all others one in ten.
      if (n % 10 === 7 && n < newest) issue.text += ", again";
      if (issue.status === "open") {
        if (openCount % step === 0) open.push(issue.id);
        openCount++;
      }
      issues.push(issue);
    }
    await target.insert(issues);
  }
  const ofEach = Math.floor(count / appIds.length);
  await target.finish(appIds, ofEach, Math.floor(openCount / appIds.length));
  return open.slice(0, ASKED_FOR);
}

function sampleIssue(appId: string, before: number, n: number, at: number, checkId: string | null): Issue {
  const isOpen = n % 10 < OPEN_OF_TEN;
  return {
    id: newId("iss", at),
    appId,
    number: before + 1,
    checkId,
    sectionId: null,
    text: `Issue ${n}: the button on this page does nothing when it is pressed twice`,
    platforms: n % 2 === 0 ? [] : ["ios"],
    status: isOpen ? "open" : "fixed",
    priority: "high",
    via: "api",
    raisedBy: "Bench via API",
    raisedAt: at,
    reporter: { name: "Ines Duarte", email: "ines@example.com" },
    editedBy: null,
    editedAt: null,
    fixedBy: isOpen ? null : "Bench via API",
    fixedAt: isOpen ? null : at + 10,
    fixedRevision: isOpen ? null : 1,
    fixedOn: [],
    stillOpenOn: [],
    dedupeKey: null,
    webhook: null,
    assignees: [],
    confirmedFixedBy: null,
    confirmedFixedAt: null,
    tracker: null,
    attachments: [],
  };
}

const COLUMNS = "id, workspace_id, app_id, number, check_id, status, fixed_at, document";

function rowOf(workspaceId: string, issue: Issue) {
  const { id, appId, number, checkId, status, fixedAt } = issue;
  return [id, workspaceId, appId, number, checkId, status, fixedAt, toDocument(issue)];
}

function sqliteTarget(file: string, workspaceId: string) {
  const db = new DatabaseSync(file);
  db.exec("pragma synchronous = off; pragma cache_size = -200000");
  const insert = db.prepare(`insert into issue (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?)`);
  return {
    checkIds: async () =>
      db
        .prepare('select id from "check"')
        .all()
        .map((row) => row.id as string),
    async insert(issues: Issue[]) {
      db.exec("begin");
      for (const issue of issues) insert.run(...rowOf(workspaceId, issue));
      db.exec("commit");
    },
    async finish(appIds: readonly string[], last: number, open: number) {
      const update = db.prepare("update app set last_number = ?, open_issues = ? where id = ?");
      for (const appId of appIds) update.run(last, open, appId);
      // No `analyze`: no database of ours has been through it. Done here, before the index of terms is filled, it would
      // have SQLite take that for a table of two rows, and go through all of it at every merge.
      db.exec("pragma wal_checkpoint(truncate)");
      db.close();
    },
  };
}

/** Filling indexes row by row, or the index of terms afterwards as SQLite does, would take several times as long. */
async function postgresTarget(url: string, workspaceId: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set synchronous_commit = off; set session_replication_role = replica");
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as sql
     from pg_index where indrelid = 'issue'::regclass and not indisunique`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const types = ["text", "text", "text", "bigint", "text", "text", "bigint", "text", "int", "tsvector"];
  const arrays = types.map((type, i) => `$${i + 1}::text[]::${type}[]`).join(", ");
  const insert = `insert into issue (${COLUMNS}, searched, terms) select * from unnest(${arrays})`;
  return {
    checkIds: async () => (await client.query('select id from "check"')).rows.map((row) => row.id as string),
    async insert(issues: Issue[]) {
      const rows = issues.map((issue) => [...rowOf(workspaceId, issue), SEARCHED, vectorOf(issue, workspaceId)]);
      await client.query(
        insert,
        types.map((_, i) => rows.map((row) => row[i])),
      );
    },
    async finish(appIds: readonly string[], last: number, open: number) {
      for (const { sql } of indexes) await client.query(sql);
      await client.query("update app set last_number = $1, open_issues = $2 where id = any($3)", [last, open, appIds]);
      await client.query("vacuum analyze");
      await client.end();
    },
  };
}
