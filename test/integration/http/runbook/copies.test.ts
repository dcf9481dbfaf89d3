// Copies of an app, of sections and of checks: what is copied, what is not, and what is refused.
import { beforeEach, describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const PLATFORMS = [
  { code: "web", label: "Web" },
  { code: "ios", label: "iOS" },
];
const SECTIONS = [
  {
    ref: "SIGN",
    title: "Sign in",
    checks: [
      { ref: "SIGN-1", title: "By password", instructions: "Type it.", not_applicable: ["ios"] },
      { ref: "SIGN-2", title: "By key" },
    ],
  },
  { ref: "PAY", title: "Pay", checks: [{ ref: "PAY-1", title: "By card", not_applicable: ["web", "ios"] }] },
  { ref: "LATER", title: "Later" },
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issues = issueClientOf(world);
  let number = 0;
  let shop: { id: string; name: string };
  beforeEach(async () => {
    shop = await world.app({ name: `Shop ${++number}`, platforms: PLATFORMS, sections: SECTIONS });
  });

  const post = (path: string, body: unknown, key = world.admin) => ask(world, key, "POST", path, body);
  const made = async (path: string, body: unknown) => {
    const answer = await post(path, body);
    expect(outcomeOf(answer), JSON.stringify(answer.body)).toBe("201");
    return answer.body.data;
  };
  const fresh = (fields: object = {}) =>
    world.app({ name: `Other ${++number}`, platforms: PLATFORMS, sections: [], ...fields });
  /** As its export has it, by which two runbooks can be compared. */
  const runbookOf = async (app: { id: string }) => {
    const { body } = await ask(world, world.viewer, "GET", `/apps/${app.id}/export?format=json`);
    return body;
  };
  const checksOf = (app: { id: string }) => dataOf(world, "GET", `/checks?app=${app.id}&limit=200`);
  const expectSound = async () => expect(await world.problems()).toEqual([]);

  describe("an app", () => {
    test("is copied with its platforms, repositories, mode and runbook; results, issues and the webhook are not", async () => {
      const repositories = [
        { repo: "harbour/web", platforms: ["web"] },
        { repo: "harbour/app", platforms: ["ios"] },
      ];
      await dataOf(world, "PATCH", `/apps/${shop.id}`, { mode: "live", repositories });
      const { url } = await dataOf(world, "GET", `/apps/${shop.id}/webhook`);
      await issues.raise(shop, { check: "SIGN-2", platforms: [] });
      await issues.record(shop, "passed", { check: "SIGN-1" });
      const copy = await made(`/apps/${shop.id}/copy`, { name: `Copy ${number}` });
      expect(copy).toMatchObject({ name: `Copy ${number}`, mode: "live", platforms: PLATFORMS, repositories });
      expect(copy.summary).toMatchObject({
        checks: 3,
        untested: 3,
        not_applicable: 3,
        passed: 0,
        failed: 0,
        open_issues: 0,
      });
      expect(copy.id).not.toBe(shop.id);
      const [before, after] = [await runbookOf(shop), await runbookOf(copy)];
      expect(after.sections).toEqual(before.sections);
      expect((await issues.list(`app=${copy.id}&status=all`)).data).toEqual([]);
      expect((await dataOf(world, "GET", `/apps/${copy.id}/webhook`)).url).not.toBe(url);
      await expectSound();
    });

    test("is copied without what is marked N/A, if that is asked for; its own prefix can be given", async () => {
      const prefix = `CP${String.fromCharCode(65 + number)}`;
      const fields = { name: `Copy ${number}`, prefix, with_not_applicable: false };
      const copy = await made(`/apps/${shop.id}/copy`, fields);
      expect(copy).toMatchObject({ prefix, summary: { untested: 6, not_applicable: 0 } });
      const [entry] = await dataOf(world, "GET", "/audit?limit=1");
      expect(entry).toMatchObject({ action: "app.created", details: { copy_of: shop.id, checks: 3 } });
      await expectSound();
    });

    test("stays as it was, and what is done to the copy does not touch it", async () => {
      const before = await issues.snapshot(shop);
      const copy = await made(`/apps/${shop.id}/copy`, { name: `Copy ${number}` });
      await issues.raise(copy, { check: "SIGN-1", platforms: [] });
      await issues.record(copy, "failed", { check: "SIGN-2" });
      expect(await issues.snapshot(shop)).toEqual(before);
      await expectSound();
    });

    test.each([
      ["409 name_taken", () => ({ name: shop.name })],
      ["400 invalid_request", () => ({})],
      ["400 invalid_request", () => ({ name: "N", with_not_applicable: "no" })],
      ["400 invalid_request", () => ({ name: "N", mode: "live" })],
    ])("%s: %#", async (outcome, body) => {
      expect(outcomeOf(await post(`/apps/${shop.id}/copy`, body()))).toBe(outcome);
    });

    test("can't be copied while it is archived", async () => {
      await dataOf(world, "POST", `/apps/${shop.id}/archive`);
      expect(outcomeOf(await post(`/apps/${shop.id}/copy`, { name: "Gone" }))).toBe("404 not_found");
    });
  });

  describe("sections", () => {
    test("go with their checks to the end of another app's runbook, in the order in which they are named", async () => {
      const other = await fresh({ sections: [{ ref: "OWN", title: "Own", checks: [{ title: "First" }] }] });
      const copies = await made("/sections/copy", {
        app: other.name,
        from: shop.name,
        sections: ["Pay", "SIGN", "PAY"],
      });
      expect(copies).toMatchObject([
        { ref: "PAY", title: "Pay", checks: 1, summary: { not_applicable: 2, untested: 0 } },
        { ref: "SIGN", title: "Sign in", checks: 2, summary: { not_applicable: 1, untested: 3 } },
      ]);
      const { sections } = await runbookOf(other);
      const source = await runbookOf(shop);
      expect(sections.slice(1)).toEqual([source.sections[1], source.sections[0]]);
      await expectSound();
    });

    test("that are empty are copied, too; refs that are taken there are replaced", async () => {
      const copies = await made("/sections/copy", { app: shop.id, from: shop.id, sections: ["SIGN", "LATER"] });
      expect(copies.map(({ ref, checks }: { ref: string; checks: number }) => [/^S\d+$/.test(ref), checks])).toEqual([
        [true, 2],
        [true, 0],
      ]);
      const { sections } = await runbookOf(shop);
      expect(sections.map(({ title }: { title: string }) => title)).toEqual([
        "Sign in",
        "Pay",
        "Later",
        "Sign in",
        "Later",
      ]);
      const titles = (n: number) => sections[n].checks.map(({ title }: { title: string }) => title);
      expect(titles(3)).toEqual(titles(0));
      expect(new Set((await checksOf(shop)).map(({ ref }: { ref: string }) => ref)).size).toBe(5);
      await expectSound();
    });

    test("leave out marks of platforms that are not there, and all of them if asked", async () => {
      const other = await fresh({ platforms: [{ code: "web", label: "Web" }] });
      const [pay] = await made("/sections/copy", { app: other.id, from: shop.id, sections: ["PAY"] });
      expect(pay.summary).toMatchObject({ not_applicable: 1, untested: 0 });
      const bare = { app: other.id, from: shop.id, sections: ["PAY"], with_not_applicable: false };
      expect((await made("/sections/copy", bare))[0].summary).toMatchObject({ not_applicable: 0, untested: 1 });
      await expectSound();
    });

    test.each([
      ["404 not_found", { sections: ["NOPE"] }],
      ["404 not_found", { sections: ["SIGN"], from: "Nowhere" }],
      ["400 invalid_request", { sections: [] }],
      ["400 invalid_request", { sections: ["SIGN"], position: 0 }],
      ["400 invalid_request", { sections: Array(201).fill("SIGN") }],
    ])("%s, and nothing is copied: %j", async (outcome, fields) => {
      const other = await fresh();
      expect(outcomeOf(await post("/sections/copy", { app: other.id, from: shop.id, ...fields }))).toBe(outcome);
      expect((await runbookOf(other)).sections).toEqual([]);
    });

    test("of an app with two sections of one title: the title alone is not enough", async () => {
      await made("/sections", { app: shop.id, title: "Pay" });
      const body = { app: shop.id, from: shop.id, sections: ["Pay"] };
      expect(outcomeOf(await post("/sections/copy", body))).toBe("409 ambiguous_section");
    });
  });

  describe("checks", () => {
    test("go into a section of another app, where they are asked for", async () => {
      const other = await fresh({
        sections: [{ ref: "A", title: "A", checks: [{ ref: "SIGN-1", title: "Mine" }, { title: "Last" }] }],
      });
      const body = {
        app: other.id,
        section: "A",
        from: shop.id,
        checks: ["By card", "SIGN-1", "PAY-1"],
        after: "SIGN-1",
      };
      const copies = await made("/checks/copy", body);
      expect(copies).toMatchObject([
        { ref: "PAY-1", title: "By card", section: { ref: "A" }, app: { id: other.id }, instructions: null },
        { ref: expect.stringMatching(/^C\d+$/), title: "By password", instructions: "Type it." },
      ]);
      expect((await checksOf(other)).map(({ title }: { title: string }) => title)).toEqual([
        ...["Mine", "By card", "By password", "Last"],
      ]);
      const marks = (n: number) => copies[n].platforms.map(({ status }: { status: string }) => status);
      expect([marks(0), marks(1)]).toEqual([
        ["not_applicable", "not_applicable"],
        ["untested", "not_applicable"],
      ]);
      await expectSound();
    });

    test("can be doubled within their own section, without results and issues, once for an Idempotency-Key", async () => {
      await issues.record(shop, "failed", { check: "SIGN-2" });
      await issues.raise(shop, { check: "SIGN-2", platforms: [] });
      const body = { app: shop.id, section: "SIGN", from: shop.id, checks: ["SIGN-2"], with_not_applicable: false };
      const send = () => world.call(world.admin, "POST", "/checks/copy", body, { "idempotency-key": `copy-${kind}` });
      const [first, again] = [await send(), await send()];
      expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
      const [copy] = first.body.data;
      expect(copy.platforms).toMatchObject([
        { status: "untested", last_result: null, open_issues: 0 },
        { status: "untested", last_result: null, open_issues: 0 },
      ]);
      expect(await checksOf(shop)).toHaveLength(4);
      await expectSound();
    });

    test.each([
      ["404 not_found", { checks: ["SIGN-1", "NOPE"] }],
      ["404 not_found", { checks: ["SIGN-1"], section: "NOPE" }],
      ["404 not_found", { checks: ["SIGN-1"], from: "Nowhere" }],
      ["400 invalid_request", { checks: [] }],
      ["400 invalid_request", { checks: ["SIGN-1"], position: 0, after: "X" }],
      ["400 invalid_request", { checks: ["SIGN-1"], not_applicable: ["web"] }],
    ])("%s, and nothing is copied: %j", async (outcome, fields) => {
      const other = await fresh({ sections: [{ ref: "A", title: "A" }] });
      const body = { app: other.id, section: "A", from: shop.id, ...fields };
      expect(outcomeOf(await post("/checks/copy", body))).toBe(outcome);
      expect(await checksOf(other)).toEqual([]);
    });
  });

  test("what is out of reach can't be copied from, nor into: it reads as absent", async () => {
    const other = await fresh({ sections: [{ ref: "A", title: "A" }] });
    const own = await world.key("admin", [other.id]);
    const nowhere = await post("/checks/copy", { app: other.id, section: "A", from: "app_0", checks: ["SIGN-1"] }, own);
    const away = await post("/checks/copy", { app: other.id, section: "A", from: shop.id, checks: ["SIGN-1"] }, own);
    expect([outcomeOf(away), away.body]).toEqual(["404 not_found", nowhere.body]);
    const into = { app: shop.id, from: other.id, sections: ["A"] };
    expect(outcomeOf(await post("/sections/copy", into, own))).toBe("404 not_found");
    expect(outcomeOf(await post(`/apps/${other.id}/copy`, { name: "Mine" }, own))).toBe("403 forbidden");
    await expectSound();
  });
});
