// What left the runbook can be seen and brought back: archived checks, and sections that were deleted.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { rowsOf } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const list = (app: string) => dataOf(world, "GET", `/checks?app=${app}`);
  const refs = async (app: string) => (await list(app)).map(({ ref }: { ref: string }) => ref).join(" ");
  const idOf = async (app: string, ref: string) => (await list(app)).find((one: { ref: string }) => one.ref === ref).id;
  const get = (id: string) => dataOf(world, "GET", `/checks/${id}`);
  const remove = (path: string) => world.call(world.admin, "DELETE", path);
  const restore = (path: string, body?: object) => ask(world, world.admin, "POST", `${path}/restore`, body);
  const archived = (what: string, app: string) => dataOf(world, "GET", `/${what}/archived?app=${app}`);
  const newest = async () => (await dataOf(world, "GET", "/audit?limit=1"))[0];
  const statuses = async (id: string) => (await get(id)).platforms.map(({ status }: { status: string }) => status);

  test("a restored check comes back at its place with its statuses, results, issues and N/A marks", async () => {
    const { id: app, sections } = await world.app();
    const id = await idOf(app, "SIGN-1");
    await dataOf(world, "POST", "/results", { app, check: id, outcome: "passed", platforms: ["ios"] });
    await dataOf(world, "POST", "/issues", { app, check: id, text: "Broken", platforms: ["ios"] });
    await dataOf(world, "PUT", `/checks/${id}/not-applicable`, { platforms: ["android"] });
    const before = await get(id);
    const summary = (await dataOf(world, "GET", `/apps/${app}`)).summary;
    await remove(`/checks/${id}`);
    expect(await archived("checks", app)).toEqual([
      {
        id,
        ref: "SIGN-1",
        title: "Password",
        section: { id: sections[0].id, ref: "SIGN", title: "Sign in", archived: false },
        archived_at: expect.stringMatching(/Z$/),
      },
    ]);
    const answer = await restore(`/checks/${id}`);
    expect([answer.status, answer.body.data]).toEqual([200, before]);
    expect(await refs(app)).toBe("SIGN-1 SIGN-2 PAY-1");
    expect((await dataOf(world, "GET", `/apps/${app}`)).summary).toEqual(summary);
    expect(await archived("checks", app)).toEqual([]);
    const entry = { action: "check.restored", target: { id, name: "Password" }, details: { ref: "SIGN-1" } };
    expect(await newest()).toMatchObject(entry);
    // Again it changes nothing, and leaves no entry.
    expect((await restore(`/checks/${id}`)).body.data).toEqual(before);
    expect((await newest()).action).toBe("check.restored");
    expect(await world.problems()).toEqual([]);
  });

  test("what happened while it was archived counts: issues fixed, reopened and raised, places taken, platforms added", async () => {
    const { id: app } = await world.app();
    const id = await idOf(app, "SIGN-2");
    await dataOf(world, "POST", "/results", { app, check: id, outcome: "passed" });
    const fixedLater = (await dataOf(world, "POST", "/issues", { app, check: id, text: "a", platforms: ["ios"] })).id;
    const reopened = (await dataOf(world, "POST", "/issues", { app, check: id, text: "b", platforms: ["android"] })).id;
    await dataOf(world, "POST", `/issues/${reopened}/fix`);
    await remove(`/checks/${id}`);
    await dataOf(world, "POST", `/issues/${fixedLater}/fix`);
    await dataOf(world, "POST", `/issues/${reopened}/fix`, { fixed: false });
    await dataOf(world, "POST", "/checks", { app, section: "SIGN", ref: "NEW", title: "New", position: 0 });
    const platforms = ["ios", "android", "web"].map((code) => ({ code, label: code }));
    await dataOf(world, "PATCH", `/apps/${app}`, { platforms });
    expect((await restore(`/checks/${id}`)).status).toBe(200);
    expect(await statuses(id)).toEqual(["needs_retest", "failed", "untested"]);
    expect(await refs(app)).toBe("NEW SIGN-1 SIGN-2 PAY-1");
    expect(await world.problems()).toEqual([]);
    await dataOf(world, "POST", "/results", { app, check: id, outcome: "passed", platforms: ["ios"] });
    expect(await statuses(id)).toEqual(["passed", "failed", "untested"]);
  });

  test("a fix made while it was archived counts as of then, also if the issue had been fixed and passed before", async () => {
    const { id: app } = await world.app();
    const id = await idOf(app, "SIGN-2");
    const issue = (await dataOf(world, "POST", "/issues", { app, check: id, text: "a" })).id;
    await dataOf(world, "POST", `/issues/${issue}/fix`);
    await dataOf(world, "POST", "/results", { app, check: id, outcome: "passed" });
    await remove(`/checks/${id}`);
    await dataOf(world, "POST", `/issues/${issue}/fix`, { fixed: false });
    await dataOf(world, "POST", `/issues/${issue}/fix`);
    await restore(`/checks/${id}`);
    expect(await statuses(id)).toEqual(["needs_retest", "needs_retest"]);
    expect(await world.problems()).toEqual([]);
  });

  test("a ref that was taken meanwhile answers 409, and nothing changes", async () => {
    const { id: app } = await world.app();
    const id = await idOf(app, "PAY-1");
    await remove(`/checks/${id}`);
    const [section] = (await dataOf(world, "GET", `/sections?app=${app}`)).slice(-1);
    await dataOf(world, "POST", "/checks", { app, section: "SIGN", ref: "PAY-1", title: "Another" });
    const taken = await restore(`/checks/${id}`);
    expect([outcomeOf(taken), taken.body.error.message]).toEqual([
      "409 name_taken",
      expect.stringContaining('"PAY-1"'),
    ]);
    await remove(`/sections/${section.id}`);
    await dataOf(world, "POST", "/sections", { app, ref: "PAY", title: "Another" });
    expect(outcomeOf(await restore(`/sections/${section.id}`))).toBe("409 name_taken");
    expect(await refs(app)).toBe("SIGN-1 SIGN-2 PAY-1");
    expect((await archived("sections", app)).map((one: { id: string }) => one.id)).toEqual([section.id]);
    expect(await world.problems()).toEqual([]);
  });

  test("a deleted section comes back at its place, by itself or with a check that was in it", async () => {
    const { id: app, sections } = await world.app();
    const [sign] = sections;
    const ids = [await idOf(app, "SIGN-1"), await idOf(app, "SIGN-2")];
    await dataOf(world, "POST", "/checks/archive", { app, checks: ids });
    await remove(`/sections/${sign.id}`);
    expect(await archived("sections", app)).toEqual([
      { id: sign.id, ref: "SIGN", title: "Sign in", archived_at: expect.any(String) },
    ]);
    expect((await archived("checks", app))[0].section).toEqual({
      id: sign.id,
      ref: "SIGN",
      title: "Sign in",
      archived: true,
    });
    const back = await restore(`/sections/${sign.id}`);
    expect([back.status, back.body.data]).toMatchObject([200, { id: sign.id, ref: "SIGN", checks: 0 }]);
    expect(await newest()).toMatchObject({ action: "section.restored", details: { ref: "SIGN", checks: 0 } });
    expect((await restore(`/sections/${sign.id}`)).body.data).toEqual(back.body.data);
    await remove(`/sections/${sign.id}`);
    expect((await restore(`/checks/${ids[1]}`)).body.data.section.id).toBe(sign.id);
    expect((await restore(`/checks/${ids[0]}`)).status).toBe(200);
    expect(await refs(app)).toBe("SIGN-1 SIGN-2 PAY-1");
    expect(await archived("sections", app)).toEqual([]);
    expect(await world.problems()).toEqual([]);
  });

  test("a section that an import took away comes back with the checks that left with it, and no others", async () => {
    const { id: app, name, sections } = await world.app();
    await remove(`/checks/${await idOf(app, "SIGN-1")}`);
    const file = `name: ${name}\nplatforms: [{code: ios, label: iOS}, {code: android, label: Android}]\nsections:\n  - {ref: PAY, title: Pay, checks: [{ref: PAY-1, title: Card}]}\n`;
    const headers = { "content-type": "application/yaml" };
    const done = await world.call(world.admin, "POST", `/apps/import?app=${app}&prune=true`, file, headers);
    expect(done.status).toBe(200);
    expect(await refs(app)).toBe("PAY-1");
    expect((await restore(`/sections/${sections[0].id}`)).body.data).toMatchObject({ ref: "SIGN", checks: 1 });
    expect(await refs(app)).toBe("SIGN-2 PAY-1");
    expect((await archived("checks", app)).map(({ ref }: { ref: string }) => ref)).toEqual(["SIGN-1"]);
    expect(await world.problems()).toEqual([]);
  });

  test("another section may be named, and must be where the own one is not known any more", async () => {
    const { id: app } = await world.app();
    const id = await idOf(app, "SIGN-1");
    await remove(`/checks/${id}`);
    // Checks that were archived before deleted sections were kept name no section.
    await rowsOf(world, `update "check" set section_id = null where id = '${id}' returning id`);
    expect((await archived("checks", app))[0].section).toBeNull();
    const refused = await restore(`/checks/${id}`);
    expect([outcomeOf(refused), refused.body.error.message]).toEqual([
      "400 invalid_request",
      expect.stringContaining("Name the one to put it into"),
    ]);
    expect(outcomeOf(await restore(`/checks/${id}`, { section: "none" }))).toBe("404 not_found");
    expect((await restore(`/checks/${id}`, { section: "Pay" })).body.data.section.ref).toBe("PAY");
    expect(await refs(app)).toBe("SIGN-2 PAY-1 SIGN-1");
    expect(await world.problems()).toEqual([]);
  });

  test("an archived check is found by its id or its ref in any letters, a deleted section by its id, however many were archived since", async () => {
    const { id: app } = await world.app();
    const [first] = await list(app);
    await remove(`/checks/${first.id}`);
    const titles = Array.from({ length: 120 }, (_, i) => ({ title: `Old ${i}`, ref: `OLD-${i}` }));
    const body = { app, section: first.section.id, checks: titles };
    const old = await dataOf(world, "POST", "/checks/batch", body);
    await dataOf(world, "POST", "/checks/archive", { app, checks: old.map(({ id }: { id: string }) => id) });
    const found = async (path: string) =>
      (await world.call(world.viewer, "GET", `${path}&limit=1`)).body.data.map(({ ref }: { ref: string }) => ref);
    for (const named of [first.id, first.ref, first.ref.toLowerCase()])
      expect(await found(`/checks/archived?app=${app}&check=${named}`)).toEqual([first.ref]);
    expect(await found(`/checks/archived?app=${app}&check=NONE-1`)).toEqual([]);
    // A ref that several had: the latest first, page by page; a page's cursor is of that ref alone.
    const again = await dataOf(world, "POST", "/checks", {
      app,
      section: first.section.id,
      ref: first.ref,
      title: "New",
    });
    await remove(`/checks/${again.id}`);
    const path = `/checks/archived?app=${app}&check=${first.ref}&limit=1`;
    const page = (await world.call(world.viewer, "GET", path)).body;
    const next = (await world.call(world.viewer, "GET", `${path}&cursor=${page.next_cursor}`)).body;
    expect([...page.data, ...next.data].map(({ id }: { id: string }) => id)).toEqual([again.id, first.id]);
    const whole = `/checks/archived?app=${app}&cursor=${page.next_cursor}`;
    expect(outcomeOf(await world.call(world.viewer, "GET", whole))).toBe("400 invalid_cursor");
    const gone = await dataOf(world, "POST", "/sections", { app, title: "Gone", ref: "GONE" });
    await remove(`/sections/${gone.id}`);
    expect(await found(`/sections/archived?app=${app}&section=${gone.id}`)).toEqual(["GONE"]);
    expect(await found(`/sections/archived?app=${app}&section=sec_none`)).toEqual([]);
    expect(await world.problems()).toEqual([]);
  });

  test("archived checks are paged, the latest first, and restored by several at once they come back once", async () => {
    const { id: app } = await world.app();
    const ids = (await list(app)).map(({ id }: { id: string }) => id);
    for (const id of ids) await remove(`/checks/${id}`);
    const path = `/checks/archived?app=${app}&limit=2`;
    const first = (await world.call(world.viewer, "GET", path)).body;
    const next = (await world.call(world.viewer, "GET", `${path}&cursor=${first.next_cursor}`)).body;
    const seen = [...first.data, ...next.data].map(({ id }: { id: string }) => id);
    expect([seen, next.next_cursor]).toEqual([[...ids].reverse(), null]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => restore(`/checks/${ids[0]}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await refs(app)).toBe("SIGN-1");
    expect((await dataOf(world, "GET", `/apps/${app}`)).summary.checks).toBe(1);
    expect(outcomeOf(await restore("/checks/chk_none"))).toBe("404 not_found");
    expect(outcomeOf(await restore("/sections/sec_none"))).toBe("404 not_found");
    expect(await world.problems()).toEqual([]);
  });
});
