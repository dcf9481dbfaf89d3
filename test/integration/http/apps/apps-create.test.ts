// Creating apps: with platforms, repositories, sections and checks in one request, all of it or nothing.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { DATABASES, sampleApp } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const WEB = { code: "web", label: "Web" };
const IOS = { code: "ios", label: "iOS" };

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const create = (fields: Record<string, unknown>) =>
    ask(world, world.admin, "POST", "/apps", { ...sampleApp(), ...fields });
  const appCount = async () => (await dataOf(world, "GET", "/apps")).length;

  test("the answer is 201 with the single form and the address of the new app", async () => {
    const sample = sampleApp();
    const answer = await create(sample);
    expect(answer.status).toBe(201);
    const { id, name, mode, platforms, prefix } = answer.body.data;
    expect({ name, mode, platforms }).toEqual({ name: sample.name, mode: "testing", platforms: sample.platforms });
    expect(prefix).toMatch(/^[A-Z]{2,5}$/);
    expect(answer.headers.get("location")).toBe(`/api/v1/apps/${id}`);
    expect(await dataOf(world, "GET", `/apps/${id}`)).toEqual(answer.body.data);
  });

  test("everything that was given is there", async () => {
    const { id } = await world.app({
      mode: "live",
      prefix: "ZZTOP",
      platforms: [WEB, IOS],
      repositories: [
        { repo: "acme/web", platforms: ["web"] },
        { repo: "acme/ios", platforms: ["ios"] },
      ],
      sections: [
        { ref: "B", title: "Second letter", checks: [{ ref: "B-1", title: "Check", instructions: "Do\nthis" }] },
        { ref: "A", title: "First letter", checks: [{ ref: "A-1", title: "Check", not_applicable: ["ios", "ios"] }] },
      ],
    });
    const app = await dataOf(world, "GET", `/apps/${id}`);
    expect(app).toMatchObject({ mode: "live", prefix: "ZZTOP", platforms: [WEB, IOS] });
    expect(app.repositories).toEqual([
      { repo: "acme/web", platforms: ["web"] },
      { repo: "acme/ios", platforms: ["ios"] },
    ]);
    expect(app.sections.map(({ ref }: { ref: string }) => ref)).toEqual(["B", "A"]);
    const checks = await dataOf(world, "GET", `/checks?app=${id}`);
    expect(checks).toMatchObject([
      { ref: "B-1", instructions: "Do\nthis", platforms: [{ status: "untested" }, { status: "untested" }] },
      { ref: "A-1", instructions: null, platforms: [{ status: "untested" }, { status: "not_applicable" }] },
    ]);
  });

  test("sections and checks without a ref get one that is unique in the app, also beside given ones", async () => {
    const untitled = (title: string) => ({
      title,
      checks: [{ title: "One" }, { title: "Two" }, { ref: "C2", title: "Three" }],
    });
    const { id, sections } = await world.app({
      sections: [untitled("A"), { ...untitled("B"), checks: [{ title: "Four" }] }, { ref: "S1", title: "C" }],
    });
    const checks = await dataOf(world, "GET", `/checks?app=${id}`);
    for (const list of [sections, checks]) {
      const refs = list.map(({ ref }: { ref: string }) => ref);
      expect(new Set(refs).size).toBe(refs.length);
      expect(refs).not.toContain("");
    }
  });

  test("the prefix is derived from the name, two to five capitals, unique in the workspace", async () => {
    const names = ["Shop", "Shop!", "Shop?", "Shöp", "ショップ", "🛒", "7", "A", "The Very Long Name Of An App"];
    const prefixes: string[] = [];
    for (const name of names) prefixes.push((await world.app({ name })).prefix);
    for (const prefix of prefixes) expect(prefix).toMatch(/^[A-Z]{2,5}$/);
    expect(new Set(prefixes).size).toBe(names.length);
    expect(prefixes[0]).toMatch(/^SH/);
  });

  test("a name that another app has answers 409 name_taken and creates nothing", async () => {
    const { name } = await world.app();
    const before = await appCount();
    expect(outcomeOf(await create({ name }))).toBe("409 name_taken");
    expect(outcomeOf(await create({ name: `  ${name}\n` }))).toBe("409 name_taken");
    // What nobody sees makes no other name, and neither do letters that look the same.
    expect(outcomeOf(await create({ name: `${name}\u2060` }))).toBe("409 name_taken");
    expect(outcomeOf(await create({ name: name.replace("App", "Арр") }))).toBe("409 name_taken");
    expect((await world.call(world.viewer, "GET", `/apps/${encodeURIComponent(`${name}\u200b`)}`)).status).toBe(404);
    expect(await appCount()).toBe(before);
  });

  test("a name that a server of the version before has given is told by its look, too, and the next start notes that look", async () => {
    const { id } = await world.app({ name: `Older ${kind}` });
    await behind(world, `update app set name = 'Оldеst ${kind}' where id = '${id}'`);
    expect(outcomeOf(await create({ name: `Oldest ${kind}` }))).toBe("409 name_taken");
    expect((await create({ name: `Older ${kind}` })).status).toBe(201);
    await world.anotherServer();
    const [noted] = await behind(world, `select name_form from app where id = '${id}'`);
    expect(noted).toEqual({ name_form: `Oldest ${kind}` });
    expect(outcomeOf(await create({ name: `Oldest ${kind}` }))).toBe("409 name_taken");
  });

  test("a prefix that another app has answers 409 name_taken", async () => {
    await world.app({ prefix: "TAKEN" });
    expect(outcomeOf(await create({ prefix: "TAKEN" }))).toBe("409 name_taken");
  });

  test("of many that create one name at the same time on two servers, one succeeds", async () => {
    const second = await world.anotherServer();
    const body = { ...sampleApp(), name: `Race on ${kind}` };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        world.callAt(i % 2 === 0 ? world.address : second, world.admin, "POST", "/apps", body),
      ),
    );
    const outcomes = answers.map(outcomeOf).sort();
    expect(outcomes).toEqual(["201", ...Array.from({ length: 19 }, () => "409 name_taken")]);
  });

  test("of many derived at the same time, no two prefixes are equal", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `Parallel ${"!".repeat(i)}`);
    const apps = await Promise.all(names.map((name) => world.app({ name })));
    expect(new Set(apps.map(({ prefix }) => prefix)).size).toBe(20);
  });

  const check = (fields: object) => ({ sections: [{ title: "S", checks: [{ title: "C", ...fields }] }] });
  test.each([
    ["no name", { name: undefined }, "name"],
    ["a blank name", { name: " \n " }, "name"],
    ["a name that is no text", { name: 5 }, "name"],
    ["no platforms", { platforms: undefined }, "platforms"],
    ["platforms that are no list", { platforms: { code: "web" } }, "platforms"],
    ["platforms as plain codes", { platforms: ["web"] }, "platforms[0]"],
    ["a platform code twice", { platforms: [WEB, { code: "web", label: "Other" }] }, "platforms"],
    ["a blank platform code", { platforms: [{ code: " ", label: "x" }] }, "platforms[0].code"],
    ["an unknown field of a platform", { platforms: [{ ...WEB, colour: "red" }] }, "colour"],
    ["an unknown mode", { mode: "beta" }, "mode"],
    ["a prefix of one letter", { prefix: "A" }, "prefix"],
    ["a prefix of six letters", { prefix: "ABCDEF" }, "prefix"],
    ["a prefix of small letters", { prefix: "abc" }, "prefix"],
    ["a prefix with a digit", { prefix: "AB1" }, "prefix"],
    ["an unknown field", { plattforms: [] }, "plattforms"],
    ["an id of its own", { id: "app_mine" }, "id"],
    ["a creation time of its own", { created_at: "2020-01-01T00:00:00.000Z" }, "created_at"],
    ["a section without a title", { sections: [{ ref: "A" }] }, "sections[0].title"],
    ["an unknown field of a section", { sections: [{ title: "A", check: [] }] }, "check"],
    ["a check without a title", check({ title: undefined }), "sections[0].checks[0].title"],
    ["an unknown field of a check", check({ status: "passed" }), "status"],
    ["a repository twice", { repositories: ["x", "x"].map((repo) => ({ repo, platforms: ["ios"] })) }, "repositories"],
  ])("%s answers 400, names the field and creates nothing", async (_what, fields, field) => {
    const before = await appCount();
    const answer = await create(fields);
    expect(outcomeOf(answer)).toBe("400 invalid_request");
    expect(answer.body.error.message).toContain(field);
    expect(await appCount()).toBe(before);
  });

  test.each([
    ["a repository", { repositories: [{ repo: "acme/web", platforms: ["web"] }] }],
    ["a check's not_applicable", check({ not_applicable: ["ios", "web"] })],
  ])(
    "a platform code in %s that the app does not have answers 400 unknown_platform and creates nothing",
    async (_what, fields) => {
      const before = await appCount();
      const answer = await create(fields);
      expect(outcomeOf(answer)).toBe("400 unknown_platform");
      expect(answer.body.error.message).toContain("web");
      expect(await appCount()).toBe(before);
    },
  );

  test.each([
    ["sections", { sections: ["A", "A"].map((ref) => ({ ref, title: "Same" })) }],
    [
      "checks of two sections",
      { sections: ["A", "B"].map((ref) => ({ ref, title: "S", checks: [{ ref: "X", title: "Y" }] })) },
    ],
  ])("two %s with one ref answer 409 name_taken and create nothing", async (_what, fields) => {
    const before = await appCount();
    expect(outcomeOf(await create(fields))).toBe("409 name_taken");
    expect(await appCount()).toBe(before);
    expect(await world.problems()).toEqual([]);
  });
});
