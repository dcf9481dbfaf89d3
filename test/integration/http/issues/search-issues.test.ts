// GET /issues with q and filters: words, codes, what each filter means, hostile text, reach, wrong values.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type IssueClient, issueClientOf, refused } from "../../../support/clients/issue-client.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let issueClient: IssueClient;
  beforeAll(async () => {
    world = await createWorld(kind, { freePlanIssues: 100_000 });
    issueClient = issueClientOf(world);
  });
  afterEach(() => {
    world.clock.frozenAt = null;
  });
  afterAll(() => world.close());

  const live = () => world.app({ mode: "live" });
  const find = async (query: Record<string, string>, key = world.viewer) =>
    (await issueClient.list(new URLSearchParams(query).toString(), key)).data.map((issue) => issue.text);
  const ids = async (query: Record<string, string>, key = world.viewer) =>
    (await issueClient.list(new URLSearchParams(query).toString(), key)).data.map((issue) => issue.id);
  const get = (query: Record<string, string>, key = world.viewer) =>
    world.call(key, "GET", `/issues?${new URLSearchParams(query)}`);

  test("all words must occur, in any order; the last may be unfinished", async () => {
    const app = await live();
    const text = "The login form crashes on rotation";
    await issueClient.raise(app, { text });
    await issueClient.raise(app, { text: "Login works" });
    for (const q of ["login crashes", "crashes login", "form rot", "the", "ROTATION", "on,form", "log"]) {
      expect([q, await find({ app: app.id, q })]).toEqual([q, expect.arrayContaining([text])]);
    }
    for (const q of ["log crashes", "login missing", "ogin", "crashess"]) {
      expect([q, await find({ app: app.id, q })]).toEqual([q, []]);
    }
    expect(await find({ app: app.id, q: "login" })).toEqual(["Login works", text]);
  });

  test.each([
    ["accents", "Crème brûlée", ["creme", "CRÈME", "brulee", "cre\u0300me"]],
    ["sharp s", "Straße", ["strasse", "STRASSE", "straße", "stra"]],
    ["Greek, with its two small sigmas", "Ο Σίσυφος", ["ΣΊΣΥΦΟΣ", "σισυφος", "σισυφοσ"]],
    ["Turkish", "İstanbul", ["istanbul", "ISTANBUL"]],
    ["Cyrillic", "Ёлка горит", ["елка", "ГОРИТ"]],
    ["Hebrew, right to left", "שָׁלוֹם עולם", ["שלום", "עולם"]],
    ["Arabic, right to left", "عَرَبِيّ نص", ["عربي", "نص"]],
    ["Japanese, by any part of it", "新東京駅が動かない", ["東京", "駅", "新東京", "動かない"]],
    ["Korean, by words and their beginnings", "한국어 검색", ["한국어", "검"]],
    ["Thai, by any part of it", "แอปพัง", ["แอป", "พัง"]],
    ["emoji", "It burns 🔥 here", ["🔥", "burns 🔥"]],
    ["full width and ligatures", "ﬁx ＡＢＣ", ["fix", "abc"]],
  ])("words are found whatever their spelling: %s", async (_what, text, questions) => {
    const app = await live();
    await issueClient.raise(app, { text });
    await issueClient.raise(app, { text: "Something else 大阪" });
    for (const q of questions) expect([q, await find({ app: app.id, q })]).toEqual([q, [text]]);
  });

  test("an edit, a fix and a reopening are seen by the next search", async () => {
    const app = await live();
    const { id } = await issueClient.raise(app, { text: "Old words", priority: "low" });
    await issueClient.edit(id, { text: "New words", priority: "urgent" });
    expect(await find({ app: app.id, q: "old" })).toEqual([]);
    expect(await find({ app: app.id, q: "new", priority: "urgent" })).toEqual(["New words"]);
    expect(await find({ app: app.id, priority: "low" })).toEqual([]);
    await issueClient.fix(id);
    expect(await find({ app: app.id, q: "new" })).toEqual([]);
    expect(await find({ app: app.id, q: "new", sort: "fixed_at" })).toEqual(["New words"]);
    await issueClient.reopen(id);
    expect(await find({ app: app.id, q: "new" })).toEqual(["New words"]);
  });

  test("a code finds its issue first, before newer ones that have the words, and once on all pages together", async () => {
    const app = await world.app({ mode: "live", prefix: "CODE" });
    const [meant] = await issueClient.raiseMany(app, 1, { text: "Plain" });
    const others = await issueClient.raiseMany(app, 3, { text: "As in code 1" });
    for (const q of ["CODE-1", "code-1"]) {
      for (const limit of [1, 2, 50]) expect(await issueClient.walk(`q=${q}`, limit)).toEqual([meant, ...others]);
    }
    expect(await ids({ q: "CODE-1 plain" })).toEqual([meant]);
    expect(await ids({ q: "CODE-1 nothing" })).toEqual([]);
    expect(await ids({ q: "CODE-1", priority: "high" })).toEqual([]);
    expect(await ids({ q: "CODE-9" })).toEqual([]);
    await issueClient.edit(meant!, { text: "Itself code 1" });
    expect(await issueClient.walk("q=code-1", 1)).toEqual([meant, ...others]);
    await issueClient.fix(meant!);
    expect(await ids({ q: "code-1" })).toEqual(others);
    expect((await ids({ q: "code-1", status: "all" }))[0]).toBe(meant);
    await world.call(world.admin, "PATCH", `/apps/${app.id}`, { prefix: "MOVED" });
    expect(await ids({ q: "moved-1", status: "fixed" })).toEqual([meant]);
  });

  test("after a page that ends with the issue of a code, nothing raised meanwhile is shown", async () => {
    const app = await world.app({ mode: "live", prefix: "PIN" });
    const [meant] = await issueClient.raiseMany(app, 1, { text: "pin 1" });
    const [other] = await issueClient.raiseMany(app, 1, { text: "pin 1" });
    const first = await issueClient.list("q=pin-1&limit=1");
    expect(first.data.map(({ id }) => id)).toEqual([meant]);
    await issueClient.raise(app, { text: "pin 1" });
    const second = await issueClient.list(`q=pin-1&limit=1&cursor=${first.next_cursor}`);
    expect([second.data.map(({ id }) => id), second.next_cursor]).toEqual([[other], null]);
  });

  test("platform finds issues on it and on every platform, in apps that have it", async () => {
    const app = await live();
    const other = await world.app({ mode: "live", platforms: [{ code: "web" }] });
    for (const platforms of [["ios"], ["android"], []])
      await issueClient.raise(app, { text: `On ${platforms}`, platforms });
    await issueClient.raise(other, { text: "Elsewhere", check: undefined });
    const key = await world.key("viewer", [app.id, other.id]);
    expect(await find({ platform: "ios" }, key)).toEqual(["On", "On ios"]);
    expect(await find({ platform: "web" }, key)).toEqual(["Elsewhere"]);
    refused(await get({ platform: "tv" }, key), 400, "unknown_platform");
    refused(await get({ app: app.id, platform: "IOS" }), 400, "unknown_platform");
  });

  test("section finds issues on it and on its checks, by id, ref or title, also after a check has moved", async () => {
    const app = await live();
    await issueClient.raise(app, { text: "On a check", check: "SIGN-1" });
    await issueClient.raise(app, { text: "On the section", check: undefined, section: "SIGN" });
    await issueClient.raise(app, { text: "On nothing", check: undefined });
    const { body } = await world.call(world.viewer, "GET", `/sections?app=${app.id}`);
    for (const section of ["SIGN", "Sign in", body.data[0].id]) {
      expect(await find({ app: app.id, section })).toEqual(["On the section", "On a check"]);
    }
    const checks = (await world.call(world.viewer, "GET", `/checks?app=${app.id}`)).body.data;
    await world.call(world.admin, "PATCH", `/checks/${checks[0].id}`, { section: "PAY" });
    expect(await find({ app: app.id, section: "SIGN" })).toEqual(["On the section"]);
    expect(await find({ app: app.id, section: "Pay" })).toEqual(["On a check"]);
    expect(refused(await get({ section: "SIGN" }), 400, "invalid_request")).toMatch(/^section: needs app/);
    refused(await get({ app: app.id, section: "Nowhere" }), 404, "not_found");
  });

  test("raised_after includes its moment and raised_before does not", async () => {
    const app = await live();
    const at = Date.UTC(2032, 0, 1);
    for (const n of [0, 1, 2]) {
      world.clock.frozenAt = at + n;
      await issueClient.raise(app, { text: `At ${n}` });
    }
    const time = (n: number) => new Date(at + n).toISOString();
    expect(await find({ app: app.id, raised_after: time(1) })).toEqual(["At 2", "At 1"]);
    expect(await find({ app: app.id, raised_before: time(1) })).toEqual(["At 0"]);
    expect(await find({ app: app.id, q: "at", raised_after: time(1), raised_before: time(2) })).toEqual(["At 1"]);
    expect(await find({ app: app.id, raised_after: "2032-01-01T01:00:00.001+01:00", q: "at" })).toHaveLength(2);
    for (const far of ["0000-01-01T00:00Z", "9999-12-31T23:59:59.999Z"]) {
      const after = await find({ app: app.id, raised_after: far });
      const before = await find({ app: app.id, raised_before: far });
      expect(after.length + before.length).toBe(3);
    }
  });

  test("via finds what came that way; interface what people raised", async () => {
    const app = await live();
    await issueClient.raise(app, { text: "By key" });
    await issueClient.raise(app, { text: "By person" }, await world.person("tester"));
    expect(await find({ app: app.id, via: "api" })).toEqual(["By key"]);
    expect(await find({ app: app.id, via: "interface" })).toEqual(["By person"]);
    expect(await find({ app: app.id, via: "tracker" })).toEqual([]);
    expect(await find({ app: app.id, assignee: "Nobody 'here' \\" })).toEqual([]);
  });

  test.each([
    ["operators", 'login OR NOT (crash AND "x") NEAR/2 ^a terms:b -c +d'],
    ["quotes", `"it's" ''' """ \\' $$`],
    ["tsquery", "a & b | !c <-> d:* :ABC"],
    ["tags of the index", "§sopen §qhigh"],
    ["a word of 200 letters", "a".repeat(200)],
    [
      "a hundred words",
      Array.from({ length: 100 }, (_, i) => String.fromCharCode(0x3b1 + (i % 24)) + (i % 10))
        .join(" ")
        .slice(0, 200),
    ],
    ["astral letters", "𝒜".repeat(100)],
    ["a lone accent and joiners", "\u0301\u200d a"],
    ["half of a pair", "\ud83d a"],
    ["right-to-left marks", "\u202e abc \u200f"],
    ["percent and underscore", "% _ a%b_"],
  ])("hostile text is text: %s", async (_what, q) => {
    const app = await live();
    const words = q.toWellFormed();
    await issueClient.raise(app, { text: words });
    await issueClient.raise(app, { text: "login" });
    expect(await find({ app: app.id, q })).toEqual([words.trim()]);
  });

  test.each([
    ["no q", { q: "" }],
    ["blank q", { q: "   " }],
    ["only signs", { q: "*".repeat(200) }],
    ["too long", { q: "a".repeat(201) }],
    ["priority", { priority: "HIGH" }],
    ["via", { via: "null" }],
    ["no assignee", { assignee: "" }],
    ["a date", { raised_after: "2026-01-01" }],
    ["no such day", { raised_before: "2026-02-30T00:00:00Z" }],
    ["no such hour", { raised_before: "2026-02-28T25:00:00Z" }],
    ["a number", { raised_after: "1700000000000" }],
    ["without an offset", { raised_after: "2026-01-01T00:00:00" }],
  ])("a wrong value answers 400 and names its parameter: %s", async (_what, query: Record<string, string>) => {
    const [name] = Object.keys(query);
    expect(refused(await get(query), 400, "invalid_request")).toMatch(new RegExp(`^${name}: `));
  });

  test("NUL in q answers 400", async () => {
    refused(await world.call(world.viewer, "GET", "/issues?q=a%00b"), 400, "invalid_request");
  });

  test("a search shows nothing out of reach, not even by code", async () => {
    const mine = await live();
    const theirs = await world.app({ mode: "live", prefix: "FAR" });
    await issueClient.raise(theirs, { text: "secretword" });
    await issueClient.raise(mine, { text: "openword" });
    const key = await world.key("viewer", [mine.id]);
    expect(await find({ q: "secretword" }, key)).toEqual([]);
    expect(await find({ q: "FAR-1" }, key)).toEqual([]);
    expect(await find({ q: "openword" }, key)).toEqual(["openword"]);
    refused(await get({ app: theirs.id, q: "secretword" }, key), 404, "not_found");
  });

  test("a cursor is bound to every filter", async () => {
    const app = await live();
    await issueClient.raiseMany(app, 3, { text: "word other", priority: "high", platforms: ["ios"], check: "SIGN-1" });
    const own: Record<string, string> = {
      app: app.id,
      q: "word",
      priority: "high",
      via: "api",
      platform: "ios",
      section: "SIGN",
      raised_after: "2020-01-01T00:00:00Z",
      raised_before: "2100-01-01T00:00:00Z",
      limit: "1",
    };
    const { next_cursor: cursor } = (await get(own)).body;
    expect((await get({ ...own, cursor })).status).toBe(200);
    const changed = { q: "other", priority: "low", via: "webhook", platform: "android", section: "PAY" };
    const times = { raised_after: "2021-01-01T00:00:00Z", raised_before: "2101-01-01T00:00:00Z", assignee: "Ines" };
    for (const [name, value] of Object.entries({ ...changed, ...times })) {
      refused(await get({ ...own, [name]: value, cursor }), 400, "invalid_cursor");
      const { [name]: _, ...without } = own;
      if (name in own) refused(await get({ ...without, cursor }), 400, "invalid_cursor");
    }
  });

  test("issues raised at once by many are all found, and the index holds what the issues say", async () => {
    const apps = [await live(), await live(), await live()];
    const raised = await Promise.all(
      Array.from({ length: 120 }, (_, i) => issueClient.raise(apps[i % 3], { text: `Together number${i}` })),
    );
    await Promise.all(
      raised.map(({ id }, i) => (i % 2 === 0 ? issueClient.fix(id) : issueClient.edit(id, { priority: "low" }))),
    );
    const key = await world.key(
      "viewer",
      apps.map(({ id }) => id),
    );
    expect(await ids({ q: "together", status: "all", limit: "200" }, key)).toEqual(
      raised
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    expect(await ids({ q: "together", priority: "low", limit: "200" }, key)).toHaveLength(60);
    expect(await ids({ q: "together number7", status: "all" }, key)).toHaveLength(11);
    expect(await world.problems()).toEqual([]);
  });
});
