// No list costs more than what it shows: every list of the API is asked for when there is much that it doesn't show, and the database
// says what each of its statements has touched.
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_ROUTES, UI_ROUTES } from "../../../src/http/routes/all-routes.ts";
import { startServer } from "../../../src/startup/start-server.ts";
import { findAppCalled, listAppsNamedLike } from "../../../src/storage/apps/app-names.ts";
import { listTakenPrefixes } from "../../../src/storage/apps/app-prefixes.ts";
import { getApp } from "../../../src/storage/apps/apps.ts";
import { listFormerPrefixes } from "../../../src/storage/apps/former-prefixes.ts";
import type { Reads } from "../../../src/storage/database/database.ts";
import { listPartlyFixedInApp, listPartlyFixedOnCheck } from "../../../src/storage/issues/issues.ts";
import { listChecks } from "../../../src/storage/runbook/check-pages.ts";
import { dataOf, routeName } from "../../support/checks/route-table.ts";
import { join } from "../../support/clients/person-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { type Growing, multiply } from "../../support/database/multiply-rows.ts";
import { type Costs, notingReader, openCosts } from "../../support/database/statement-cost.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const PAGE = 20;
/** Of everything. */
const MANY = 4_000;

/** What is asked for, and what it is asked of. */
interface Scene {
  world: World;
  app: string;
  check: string;
  section: string;
  issue: string;
  cycle: string;
  connection: string;
  person: string;
}

type Paths = (scene: Scene) => string[];

/** A page costs a page, wherever it is. */
const PAGED: Record<string, Paths> = {
  "GET /issues": (s) => [
    "/issues",
    `/issues?app=${s.app}`,
    `/issues?check=${s.check}`,
    `/issues?app=${s.app}&sort=fixed_at`,
    "/issues?sort=fixed_at",
    // The section has thousands of checks, of which a page needs those of its next few issues.
    `/issues?app=${s.app}&section=${s.section}`,
    `/issues?app=${s.app}&section=${s.section}&status=fixed`,
  ],
  "GET /issues/:id/history": (s) => [`/issues/${s.issue}/history`],
  "GET /issues/:id/comments": (s) => [`/issues/${s.issue}/comments`, `/issues/${s.issue}/comments?order=oldest`],
  "GET /apps/archived": () => ["/apps/archived"],
  "GET /checks/archived": (s) => [`/checks/archived?app=${s.app}`],
  "GET /sections/archived": (s) => [`/sections/archived?app=${s.app}`],
  "GET /checks": (s) => [`/checks?app=${s.app}`, `/checks?app=${s.app}&section=SIGN`],
  "GET /results": (s) => ["/results", `/results?app=${s.app}`, `/results?check=${s.check}`],
  "GET /apps/:id/cycles": (s) => ["open", "closed"].map((status) => `/apps/${s.app}/cycles?status=${status}`),
  "GET /cycles/:id/checks": (s) => [`/cycles/${s.cycle}/checks`],
  "GET /apps/:id/webhook/deliveries": (s) => [`/apps/${s.app}/webhook/deliveries`],
  "GET /apps/:id/notifications": (s) => [`/apps/${s.app}/notifications`],
  "GET /apps/:id/connections/:connection/forwards": (s) => [`/apps/${s.app}/connections/${s.connection}/forwards`],
  "GET /audit": (s) => [
    "/audit",
    `/audit?app=${s.app}`,
    "/audit?action=app.created",
    "/audit?action=app.",
    "/audit?actor=Nobody&action=key.",
  ],
  "GET /erasures": () => ["/erasures"],
  "GET /operator/workspaces": () => ["/operator/workspaces", "/operator/workspaces?name=Workspace"],
  "GET /inbox": () => ["/inbox", "/inbox?unread=true"],
};

/** What is sought by its words may first look through the next few issues of the list, also by a single letter that all have or none has. */
const SOUGHT: Paths = (s) =>
  ["b", "z"].flatMap((letter) => [
    `/issues?app=${s.app}&q=${letter}&limit=${PAGE}`,
    `/issues?q=${letter}&limit=${PAGE}`,
    `/issues?app=${s.app}&q=${letter}&sort=fixed_at&limit=${PAGE}`,
    `/issues?q=${letter}&sort=fixed_at&limit=${PAGE}`,
  ]);
const LOOKED_THROUGH = 1_000;

/** What is not paged costs what it shows, and nothing of what it leaves out. */
const WHOLE: Record<string, Paths> = {
  "GET /issues/:id/items": (s) => [`/issues/${s.issue}/items`],
  "GET /apps": () => ["/apps"],
  "GET /overview": () => ["/overview"],
  "GET /apps/:id/trend": (s) => [`/apps/${s.app}/trend`],
  "GET /sections": (s) => [`/sections?app=${s.app}`],
  "GET /cycles/:id/burndown": (s) => [`/cycles/${s.cycle}/burndown`],
  "GET /keys": () => ["/keys"],
  "GET /assistants": () => ["/assistants"],
  "GET /apps/:id/connections": (s) => [`/apps/${s.app}/connections`],
  "GET /sessions": () => ["/sessions"],
  "GET /session/workspaces": () => ["/session/workspaces"],
  "GET /invitations": () => ["/invitations"],
  "GET /people": () => ["/people"],
  "GET /people/removed": () => ["/people/removed"],
  "GET /people/:id/sessions": (s) => [`/people/${s.person}/sessions`],
  "GET /apps/:id/people": (s) => [`/apps/${s.app}/people`],
  "GET /mails": () => ["/mails"],
};

/** Those that read no table, or have a test of their own. */
const ELSEWHERE: Record<string, string> = {
  "GET /webhook-templates": "a list that the program has",
  "GET /places": "looks through the checks of a few apps (storage/places)",
};

/** Most are not shown in the list of those that are there: they are revoked, removed, archived, read. */
const most = (then: string) => `case when n % 10 > 0 then ${then} end`;
const numbered = (prefix: string) => `'${prefix}_0' || (100000 + n)`;

function growing({ app, check, issue, cycle, connection, person }: Scene): Growing[] {
  const form = "'Copy ' || n";
  return [
    {
      table: "app",
      of: `id = '${app}'`,
      with: {
        ...{ id: numbered("app"), name: form, name_form: form, name_of_form: form, prefix: "'P' || n" },
        archived_at: most("n"),
      },
    },
    { table: "workspace", of: "id = (select min(id) from workspace)", with: { id: numbered("wsp") } },
    { table: "key", of: "name = 'admin key'", with: { id: numbered("key"), revoked_at: most("n") } },
    {
      table: "person",
      of: `id = '${person}'`,
      with: { id: numbered("per"), email: "n || '@example.org'", removed_at: most("n") },
    },
    { table: "session", of: `person_id = '${person}'`, with: { hash: "'h' || n", person_id: numbered("per") } },
    {
      table: "invitation",
      of: "email = 'waits@example.org'",
      with: { id: numbered("inv"), hash: "'h' || n", email: "null", used_at: "n" },
    },
    { table: "audit", of: "action = 'webhook.changed'", with: { id: numbered("aud") } },
    { table: "delivery", of: `app_id = '${app}'`, with: { id: numbered("dlv") } },
    { table: "notification", of: `app_id = '${app}'`, with: { id: numbered("ntf"), state: "'failed'" } },
    { table: "forward", of: `connection_id = '${connection}'`, with: { id: numbered("fwd"), state: "'failed'" } },
    { table: "comment", of: `issue_id = '${issue}'`, with: { id: numbered("com") } },
    { table: "event", of: `issue_id = '${issue}' and kind = 'issue_raised'`, with: { revision: "-n" } },
    {
      table: "inbox_entry",
      of: `person_id = '${person}'`,
      with: { id: numbered("inb"), subject: "'s' || n", at: "n", read_at: most("n") },
    },
    {
      table: "cycle",
      of: `id = '${cycle}'`,
      with: { id: numbered("cyc"), name: form, name_form: form, closed_at: "case when n % 40 > 0 then n end" },
    },
    { table: "erasure", of: "kind = 'reporter'", with: { id: numbered("era"), finished_at: "n" } },
    { table: "issue", of: `id = '${issue}'`, with: { id: numbered("iss"), number: "1000 + n" } },
    {
      table: "issue",
      of: `id = '${issue}'`,
      with: { id: numbered("isr"), number: "100000 + n", status: "'fixed'", fixed_at: "n", fixed_revision: "n" },
    },
    { table: "result", of: `check_id = '${check}'`, with: { id: numbered("res") } },
    {
      table: '"check"',
      of: `id = '${check}'`,
      with: { id: numbered("chk"), ref: "'R' || n", position: "1000 + n" },
    },
    {
      table: '"check"',
      of: `id = '${check}'`,
      with: { id: numbered("cha"), ref: "'R' || n", archived_at: "n" },
    },
    { table: "standing", of: `check_id = '${check}'`, with: { check_id: numbered("chk") } },
    { table: "archived_section", of: `app_id = '${app}'`, with: { id: numbered("sec"), archived_at: "n" } },
  ];
}

const isList = ({ response }: { response: unknown }) =>
  (response as { shape?: { data?: { def?: { type?: string } } } } | null)?.shape?.data?.def?.type === "array";

test("every list of the API has a row here", () => {
  const lists = new Set(
    [...API_ROUTES, ...UI_ROUTES].filter((one) => one.method === "GET" && isList(one)).map(routeName),
  );
  const rows = Object.keys({ ...PAGED, ...WHOLE, ...ELSEWHERE });
  expect(rows.toSorted()).toEqual([...lists].toSorted());
});

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let scene: Scene;
  let cookie: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    ({ scene, cookie } = await createScene(world));
  });
  afterAll(() => world.close());

  test("a list costs what it shows, however much there is", async () => {
    const faults: string[] = [];
    const costs = await openCosts(world);
    try {
      await multiply(world.config, growing(scene), MANY);
      faults.push(...(await examineAll(world, costs, cookie, scene)));
    } finally {
      await costs.close();
    }
    expect(faults.join("\n\n")).toBe("");
  });

  test("a page of a large section costs a page, also where the database expects small ones, and wherever in it the page is", async () => {
    const costs = await openCosts(world);
    const [large, small] = [await world.app(), await world.app()];
    const checkOf = async ({ id }: { id: string }) => (await dataOf(world, "GET", `/checks?app=${id}`))[0];
    const [check, other] = [await checkOf(large), await checkOf(small)];
    const copies = (of: string, changed: Growing["with"]): Growing => ({
      table: '"check"',
      of: `id = '${of}'`,
      with: changed,
    });
    const numbered = (prefix: string) => ({
      id: `'${prefix}' || (10000000 + n)`,
      ref: `'${prefix}' || n`,
      title: `'${prefix}' || n`,
    });
    const inLarge = copies(check.id, { ...numbered("chk_l"), position: "1000 + n" });
    const inSmall = copies(other.id, { ...numbered("chk_s"), section_id: "'sec_s' || (n / 8)" });
    try {
      await multiply(world.config, [inLarge], MANY);
      await multiply(world.config, [inSmall], 5 * MANY);
      const { reader, noted } = notingReader(world.store.reader);
      const app = await getApp(reader, { workspaceId: world.store.workspace.id, apps: null }, large.id);
      for (const sectionId of [check.section.id, undefined]) {
        for (const n of [1, MANY / 2]) {
          const after = { sectionPosition: 0, position: 1_000 + n, id: `chk_l${10_000_000 + n}` };
          noted.length = 0;
          const page = await listChecks(reader, app, { sectionId }, { after, limit: PAGE });
          expect(page.map(({ title }) => title)).toEqual(Array.from({ length: PAGE }, (_, i) => `chk_l${n + 1 + i}`));
          for (const statement of noted) {
            const { touched, plan } = await costs.of(statement);
            expect(touched <= PAGE + FEW ? "" : plan).toBe("");
          }
        }
      }
    } finally {
      await costs.close();
    }
  });

  test("what is looked for before an app or an issue is written is found without looking through the others", async () => {
    const costs = await openCosts(world);
    const faults: string[] = [];
    try {
      for (const [sentence, read] of Object.entries(WRITES)) {
        const { reader, noted } = notingReader(world.store.reader);
        await read(reader, scene);
        expect(noted.length).toBeGreaterThan(0);
        for (const statement of noted) {
          const { touched, scanned, plan } = await costs.of(statement);
          if (touched > FEW || scanned.length > 0) faults.push(`${sentence}: ${statement.text}\n${plan}`);
        }
      }
    } finally {
      await costs.close();
    }
    expect(faults.join("\n\n")).toBe("");
  });
});

/** What is looked for before something is written. */
const WRITES: Record<string, (reads: Reads, scene: Scene) => Promise<unknown>> = {
  "whether an app's name is free": (reads, s) => listAppsNamedLike(reads, s.world.store.workspace.id, "New", s.app),
  "which prefixes are free": (reads, s) => listTakenPrefixes(reads, s.world.store.workspace.id, ["NEW", "NE"], s.app),
  "the app of a name": (reads, s) =>
    findAppCalled(reads, { workspaceId: s.world.store.workspace.id, apps: null }, "New"),
  "the prefixes that an app had": async (reads, s) =>
    listFormerPrefixes(reads, await getApp(reads, { workspaceId: s.world.store.workspace.id, apps: null }, s.app)),
  "partly fixed issues of an app": (reads, s) => listPartlyFixedInApp(reads, s.app),
  "partly fixed issues of a check": (reads, s) => listPartlyFixedOnCheck(reads, { id: s.check, appId: s.app }),
};

/** By a server whose reader notes what is asked of it. */
async function examineAll(world: World, costs: Costs, cookie: string, scene: Scene): Promise<string[]> {
  const { reader, noted } = notingReader(world.store.reader);
  const server = await startServer(world.config, { ...world.store, reader }, pino({ level: "silent" }));
  const examine = async (path: string, isPaged: boolean, free = FEW) => {
    noted.length = 0;
    const answer = await world.callAt(`http://127.0.0.1:${server.port}`, cookie, "GET", path);
    if (answer.status !== 200) return { faults: [`${path}: ${answer.status} ${JSON.stringify(answer.body)}`] };
    const faults: string[] = [];
    const shown = (answer.body.data as unknown[]).length;
    for (const statement of [...noted].filter(({ text }) => !OF_SENDERS.test(text))) {
      const cost = await costs.of(statement);
      const about = `${path}\n${statement.text}\n${cost.plan}`;
      if (cost.scanned.length > 0) faults.push(`goes through all of ${cost.scanned.join(", ")}: ${about}`);
      if (isPaged && cost.sorts) faults.push(`sorts: ${about}`);
      if (cost.touched > EACH * (shown + 1) + free) faults.push(`${cost.touched} rows for ${shown}: ${about}`);
    }
    return { faults, next: answer.body.next_cursor as string | null | undefined };
  };
  const faults: string[] = [];
  try {
    for (const [table, isPaged] of [
      [PAGED, true],
      [WHOLE, false],
    ] as const) {
      for (const path of Object.values(table).flatMap((paths) => paths(scene))) {
        const asked = isPaged ? `${path}${path.includes("?") ? "&" : "?"}limit=${PAGE}` : path;
        const first = await examine(asked, isPaged);
        faults.push(...first.faults);
        if (first.next) faults.push(...(await examine(`${asked}&cursor=${first.next}`, isPaged)).faults);
      }
    }
    for (const path of SOUGHT(scene)) faults.push(...(await examine(path, false, LOOKED_THROUGH)).faults);
  } finally {
    await server.close();
  }
  return faults;
}

/** Rows that one that is shown may cost in one statement, with what belongs to it; and rows beside them. */
const EACH = 4;
const FEW = 20;
/** What those who send in the background look for, whoever asks meanwhile. */
const OF_SENDERS =
  /from (?:gate_watch|connection where next_at|notification|mail|inbox_entry|inbox_mail|person)\b.*(?:due|next_at|pending|unmailed|renamed_at)/s;

/** One of each that a list can show. */
async function createScene(world: World): Promise<{ scene: Scene; cookie: string }> {
  const { id: person, cookie } = await join(world, { role: "admin" });
  const { id: app } = await world.app({ mode: "live" });
  const ask = (method: string, path: string, body?: unknown) => dataOf(world, method, path, body);
  const [
    {
      id: check,
      section: { id: section },
    },
  ] = await ask("GET", `/checks?app=${app}`);
  await ask("POST", "/results", { app, results: [{ check, platforms: ["ios"], outcome: "passed" }] });
  const { id: gone } = await ask("POST", "/sections", { app, title: "Gone" });
  await world.call(world.admin, "DELETE", `/sections/${gone}`);
  const credentials = { webhook_url: "http://127.0.0.1:9/channel" };
  const { id: connection } = await ask("POST", `/apps/${app}/connections`, { tool: "slack", credentials });
  const { id: issue } = await ask("POST", "/issues", { app, check, text: "Broken" });
  await ask("POST", `/issues/${issue}/comments`, { text: "Seen" });
  const { id: cycle } = await ask("POST", `/apps/${app}/cycles`, { name: "Cycle" });
  await ask("PUT", `/apps/${app}/webhook/secret`);
  const { url } = await ask("GET", `/apps/${app}/webhook`);
  await ask("PATCH", `/apps/${app}/webhook`, { notify_url: "http://127.0.0.1:9/fixed" });
  await ask("POST", `/apps/${app}/notifications/test`);
  await fetch(world.address + new URL(url).pathname, { method: "POST", body: '{"title":"Unsigned"}' });
  await ask("POST", "/erasures", { kind: "reporter", subject: "r@example.org", confirm: "r@example.org" });
  await world.call(cookie, "POST", "/invitations", { role: "viewer", email: "waits@example.org" });
  await behind(world, `update person set operator_since = 1 where id = '${person}'`);
  const columns = "id, person_id, app_id, kind, subject, issue_id, actor, times, at, revision";
  await behind(
    world,
    `insert into inbox_entry (${columns}) values ('inb_1', '${person}', '${app}', 'commented', '${issue}', '${issue}', 'Kim', 1, 1, 1)`,
  );
  return { scene: { world, app, check, section, issue, cycle, connection, person }, cookie };
}
