// Inboxes: what comes into whose, that a flood is one entry, that reach is looked at when it is read, and who watches what.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PostgresTx } from "../../../../src/storage/database/postgres-transaction.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { listen } from "../../../support/clients/event-source.ts";
import { rowsOf } from "../../../support/clients/person-client.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { deliver, personCalled } from "../../../support/samples/sample-issues.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

type Entry = { id: string; kind: string; by: string; times: number; read_at: string | null } & Record<string, never>;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let app: string;
  let other: string;
  let id: string;
  /** Cookies and ids by name. */
  const who: Record<string, string> = {};
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    world = await createWorld(kind);
    const sections = [
      { ref: "PAY", title: "Pay", checks: [{ ref: "PAY-1", title: "Card" }] },
      { ref: "ACC", title: "Account", checks: [{ ref: "ACC-1", title: "Sign in" }] },
    ];
    app = (await world.app({ mode: "live", sections })).id;
    other = (await world.app()).id;
    for (const name of ["Ann Lee", "Zoë", "Kim"]) {
      who[name] = await personCalled(world, name, name === "Kim" ? "admin" : "tester");
      ids[name] = (await ask(world, who[name], "GET", "/me")).body.data.id;
    }
  });
  beforeEach(async () => {
    id = (await ask(world, who["Ann Lee"]!, "POST", "/issues", { app, check: "PAY-1", text: "Broken\nmore" })).body.data
      .id;
    for (const cookie of Object.values(who)) await ask(world, cookie, "POST", "/inbox/read");
  });
  afterAll(() => world.close());

  const unread = async (name: string): Promise<Entry[]> =>
    (await ask(world, who[name]!, "GET", "/inbox?unread=true")).body.data;
  const kinds = async (name: string) => (await unread(name)).map((entry) => entry.kind);
  const count = async (name: string) => (await ask(world, who[name]!, "GET", "/inbox/count")).body.data.unread;
  const say = (text: string, by: string) => ask(world, by, "POST", `/issues/${id}/comments`, { text });
  const assign = (name: string, by = "Kim") =>
    ask(world, who[by]!, "PUT", `/issues/${id}/assignees`, { people: [ids[name]] });
  const watching = async (name: string) => (await ask(world, who[name]!, "GET", `/issues/${id}/watching`)).body.data;
  const scope = (name: string, apps: string[] | null) =>
    ask(world, who.Kim!, "PATCH", `/people/${ids[name]}`, { apps });

  test("whoever raised it is told of comments and the fix, never of what they do themselves", async () => {
    expect(await watching("Ann Lee")).toEqual({ watching: true, reason: "raised" });
    await say("Mine", who["Ann Lee"]!);
    expect(await unread("Ann Lee")).toEqual([]);
    const comment = (await say("Theirs", who.Zoë!)).body.data;
    await dataOf(world, "POST", `/issues/${id}/fix`);
    const { code } = await dataOf(world, "GET", `/issues/${id}`);
    const { name } = await dataOf(world, "GET", `/apps/${app}`);
    const [fixed, commented] = await unread("Ann Lee");
    expect(fixed).toMatchObject({ kind: "fixed", by: expect.stringContaining("via API"), comment: null });
    expect(commented).toEqual({
      id: expect.stringMatching(/^inb_/),
      kind: "commented",
      at: expect.any(String),
      by: "Zoë",
      times: 1,
      read_at: null,
      app: { id: app, name },
      issue: { id, code, title: "Broken" },
      cycle: null,
      connection: null,
      comment: comment.id,
    });
    expect(await kinds("Zoë")).toEqual(["fixed"]);
    expect(await watching("Zoë")).toEqual({ watching: true, reason: "commented" });
    expect(await unread("Kim")).toEqual([]);
  });

  test("assigning tells those who come to it, once, and they watch", async () => {
    await assign("Zoë");
    await assign("Zoë");
    expect(await unread("Zoë")).toMatchObject([{ kind: "assigned", by: "Kim", times: 1, issue: { id } }]);
    expect(await watching("Zoë")).toEqual({ watching: true, reason: "assigned" });
    await assign("Kim");
    expect(await unread("Kim")).toEqual([]);
    await dataOf(world, "POST", "/issues/batch", { ids: [id], change: { assignees: ["Zoë"] } });
    expect(await unread("Zoë")).toMatchObject([{ kind: "assigned", times: 2 }]);
  });

  test("a mention is told as that alone, by a key, too; one in an edit is told once", async () => {
    const key = await world.key("tester");
    const { body } = await say("@zoë please look", key);
    expect(body.data.mentions).toEqual([{ name: "Zoë" }]);
    expect(await unread("Zoë")).toMatchObject([{ kind: "mentioned", comment: body.data.id }]);
    expect(await watching("Zoë")).toEqual({ watching: true, reason: "mentioned" });
    expect(await kinds("Ann Lee")).toEqual(["commented"]);
    const path = `/issues/${id}/comments/${body.data.id}`;
    const edited = await ask(world, key, "PATCH", path, { text: "@Zoë and @Kim, please look" });
    expect(edited.body.data.mentions).toEqual([{ name: "Zoë" }, { name: "Kim" }]);
    expect((await dataOf(world, "GET", `/issues/${id}/comments`))[0].mentions).toEqual(edited.body.data.mentions);
    expect(await unread("Zoë")).toMatchObject([{ kind: "mentioned", times: 1 }]);
    expect(await kinds("Kim")).toEqual(["mentioned"]);
    await ask(world, key, "DELETE", path);
    expect(await rowsOf(world, `select 1 from mention where comment_id = '${body.data.id}'`)).toEqual([]);
  });

  test("who does not reach the app can't be mentioned", async () => {
    await scope("Zoë", [other]);
    const { body } = await say("@Zoë look", who.Kim!);
    expect(body.data.mentions).toEqual([]);
    await scope("Zoë", null);
    expect(await unread("Zoë")).toEqual([]);
  });

  test("an entry names who it is by as they are called now; a key's stays as it was", async () => {
    const said = await say("Theirs", who.Zoë!);
    expect(said.status).toBe(201);
    expect(await rowsOf(world, `select actor_id from inbox_entry where issue_id = '${id}'`)).toEqual([
      { actor_id: ids.Zoë },
    ]);
    await ask(world, who.Zoë!, "PATCH", "/me", { name: "Zoë Hall" });
    expect(await unread("Ann Lee")).toMatchObject([{ kind: "commented", by: "Zoë Hall" }]);
    await ask(world, who.Zoë!, "PATCH", "/me", { name: "Zoë" });
    await say("A key's", await world.key("tester"));
    expect(await unread("Ann Lee")).toMatchObject([{ times: 2, by: expect.stringContaining("via API") }]);
    expect(await rowsOf(world, `select actor_id from inbox_entry where issue_id = '${id}' and times = 2`)).toEqual([
      { actor_id: null },
    ]);
  });

  test("who marks the last open platform N/A is not told of the fix that this is; others are", async () => {
    const repositories = ["ios", "android"].map((code) => ({ repo: `example/${code}`, platforms: [code] }));
    const apart = (await world.app({ repositories })).id;
    const raised = (
      await ask(world, who["Ann Lee"]!, "POST", "/issues", { app: apart, check: "PAY-1", text: "On both" })
    ).body.data;
    await dataOf(world, "POST", `/issues/${raised.id}/fix`, { platforms: ["ios"] });
    await ask(world, who.Zoë!, "PUT", `/issues/${raised.id}/watching`, { watching: true });
    const path = `/checks/${raised.check.id}/not-applicable`;
    expect((await ask(world, who["Ann Lee"]!, "PUT", path, { platforms: ["android"] })).status).toBe(200);
    expect((await dataOf(world, "GET", `/issues/${raised.id}`)).status).toBe("fixed");
    expect(await unread("Ann Lee")).toEqual([]);
    expect(await unread("Zoë")).toMatchObject([{ kind: "fixed", by: "Ann Lee" }]);
  });

  test("a flood is one entry, and what comes after it was read is another", async () => {
    for (let n = 0; n < 12; n++) await say(`Said ${n}`, n % 2 === 0 ? who.Zoë! : who.Kim!);
    const [entry, ...others] = await unread("Ann Lee");
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ kind: "commented", times: 12, by: "Kim" });
    expect(await count("Ann Lee")).toBe(1);
    const read = await ask(world, who["Ann Lee"]!, "POST", `/inbox/${entry!.id}/read`);
    expect(read.body.data).toEqual({ unread: 0 });
    await say("Said after", who.Zoë!);
    expect(await unread("Ann Lee")).toMatchObject([{ kind: "commented", times: 1 }]);
    const all = (await ask(world, who["Ann Lee"]!, "GET", "/inbox?limit=2")).body;
    expect(all.data.map((one: Entry) => one.read_at === null)).toEqual([true, false]);
    expect(all.next_cursor).toEqual(expect.any(String));
    const next = `/inbox?limit=2&cursor=${all.next_cursor}`;
    expect((await ask(world, who["Ann Lee"]!, "GET", next)).body.data.length).toBeGreaterThan(0);
    expectError(await ask(world, who.Kim!, "GET", next), 400, "invalid_cursor");
  });

  test("many at once are one entry, too, from two servers", async () => {
    const address = await world.anotherServer();
    const path = `/issues/${id}/comments`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        world.callAt(n % 2 === 0 ? world.address : address, world.tester, "POST", path, { text: `Said ${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await unread("Ann Lee")).toMatchObject([{ kind: "commented", times: 20 }]);
  });

  test("reading all spares what came after the moment that is named, and nobody else's", async () => {
    await assign("Zoë");
    const [seen] = (await unread("Zoë")) as unknown as { at: string }[];
    world.clock.offset += 2;
    await say("@Zoë @Ann Lee", who.Kim!);
    expect((await ask(world, who.Zoë!, "POST", "/inbox/read", { until: seen!.at })).body.data).toEqual({
      unread: 1,
    });
    expect(await kinds("Zoë")).toEqual(["mentioned"]);
    const [entry] = await unread("Zoë");
    await ask(world, who["Ann Lee"]!, "POST", `/inbox/${entry!.id}/read`);
    expect(await count("Zoë")).toBe(1);
  });

  test("what is out of reach, or archived, is in no inbox and no count, and comes back with the reach", async () => {
    await say("Before", who.Kim!);
    expect(await count("Ann Lee")).toBe(1);
    await scope("Ann Lee", [other]);
    expect([await count("Ann Lee"), await unread("Ann Lee")]).toEqual([0, []]);
    await say("Meanwhile", who.Kim!);
    expect(await count("Ann Lee")).toBe(0);
    await scope("Ann Lee", [app]);
    expect(await unread("Ann Lee")).toMatchObject([{ kind: "commented", times: 2 }]);
    await dataOf(world, "POST", `/apps/${app}/archive`);
    expect([await count("Ann Lee"), await unread("Ann Lee")]).toEqual([0, []]);
    await dataOf(world, "POST", `/apps/${app}/restore`);
    expect(await count("Ann Lee")).toBe(1);
    await scope("Ann Lee", null);
  });

  test("reading all, an entry or an issue's spares what is out of reach, or archived", async () => {
    await say("Before", who.Kim!);
    const [entry] = await unread("Ann Lee");
    const readEverything = async () => {
      const paths = [["/inbox/read"], ["/inbox/read", { issue: id }], [`/inbox/${entry!.id}/read`]] as const;
      for (const [path, body] of paths) {
        expect((await ask(world, who["Ann Lee"]!, "POST", path, body)).body.data).toEqual({ unread: 0 });
      }
    };
    await scope("Ann Lee", [other]);
    await readEverything();
    await scope("Ann Lee", [app]);
    expect(await count("Ann Lee")).toBe(1);
    for (const apps of [[app], null]) {
      await scope("Ann Lee", apps);
      await dataOf(world, "POST", `/apps/${app}/archive`);
      await readEverything();
      await dataOf(world, "POST", `/apps/${app}/restore`);
      expect(await count("Ann Lee")).toBe(1);
    }
    await scope("Ann Lee", [app]);
    expect((await ask(world, who["Ann Lee"]!, "POST", "/inbox/read")).body.data).toEqual({ unread: 0 });
    await scope("Ann Lee", null);
  });

  test("whoever stops watching is told no more of comments and fixes, but of what is about them", async () => {
    const path = `/issues/${id}/watching`;
    const stopped = await ask(world, who["Ann Lee"]!, "PUT", path, { watching: false });
    expect(stopped.body.data).toEqual({ watching: false, reason: null });
    await say("Unheard", who.Kim!);
    await dataOf(world, "POST", `/issues/${id}/fix`);
    expect(await unread("Ann Lee")).toEqual([]);
    await say("@Ann Lee, this is for you", who.Kim!);
    expect(await kinds("Ann Lee")).toEqual(["mentioned"]);
    expect(await watching("Ann Lee")).toEqual({ watching: false, reason: null });
    const viewer = await personCalled(world, "Vera", "viewer");
    expect((await ask(world, viewer, "PUT", path, { watching: true })).body.data).toEqual({
      watching: true,
      reason: "chosen",
    });
    await say("For all who watch", who.Kim!);
    expect((await ask(world, viewer, "GET", "/inbox")).body.data).toMatchObject([{ kind: "commented" }]);
  });

  test("testers of a cycle are told of it, and of fixes that wait in their sections", async () => {
    const testers = [{ section: "PAY", person: ids.Zoë }];
    const start = { name: `Round ${id}`, testers };
    const cycle = (await ask(world, who.Kim!, "POST", `/apps/${app}/cycles`, start)).body.data;
    expect(await unread("Zoë")).toMatchObject([
      { kind: "cycle", by: "Kim", cycle: { id: cycle.id, name: start.name, status: "open" }, issue: null },
    ]);
    await say("Seen", who.Zoë!);
    await dataOf(world, "POST", `/issues/${id}/fix`);
    expect((await kinds("Zoë")).sort()).toEqual(["cycle", "retest"]);
    expect(await kinds("Ann Lee")).toEqual(["fixed", "commented"]);
    const both = [...testers, { section: "ACC", person: ids["Ann Lee"] }];
    await ask(world, who.Kim!, "PATCH", `/cycles/${cycle.id}`, { testers: both });
    expect(await kinds("Ann Lee")).toContain("cycle");
    expect((await unread("Zoë")).filter((one) => one.kind === "cycle")).toMatchObject([{ times: 1 }]);
    await ask(world, who.Kim!, "POST", `/cycles/${cycle.id}/close`);
    expect((await unread("Zoë")).filter((one) => one.kind === "cycle")).toMatchObject([{ times: 2 }]);
    expect(await world.problems()).toEqual([]);
  });

  test("a delivery leaves nothing in any inbox, and makes nobody watch", async () => {
    const { issue } = await deliver(world, app, { title: "It broke", external_id: `ext ${id}` });
    expect(await rowsOf(world, `select 1 from watcher where issue_id = '${issue?.id}'`)).toEqual([]);
    for (const name of Object.keys(who)) expect(await unread(name)).toEqual([]);
  });

  test.runIf(kind === "postgres")(
    "a delivery, and the fix of an issue that nobody watches, make no statement for it; one that is watched makes a read",
    async () => {
      const reads = vi.spyOn(PostgresTx.prototype, "all");
      const commands = vi.spyOn(PostgresTx.prototype, "run");
      const said = async (work: () => Promise<unknown>): Promise<string[]> => {
        for (const spy of [reads, commands]) spy.mockClear();
        await work();
        const texts = [...reads.mock.calls, ...commands.mock.calls].map(([statement]) => statement.text);
        return texts.filter((text) => /inbox_entry|into watcher|from watcher w join|cycle_tester/.test(text));
      };
      let raised = "";
      const deliveries = await said(async () => {
        raised = (await deliver(world, app, { title: "It broke", external_id: `quiet ${id}` })).id;
      });
      const fixed = await said(() => dataOf(world, "POST", `/issues/${raised}/fix`));
      expect([deliveries, fixed]).toEqual([[], []]);
      const watched = await said(() => dataOf(world, "POST", `/issues/${id}/fix`));
      expect(watched.map((text) => text.split(" ", 1)[0])).toEqual(["select", "insert"]);
      reads.mockRestore();
      commands.mockRestore();
    },
  );

  test("what is about one issue can be read alone", async () => {
    await say("Here", who.Zoë!);
    const here = id;
    id = (await ask(world, who["Ann Lee"]!, "POST", "/issues", { app, check: "PAY-1", text: "Other" })).body.data.id;
    await say("There", who.Zoë!);
    const read = await ask(world, who["Ann Lee"]!, "POST", "/inbox/read", { issue: here });
    expect(read.body.data).toEqual({ unread: 1 });
    expect(await unread("Ann Lee")).toMatchObject([{ issue: { id } }]);
    expectError(
      await ask(world, who["Ann Lee"]!, "POST", "/inbox/read", { issue: 7 }),
      400,
      "invalid_request",
      "issue",
    );
  });

  test("the doctor finds mentions, watchers and entries that point nowhere", async () => {
    await say("@Zoë look", who.Kim!);
    const lost = async (sql: string, what: string) => {
      await behind(world, sql);
      expect(await world.problems()).toEqual([expect.stringContaining(what)]);
    };
    await lost("insert into mention (comment_id, person_id, name) values ('cmt_gone', 'per_gone', 'X')", "mention: ");
    await behind(world, "delete from mention where comment_id = 'cmt_gone'");
    await lost(
      "insert into watcher (issue_id, person_id, reason) values ('iss_gone', 'per_gone', 'raised')",
      "watcher: ",
    );
    await behind(world, "delete from watcher where issue_id = 'iss_gone'");
    await lost(`update inbox_entry set comment_id = 'cmt_gone' where issue_id = '${id}'`, "inbox_entry: ");
    await behind(world, `delete from inbox_entry where issue_id = '${id}'`);
    expect(await world.problems()).toEqual([]);
  });

  test("what is unread is counted up to 100, also of whoever reaches some apps only", async () => {
    const numbers =
      "(with recursive n (i) as (select 1 union all select i + 1 from n where i < 150) select i from n) as n";
    await behind(
      world,
      `insert into inbox_entry (id, person_id, app_id, kind, subject, actor, times, at, revision)
       select 'inb_many' || i, '${ids.Zoë}', '${app}', 'commented', 'many' || i, 'Kim', 1, i, 1 from ${numbers}`,
    );
    expect(await count("Zoë")).toBe(100);
    await scope("Zoë", [app]);
    expect(await count("Zoë")).toBe(100);
    await behind(world, `update inbox_entry set read_at = 1 where person_id = '${ids.Zoë}' and at > 99`);
    expect(await count("Zoë")).toBe(99);
    await scope("Zoë", null);
    expect((await ask(world, who.Zoë!, "POST", "/inbox/read")).body.data).toEqual({ unread: 0 });
  });

  test("the live stream says that something came, to nobody else", async () => {
    const mine = await listen(world.address, who["Ann Lee"]!);
    const theirs = await listen(world.address, who.Zoë!);
    for (const stream of [mine, theirs]) await stream.heard(({ event }) => event === "apps");
    await say("Live", who.Kim!);
    expect((await mine.heard(({ event }) => event === "inbox")).data).toEqual({});
    await theirs.heard(({ event }) => event === "app");
    expect(theirs.events.map(({ event }) => event)).not.toContain("inbox");
    await scope("Ann Lee", [other]);
    const outside = await listen(world.address, who["Ann Lee"]!);
    await outside.heard(({ event }) => event === "apps");
    await say("Unheard", who.Kim!);
    await dataOf(world, "POST", "/issues", { app: other, check: "PAY-1", text: "Heard" });
    await outside.heard(({ event }) => event === "app");
    expect(outside.events.map(({ event }) => event)).not.toContain("inbox");
    await scope("Ann Lee", null);
    for (const stream of [mine, theirs, outside]) stream.close();
  });
});
