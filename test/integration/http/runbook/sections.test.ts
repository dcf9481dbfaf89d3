// Sections: the list in runbook order, adding, renaming, moving and deleting them.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

interface Section {
  id: string;
  ref: string;
  title: string;
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const list = (app: string): Promise<Section[]> => dataOf(world, "GET", `/sections?app=${app}`);
  const titles = async (app: string) => (await list(app)).map(({ title }) => title);
  const add = (app: string, fields: object) => ask(world, world.admin, "POST", "/sections", { app, ...fields });
  const change = (id: string, fields: object) => ask(world, world.admin, "PATCH", `/sections/${id}`, fields);
  const remove = (id: string) => ask(world, world.admin, "DELETE", `/sections/${id}`);
  /** An app with empty sections of these titles, which are their refs too. */
  const appOf = async (...names: string[]) => {
    const app = await world.app({ sections: names.map((title) => ({ ref: title, title })) });
    return { app: app.id as string, sections: app.sections as Section[] };
  };

  test("the list is in runbook order, not paged, and the same as in the single app", async () => {
    const { id, name, sections } = await world.app();
    expect(await list(id)).toEqual(sections);
    expect(await dataOf(world, "GET", `/sections?app=${encodeURIComponent(name)}`)).toEqual(sections);
    expect(await dataOf(world, "GET", `/sections/${sections[1].id}`)).toEqual(sections[1]);
    const paged = await ask(world, world.viewer, "GET", `/sections?app=${id}&limit=1`);
    expect(outcomeOf(paged)).toBe("400 invalid_request");
    expect(paged.body.error.message).toContain("limit");
  });

  test.each([
    ["no app", "", "400 invalid_request"],
    ["an empty app", "?app=", "400 invalid_request"],
    ["two apps", "?app=a&app=b", "400 invalid_request"],
    ["an app that does not exist", "?app=nope", "404 not_found"],
  ])("the list of %s is refused", async (_what, query, outcome) => {
    expect(outcomeOf(await ask(world, world.viewer, "GET", `/sections${query}`))).toBe(outcome);
  });

  test("a new section stands at the end, or where it was asked for, and begins empty", async () => {
    const { app } = await appOf("A", "B");
    const answer = await add(app, { title: "C" });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/api/v1/sections/${answer.body.data.id}`);
    const summary = { passed: 0, failed: 0, needs_retest: 0, untested: 0, not_applicable: 0 };
    expect(answer.body.data).toMatchObject({ title: "C", checks: 0, summary });
    expect(answer.body.data.ref).not.toBe("");
    await add(app, { title: "First", position: 0 });
    await add(app, { title: "Third", position: 2 });
    await add(app, { title: "Last", position: 1_000 });
    expect(await titles(app)).toEqual(["First", "A", "Third", "B", "C", "Last"]);
  });

  test.each([
    [0, 0, "ABCD"],
    [0, 1, "BACD"],
    [0, 3, "BCDA"],
    [0, 99, "BCDA"],
    [3, 0, "DABC"],
    [2, 1, "ACBD"],
    [1, 2, "ACBD"],
  ])("moving section %i to position %i gives the order %s", async (from, position, order) => {
    const { app, sections } = await appOf("A", "B", "C", "D");
    expect((await change(sections[from]!.id, { position })).status).toBe(200);
    expect((await titles(app)).join("")).toBe(order);
  });

  test("a section keeps its checks when it moves: the runbook follows", async () => {
    const { id, sections } = await world.app();
    await change(sections[1].id, { position: 0 });
    const checks = await dataOf(world, "GET", `/checks?app=${id}`);
    expect(checks.map(({ ref }: Section) => ref)).toEqual(["PAY-1", "SIGN-1", "SIGN-2"]);
  });

  test("title and ref can be changed, and checks show the new ones", async () => {
    const { id, sections } = await world.app();
    const { body } = await change(sections[0].id, { title: "Log in", ref: "LOG" });
    expect(body.data).toEqual({ ...sections[0], title: "Log in", ref: "LOG" });
    const [check] = await dataOf(world, "GET", `/checks?app=${id}&section=LOG`);
    expect(check.section).toEqual({ id: sections[0].id, ref: "LOG", title: "Log in" });
    expect(outcomeOf(await change(sections[0].id, { ref: "LOG", title: "Log in", position: 0 }))).toBe("200");
  });

  test("a ref that another section has answers 409 name_taken; one title may stand twice", async () => {
    const { app, sections } = await appOf("A", "B");
    expect(outcomeOf(await add(app, { ref: "A", title: "New" }))).toBe("409 name_taken");
    expect(outcomeOf(await change(sections[1]!.id, { ref: "A", title: "New" }))).toBe("409 name_taken");
    expect(await titles(app)).toEqual(["A", "B"]);
    expect(outcomeOf(await add(app, { title: "A" }))).toBe("201");
    expect(outcomeOf(await add((await appOf("X")).app, { ref: "A", title: "Of another app" }))).toBe("201");
  });

  test("two sections of one title are ambiguous by title and clear by ref or id", async () => {
    const { app, sections } = await appOf("A", "B");
    await change(sections[1]!.id, { title: "A" });
    await change(sections[0]!.id, { ref: "other" });
    const filtered = (section: string) => ask(world, world.viewer, "GET", `/checks?app=${app}&section=${section}`);
    expect(outcomeOf(await filtered("A"))).toBe("409 ambiguous_section");
    for (const clear of ["B", "other", sections[0]!.id]) expect(outcomeOf(await filtered(clear))).toBe("200");
  });

  test.each([
    ["no title", {}, "title"],
    ["a blank title", { title: "\t" }, "title"],
    ["a position below 0", { title: "x", position: -1 }, "position"],
    ["a position that is no whole number", { title: "x", position: 1.5 }, "position"],
    ["a position as text", { title: "x", position: "1" }, "position"],
    ["an unknown field", { title: "x", checks: [] }, "checks"],
    ["a blank ref", { title: "x", ref: " " }, "ref"],
  ])("a new section with %s answers 400 and names the field", async (_what, fields, field) => {
    const { app } = await appOf("A");
    const answer = await add(app, fields);
    expect(outcomeOf(answer)).toBe("400 invalid_request");
    expect(answer.body.error.message).toContain(field);
    expect(await titles(app)).toEqual(["A"]);
  });

  test.each([[{}], [{ app: "other" }], [{ title: "" }], [{ title: null }], [{ id: "sec_x" }]])(
    "PATCH of a section with %j answers 400",
    async (fields) => {
      const { sections } = await appOf("A");
      expect(outcomeOf(await change(sections[0]!.id, fields))).toBe("400 invalid_request");
    },
  );

  test("an empty section is deleted: 204, and it is gone", async () => {
    const { app, sections } = await appOf("A", "B", "C");
    expect((await remove(sections[1]!.id)).status).toBe(204);
    expect(await titles(app)).toEqual(["A", "C"]);
    expect(outcomeOf(await remove(sections[1]!.id))).toBe("404 not_found");
    expect(outcomeOf(await change(sections[1]!.id, { title: "x" }))).toBe("404 not_found");
    expect(outcomeOf(await ask(world, world.viewer, "GET", `/sections/${sections[1]!.id}`))).toBe("404 not_found");
  });

  test("a section with checks is not deleted: 409 not_empty", async () => {
    const { id, sections } = await world.app();
    expect(outcomeOf(await remove(sections[1].id))).toBe("409 not_empty");
    expect(await list(id)).toEqual(sections);
  });

  test("a section on which an issue sits is not deleted: 409 not_empty", async () => {
    const { id, sections } = await world.app({ mode: "live", sections: [{ ref: "A", title: "A" }] });
    const issue = await dataOf(world, "POST", "/issues", { app: id, section: "A", text: "Broken" });
    expect(outcomeOf(await remove(sections[0].id))).toBe("409 not_empty");
    expect((await dataOf(world, "GET", `/issues/${issue.id}`)).section_id).toBe(sections[0].id);
  });

  test("a section whose checks are all archived is empty, and their issues keep their check", async () => {
    const { id, sections } = await world.app();
    const [check] = await dataOf(world, "GET", `/checks?app=${id}&section=PAY`);
    const issue = await dataOf(world, "POST", "/issues", { app: id, check: "PAY-1", text: "Broken" });
    await dataOf(world, "DELETE", `/checks/${check.id}`);
    expect((await remove(sections[1].id)).status).toBe(204);
    const kept = await dataOf(world, "GET", `/issues/${issue.id}`);
    expect(kept.check).toEqual({ id: check.id, ref: "PAY-1", title: "Card" });
    expect((await dataOf(world, "POST", `/issues/${issue.id}/fix`)).status).toBe("fixed");
    expect(await world.problems()).toEqual([]);
  });

  test("a check added while its section is deleted is either refused or keeps the section", async () => {
    const { app, sections } = await appOf("A", "B");
    const answers = await Promise.all([
      remove(sections[0]!.id),
      ask(world, world.admin, "POST", "/checks", { app, section: "A", title: "New" }),
    ]);
    expect([
      ["204", "404 not_found"],
      ["409 not_empty", "201"],
    ]).toContainEqual(answers.map(outcomeOf));
    expect(await world.problems()).toEqual([]);
  });

  test("sections added at the same time all stand in the list, each once", async () => {
    const { app } = await appOf();
    const names = Array.from({ length: 20 }, (_, i) => `Section ${i}`);
    const answers = await Promise.all(names.map((title) => add(app, { title, position: 0 })));
    expect(answers.map(outcomeOf)).toEqual(names.map(() => "201"));
    expect((await titles(app)).sort()).toEqual(names.sort());
    expect(new Set((await list(app)).map(({ ref }) => ref)).size).toBe(20);
  });
});
