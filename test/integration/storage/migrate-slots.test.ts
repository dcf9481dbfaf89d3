// Issues from before slots were by the tool's own id: what their tools deliver again still finds them.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { fixIssue } from "../../../src/actions/issues/fix-issue.ts";
import { receiveDelivery } from "../../../src/actions/webhook/receive-delivery.ts";
import { examine } from "../../../src/cli/doctor/examine.ts";
import { compileReader } from "../../../src/domain/report/compiled-reader.ts";
import { toReport } from "../../../src/domain/report/report.ts";
import { PRESET_REGISTRY } from "../../../src/integrations/preset-registry.ts";
import { sha256 } from "../../../src/lib/crypto/sha256.ts";
import { openStore } from "../../../src/startup/open-store.ts";
import { issueIdOf } from "../../../src/storage/issues/issue-codes.ts";
import { toDocument } from "../../../src/storage/issues/issue-document.ts";
import { findIssueText } from "../../../src/storage/issues/issues.ts";
import { fillOld } from "../../support/database/store-at-old-schema.ts";
import { createDatabase, DATABASES } from "../../support/server/test-server.ts";

const BEFORE = 11;
const REACH = { workspaceId: "wsp_1", apps: null };
const ADA = { name: "Ada", channel: "interface", role: "admin", reach: REACH } as const;

/** Only its first 64 characters, with an ellipsis, were kept. */
const LONG_NAME = "A tool with a name that goes on and on and on and on and on and on and on";

/** By their order: the ids that a tool gave its things, and from where. */
const THINGS = [
  { source: "sentry", externalId: "4711" },
  { source: null, externalId: 'with "quotes", a \\ and\na line, ü and 😀' },
  { source: "long", externalId: "x".repeat(201) },
  { source: "long", externalId: "ü".repeat(100) },
  { source: LONG_NAME, externalId: "1" },
  { source: LONG_NAME, externalId: "x".repeat(201) },
  { source: "fixed", externalId: "1" },
];

/** Escaped in the document, this is more than PostgreSQL reads as JSON. */
const ODD = { number: 1, url: "https://x/\0\ud800", repo: "r" };

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describe.each(DATABASES)("on %s", (kind) => {
  test("deliveries find the open issues of their id, and one that is opened again", async () => {
    const { reader, performer } = await openOld(kind);
    const deliver = ({ source, externalId }: (typeof THINGS)[number]) =>
      performer.perform(receiveDelivery, {
        workspaceId: "wsp_1",
        app: "app_1",
        received: { receivedAt: 1, replayOf: null, headers: "{}", encoding: "none", body: null },
        read: { report: toReport(READER, { title: "T", source, external_id: externalId }, NOTHING).report! },
      });
    expect((await examine(reader, 1)).differences).toEqual([]);
    for (const [i, thing] of THINGS.slice(0, -1).entries()) {
      expect(await deliver(thing)).toMatchObject({ outcome: "duplicate", issue: { id: `iss_${i + 1}` } });
    }
    const fix = (id: string, fixed: boolean) =>
      performer.perform(fixIssue, { actor: ADA, id, fixed, platforms: null, pullRequest: null });
    const last = `iss_${THINGS.length}`;
    await fix(last, false);
    expect(await deliver(THINGS.at(-1)!)).toMatchObject({ outcome: "duplicate", issue: { id: last } });
    await fix("iss_1", true);
    expect(await deliver(THINGS[0]!)).toMatchObject({ outcome: "raised" });
    expect((await examine(reader, 1)).differences).toEqual([]);
  });

  test("issues know from the log how often they were reported, and codes of a prefix before lead to them", async () => {
    const { reader } = await openOld(kind);
    const shown = await Promise.all(["iss_1", "iss_2"].map(async (id) => findIssueText(reader, REACH, id)));
    expect(shown).toMatchObject([
      { code: "OLD-1", repeats: 2, repeatedAt: 7 },
      { code: "OLD-2", repeats: 0, repeatedAt: null },
    ]);
    const names = ["old-1", "PRE-1", "TAKEN-1", "iss_1"];
    const ids = await Promise.all(names.map(async (name) => issueIdOf(reader, REACH, name)));
    expect(ids).toEqual(["iss_1", "iss_1", "TAKEN-1", "iss_1"]);
  });
});

const READER = compileReader(PRESET_REGISTRY.native, null);
const NOTHING = { platforms: [], defaultPlatforms: [], defaultPriority: null };

async function openOld(kind: (typeof DATABASES)[number]) {
  const dataDir = mkdtempSync(join(tmpdir(), "retest-old-"));
  cleanUps.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const database = kind === "postgres" ? await createDatabase() : null;
  if (database !== null) cleanUps.push(database.drop);
  const databaseUrl = database?.url ?? null;
  await fillOld(dataDir, databaseUrl, BEFORE, rows());
  const settings = {
    secretKey: "0123456789abcdef0123456789abcdef",
    oldSecretKey: null,
    freePlanIssues: 100,
    webhookRate: 0,
    baseUrl: "http://localhost:3000",
  };
  const store = await openStore({ dataDir, databaseUrl, ...settings }, pino({ level: "silent" }));
  cleanUps.push(store.close);
  return store;
}

/** One live app whose issues came by its webhook; all are open but the last. */
function rows(): string {
  const open = THINGS.length - 1;
  const lines = [
    "insert into workspace (id, name, plan, created_at, keys_revision) values ('wsp_1', 'W', 'unlimited', 1, 1)",
    `insert into app (id, workspace_id, name, prefix, mode, plan, created_at, updated_at, revision, shape_revision, last_number,
       last_ref, checks, open_issues) values ('app_1', 'wsp_1', 'Old', 'OLD', 'live', 'unlimited', 1, 1, 9, 5, ${THINGS.length}, 0, 0, ${open})`,
    "insert into platform (app_id, code, label, position, used) values ('app_1', 'web', 'Web', 0, 1)",
  ];
  lines.push(
    `insert into app (id, workspace_id, name, prefix, mode, plan, created_at, updated_at, revision, shape_revision, last_number,
       last_ref, checks, open_issues) values ('app_2', 'wsp_1', 'New', 'TAKEN', 'live', 'unlimited', 1, 1, 1, 1, 0, 0, 0, 0)`,
  );
  for (const [i, from] of ["TAKEN", "PRE"].entries()) {
    const changes = `{"name":{"from":"\\u0000","to":"Old"},"prefix":{"from":"${from}","to":"OLD"}}`;
    lines.push(`insert into event (app_id, revision, part, kind, at, actor, changes)
      values ('app_1', ${i + 2}, 0, 'app_changed', ${i}, 'Ada', '${changes}')`);
  }
  for (const [i, [status, issue]] of [
    [201, "'iss_1'"],
    [200, "'iss_1'"],
    [200, "'iss_1'"],
    [400, "null"],
  ].entries()) {
    lines.push(`insert into delivery (id, app_id, received_at, status, issue_id, headers, encoding)
      values ('dlv_${i}', 'app_1', ${i + 5}, ${status}, ${issue}, '{}', 'none')`);
  }
  for (const [i, { source, externalId }] of THINGS.entries()) {
    const id = `iss_${i + 1}`;
    const isOpen = i < open;
    const shown = source === LONG_NAME ? `${LONG_NAME.slice(0, 63)}…` : source;
    const key = sha256(JSON.stringify([shown, externalId]), "base64url");
    const document = documentOf(id, isOpen, { source: shown, externalId, link: null }).replaceAll("'", "''");
    lines.push(
      `insert into issue (id, app_id, number, status, fixed_at, fixed_revision, dedupe_key, document)
       values ('${id}', 'app_1', ${i + 1}, '${isOpen ? "open" : "fixed"}', ${isOpen ? "null, null" : "1, 9"}, '${key}', '${document}')`,
    );
    if (isOpen) {
      lines.push(`insert into slot (app_id, dedupe_key, issue_id, waiting) values ('app_1', '${key}', '${id}', '[]')`);
    }
  }
  return lines.join(";\n");
}

function documentOf(
  id: string,
  isOpen: boolean,
  webhook: { source: string | null; externalId: string; link: string | null },
) {
  return toDocument({
    id,
    appId: "app_1",
    number: 1,
    checkId: null,
    sectionId: null,
    text: "It fails",
    platforms: [],
    status: isOpen ? "open" : "fixed",
    priority: null,
    via: "webhook",
    raisedBy: "tool via webhook",
    raisedAt: 1,
    reporter: null,
    editedBy: null,
    editedAt: null,
    fixedBy: isOpen ? null : "Ada",
    fixedAt: isOpen ? null : 1,
    fixedRevision: isOpen ? null : 9,
    fixedOn: [{ platform: "web", fixedBy: "Ada", fixedAt: 1, pullRequest: ODD }],
    stillOpenOn: [],
    dedupeKey: null,
    webhook: { ...webhook, deliveries: 1, lastDeliveryAt: 1 },
    assignees: [],
    confirmedFixedBy: null,
    confirmedFixedAt: null,
    tracker: null,
    attachments: [],
  });
}
