// POST /issues: how the app, the check and the section of an issue are found, in testing and in live mode.
import { describe, expect, test } from "vitest";
import { issueClientOf, refused, sampleIssue } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

/** "Open" stands in two sections and twice in the second; two sections are called "Extras". */
const TWINS = {
  sections: [
    { ref: "A", title: "Alpha", checks: [{ ref: "A-1", title: "Open" }] },
    {
      ref: "B",
      title: "Beta",
      checks: [
        { ref: "B-1", title: "Open" },
        { ref: "B-2", title: "Close" },
      ],
    },
    {
      ref: "C",
      title: "Extras",
      checks: [
        { ref: "C-1", title: "Close" },
        { ref: "C-2", title: "Close" },
      ],
    },
    { ref: "D", title: "Extras", checks: [{ ref: "D-1", title: "A-1" }] },
  ],
};

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);

  const post = (body: unknown, key = world.tester) => world.call(key, "POST", "/issues", body);
  const create = async (path: string, body: unknown) => (await world.call(world.admin, "POST", path, body)).body.data;
  const idOfCheck = async (app: { id: string }, ref: string): Promise<string> => {
    const { body } = await world.call(world.viewer, "GET", `/checks?app=${app.id}`);
    return body.data.find((check: { ref: string }) => check.ref === ref).id;
  };

  test("the app is found by its id or its exact name", async () => {
    const app = await world.app();
    for (const name of [app.id, app.name]) {
      expect((await issueClient.raise(app, { app: name })).app).toEqual({ id: app.id, name: app.name });
    }
    for (const name of [app.name.toLowerCase(), `${app.name} `, app.name.slice(0, -1), "%", "_", "' OR 1=1--"]) {
      refused(await post({ ...sampleIssue(app), app: name }), 404, "not_found");
    }
  });

  test("an app's id comes before another app's name", async () => {
    const app = await world.app();
    await world.app({ name: app.id });
    expect((await issueClient.raise(app)).app).toEqual({ id: app.id, name: app.name });
  });

  test("the check is found by its id, its ref or its exact title", async () => {
    const app = await world.app();
    const check = { id: await idOfCheck(app, "SIGN-2"), ref: "SIGN-2", title: "Wallet" };
    for (const name of Object.values(check))
      expect((await issueClient.raise(app, { check: name })).check).toEqual(check);
    for (const name of ["sign-2", "wallet", "Wall", "Wallet ", "%", "chk_unknown"]) {
      refused(await post({ ...sampleIssue(app), check: name }), 404, "not_found");
    }
    expect((await issueClient.list(`app=${app.id}&status=all`)).data).toHaveLength(3);
  });

  test("a check's id comes before another's ref, and a ref before another's title", async () => {
    const app = await world.app(TWINS);
    expect((await issueClient.raise(app, { check: "A-1" })).check).toMatchObject({ ref: "A-1", title: "Open" });
    const id = await idOfCheck(app, "B-1");
    await create("/checks", { app: app.id, section: "A", ref: id, title: "Named like an id" });
    expect((await issueClient.raise(app, { check: id })).check).toMatchObject({ id, ref: "B-1" });
  });

  test("a check of another app is not found, by id, ref or title", async () => {
    const other = await world.app(TWINS);
    const app = await world.app();
    for (const check of [await idOfCheck(other, "B-2"), "B-2", "Close"]) {
      refused(await post({ ...sampleIssue(app), check }), 404, "not_found");
    }
  });

  test("an archived check takes no new issues", async () => {
    const app = await world.app();
    const id = await idOfCheck(app, "PAY-1");
    await world.call(world.admin, "DELETE", `/checks/${id}`);
    for (const check of [id, "PAY-1", "Card"]) refused(await post({ ...sampleIssue(app), check }), 404, "not_found");
  });

  test("a title in more than one section answers 409 ambiguous_check and raises nothing", async () => {
    const app = await world.app(TWINS);
    const before = await issueClient.snapshot(app);
    refused(await post({ ...sampleIssue(app), check: "Open" }), 409, "ambiguous_check");
    expect(await issueClient.snapshot(app)).toEqual(before);
  });

  test("the section decides between checks of one title, by its id, ref or title", async () => {
    const app = await world.app(TWINS);
    const section = app.sections[1];
    for (const name of [section.id, "B", "Beta"]) {
      expect((await issueClient.raise(app, { check: "Open", section: name })).check).toMatchObject({ ref: "B-1" });
    }
    refused(await post({ ...sampleIssue(app), check: "Open", section: "C" }), 404, "not_found");
    refused(await post({ ...sampleIssue(app), check: "Open", section: "beta" }), 404, "not_found");
  });

  test("the section decides however many sections have a check of that title", async () => {
    const sections = Array.from({ length: 120 }, (_, i) => ({
      ref: `S${i}`,
      title: `S${i}`,
      checks: [{ title: "Smoke" }],
    }));
    const app = await world.app({ sections });
    refused(await post({ ...sampleIssue(app), check: "Smoke" }), 409, "ambiguous_check");
    for (const section of ["S0", "S99", "S119"]) await issueClient.raise(app, { check: "Smoke", section });
    const { body } = await world.call(world.viewer, "GET", `/apps/${app.id}`);
    const failing = body.data.sections.filter((one: { summary: { failed: number } }) => one.summary.failed > 0);
    expect(failing.map((one: { ref: string }) => one.ref)).toEqual(["S0", "S99", "S119"]);
  });

  test("two checks of one title in the named section are still ambiguous", async () => {
    const app = await world.app(TWINS);
    refused(await post({ ...sampleIssue(app), check: "Close", section: "C" }), 409, "ambiguous_check");
  });

  test("a ref or an id is never ambiguous and needs no section", async () => {
    const app = await world.app(TWINS);
    for (const name of ["B-1", await idOfCheck(app, "B-1")]) {
      expect((await issueClient.raise(app, { check: name })).check).toMatchObject({ ref: "B-1", title: "Open" });
    }
  });

  test("a section title that two sections have answers 409 ambiguous_section, and its ref or id decides", async () => {
    const app = await world.app({ ...TWINS, mode: "live" });
    refused(await post({ app: app.id, text: "x", section: "Extras" }), 409, "ambiguous_section");
    refused(await post({ app: app.id, text: "x", check: "Open", section: "Extras" }), 409, "ambiguous_section");
    expect((await issueClient.list(`app=${app.id}`)).data).toEqual([]);
    for (const section of ["D", app.sections[3].id]) {
      const issue = await issueClient.raise(app, { check: undefined, section });
      expect(issue).toMatchObject({ check: null, section_id: app.sections[3].id });
    }
  });

  test("on an app in testing mode an issue without a check answers 400 missing_check", async () => {
    const app = await world.app();
    for (const fields of [{}, { section: "SIGN" }]) {
      refused(await post({ app: app.id, text: "x", ...fields }), 400, "missing_check");
    }
    expect((await issueClient.list(`app=${app.id}`)).data).toEqual([]);
  });

  test("on a live app an issue may sit on nothing, on a section or on a check", async () => {
    const app = await world.app({ mode: "live" });
    const section = app.sections[1];
    expect(await issueClient.raise(app, { check: undefined })).toMatchObject({ check: null, section_id: null });
    for (const name of [section.id, "PAY", "Pay"]) {
      const issue = await issueClient.raise(app, { check: undefined, section: name });
      expect(issue).toMatchObject({ check: null, section_id: section.id });
    }
    const issue = await issueClient.raise(app, { check: "PAY-1", section: "PAY" });
    expect(issue).toMatchObject({ check: { ref: "PAY-1", title: "Card" }, section_id: null });
    refused(await post({ app: app.id, text: "x", section: "GONE" }), 404, "not_found");
  });

  test("an issue with no check fails no check, and its platforms are held against the app's", async () => {
    const app = await world.app({ mode: "live" });
    expect(await issueClient.raise(app, { check: undefined, platforms: ["ios"] })).toMatchObject({
      platforms: ["ios"],
    });
    expect(await issueClient.statuses(app)).toEqual({ ios: "untested", android: "untested" });
    refused(await post({ app: app.id, text: "x", platforms: ["tv"] }), 400, "unknown_platform");
  });

  test("a live app that goes back to testing keeps its issues without a check and takes no more", async () => {
    const app = await world.app({ mode: "live" });
    const issue = await issueClient.raise(app, { check: undefined });
    await world.call(world.admin, "PATCH", `/apps/${app.id}`, { mode: "testing" });
    expect(await issueClient.read(issue.id)).toEqual(issue);
    refused(await post({ app: app.id, text: "x" }), 400, "missing_check");
    expect(await issueClient.fix(issue.id)).toMatchObject({ status: "fixed" });
  });

  test("an app out of a key's reach does not exist for it: the answer is that for an unknown app", async () => {
    const [mine, other] = [await world.app(), await world.app()];
    for (const role of ["viewer", "tester", "admin"] as const) {
      const key = await world.key(role, [mine.id]);
      const absent = await post({ ...sampleIssue(other), app: "No such app" }, key);
      refused(absent, 404, "not_found");
      for (const app of [other.id, other.name]) {
        expect((await post({ ...sampleIssue(other), app }, key)).body).toEqual(absent.body);
      }
    }
    expect((await issueClient.list(`app=${other.id}`)).data).toEqual([]);
    expect((await issueClient.raise(mine, {}, await world.key("tester", [mine.id]))).app.id).toBe(mine.id);
  });

  test("an app in reach is found by its name even if an app out of reach has that for an id", async () => {
    const other = await world.app();
    const mine = await world.app({ name: other.id });
    const key = await world.key("tester", [mine.id]);
    expect((await issueClient.raise(mine, { app: other.id }, key)).app.id).toBe(mine.id);
    expect((await issueClient.list(`app=${other.id}`, key)).data).toHaveLength(1);
  });

  test("the counters of the whole world agree with its issues", async () => {
    expect(await world.problems()).toEqual([]);
  });
});
