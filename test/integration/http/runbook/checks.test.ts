// Checks: adding, changing, moving and archiving them, and marking them not applicable.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

interface Check {
  id: string;
  ref: string;
  title: string;
  platforms: { code: string; status: string }[];
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const list = (app: string): Promise<Check[]> => dataOf(world, "GET", `/checks?app=${app}`);
  const refs = async (app: string) => (await list(app)).map(({ ref }) => ref).join(" ");
  const checkOf = async (app: string, ref: string) => (await list(app)).find((check) => check.ref === ref)!.id;
  const get = (id: string) => dataOf(world, "GET", `/checks/${id}`);
  const add = (app: string, fields: object) => ask(world, world.admin, "POST", "/checks", { app, ...fields });
  const change = (id: string, fields: object) => ask(world, world.admin, "PATCH", `/checks/${id}`, fields);
  const mark = (id: string, platforms: unknown) =>
    ask(world, world.tester, "PUT", `/checks/${id}/not-applicable`, { platforms });
  const record = (app: string, check: string, outcome: string, platforms?: string[]) =>
    dataOf(world, "POST", "/results", { app, check, outcome, platforms });
  const statuses = async (id: string) => (await get(id)).platforms.map(({ status }: { status: string }) => status);

  test("a check shows its app, its section, and for each platform its status, last result and open issues", async () => {
    const { id: app, name, sections } = await world.app();
    const result = { app, check: "SIGN-2", outcome: "failed", platforms: ["android"], note: "Hangs", build: "1.2" };
    const [recorded] = await dataOf(world, "POST", "/results", result);
    await dataOf(world, "POST", "/issues", { app, check: "SIGN-2", text: "Broken", platforms: ["ios"] });
    await dataOf(world, "POST", "/issues", { app, check: "SIGN-2", text: "Broken everywhere" });
    const { id: recordedId, outcome, recorded_by, recorded_at, note, build } = recorded;
    expect(await get(await checkOf(app, "SIGN-2"))).toEqual({
      id: expect.any(String),
      app: { id: app, name },
      section: { id: sections[0].id, ref: "SIGN", title: "Sign in" },
      ref: "SIGN-2",
      title: "Wallet",
      instructions: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      platforms: [
        { code: "ios", status: "failed", last_result: null, open_issues: 2 },
        {
          code: "android",
          status: "failed",
          last_result: { id: recordedId, outcome, recorded_by, recorded_at, note, build },
          open_issues: 1,
        },
      ],
    });
  });

  test("a new check stands at the end of its section, or where it was asked for", async () => {
    const { id } = await world.app();
    const answer = await add(id, { section: "Sign in", ref: "X", title: "New", instructions: "How to" });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/api/v1/checks/${answer.body.data.id}`);
    expect(answer.body.data).toMatchObject({
      ref: "X",
      title: "New",
      instructions: "How to",
      section: { ref: "SIGN" },
    });
    await add(id, { section: "SIGN", ref: "Y", title: "New", position: 1 });
    await add(id, { section: "PAY", ref: "Z", title: "New", position: 0, not_applicable: ["ios"] });
    expect(await refs(id)).toBe("SIGN-1 Y SIGN-2 X Z PAY-1");
    expect(await statuses(await checkOf(id, "Z"))).toEqual(["not_applicable", "untested"]);
    expect(await world.problems()).toEqual([]);
  });

  test.each([
    ["a ref that another check has", { section: "SIGN", ref: "PAY-1", title: "x" }, "409 name_taken"],
    ["no section", { title: "x" }, "400 invalid_request"],
    ["a section that does not exist", { section: "nope", title: "x" }, "404 not_found"],
    ["no title", { section: "SIGN" }, "400 invalid_request"],
    ["an unknown field", { section: "SIGN", title: "x", status: "passed" }, "400 invalid_request"],
    ["an unknown platform", { section: "SIGN", title: "x", not_applicable: ["tv"] }, "400 unknown_platform"],
  ])("a new check with %s is refused and nothing is added", async (_what, fields, outcome) => {
    const { id } = await world.app();
    expect(outcomeOf(await add(id, fields))).toBe(outcome);
    expect(await refs(id)).toBe("SIGN-1 SIGN-2 PAY-1");
  });

  test("a list of checks is added in its order, where it was asked for, each with what it has", async () => {
    const { id } = await world.app();
    const list = [
      { title: "One", instructions: "First\nthen", ref: "ONE" },
      { title: "Two", not_applicable: ["ios"] },
      { title: "Three" },
    ];
    const before = (await dataOf(world, "GET", `/apps/${id}`)).summary.untested;
    const answer = await ask(world, world.admin, "POST", "/checks/batch", {
      app: id,
      section: "SIGN",
      checks: list,
      position: 1,
    });
    expect(answer.status).toBe(201);
    const made = answer.body.data;
    expect(made.map(({ title }: Check) => title)).toEqual(["One", "Two", "Three"]);
    expect(made[0]).toMatchObject({ ref: "ONE", instructions: "First\nthen", section: { ref: "SIGN" } });
    expect(await refs(id)).toBe(`SIGN-1 ONE ${made[1].ref} ${made[2].ref} SIGN-2 PAY-1`);
    for (const one of made) expect(await get(one.id)).toEqual(one);
    expect((await dataOf(world, "GET", `/apps/${id}`)).summary).toMatchObject({ checks: 6, untested: before + 5 });
    expect(await world.problems()).toEqual([]);
  });

  test.each([
    ["no check", [], "400 invalid_request"],
    ["1,001 checks", Array.from({ length: 1_001 }, (_, i) => ({ title: `${i}` })), "400 invalid_request"],
    ["a title of 501 characters", [{ title: "x" }, { title: "y".repeat(501) }], "400 invalid_request"],
    ["a ref that another has", [{ title: "x" }, { title: "y", ref: "PAY-1" }], "409 name_taken"],
    [
      "a ref that appears twice",
      [
        { title: "x", ref: "N" },
        { title: "y", ref: "N" },
      ],
      "409 name_taken",
    ],
    ["an unknown platform", [{ title: "x" }, { title: "y", not_applicable: ["tv"] }], "400 unknown_platform"],
  ])("a list with %s is refused whole", async (_what, list, outcome) => {
    const { id } = await world.app();
    const body = { app: id, section: "SIGN", checks: list };
    expect(outcomeOf(await ask(world, world.admin, "POST", "/checks/batch", body))).toBe(outcome);
    expect(await refs(id)).toBe("SIGN-1 SIGN-2 PAY-1");
  });

  test("checks are archived together, all or none; those that are archived already stay so", async () => {
    const { id } = await world.app();
    const other = await world.app();
    const ids = await Promise.all(["SIGN-1", "PAY-1"].map((ref) => checkOf(id, ref)));
    const archive = (checks: unknown) => ask(world, world.admin, "POST", "/checks/archive", { app: id, checks });
    expect(outcomeOf(await archive([ids[0], "chk_nope"]))).toBe("404 not_found");
    expect(outcomeOf(await archive([ids[0], await checkOf(other.id, "PAY-1")]))).toBe("404 not_found");
    expect(outcomeOf(await archive([]))).toBe("400 invalid_request");
    expect(await refs(id)).toBe("SIGN-1 SIGN-2 PAY-1");
    expect((await archive([ids[0]])).body.data).toEqual({ archived: [ids[0]] });
    expect((await archive([ids[0], ids[1], ids[1]])).body.data).toEqual({ archived: [ids[1]] });
    expect((await archive(ids)).body.data).toEqual({ archived: [] });
    expect(await refs(id)).toBe("SIGN-2");
    expect(await world.problems()).toEqual([]);
  });

  test("a check is put behind another, whatever was added meanwhile; a place is named once, and in its section", async () => {
    const { id } = await world.app();
    await add(id, { section: "SIGN", ref: "X", title: "x", after: "SIGN-1" });
    const body = {
      app: id,
      section: "SIGN",
      checks: [
        { ref: "Y", title: "y" },
        { ref: "Z", title: "z" },
      ],
    };
    await ask(world, world.admin, "POST", "/checks/batch", { ...body, after: await checkOf(id, "X") });
    expect(await refs(id)).toBe("SIGN-1 X Y Z SIGN-2 PAY-1");
    expect((await change(await checkOf(id, "SIGN-1"), { after: "Z" })).status).toBe(200);
    expect((await change(await checkOf(id, "X"), { section: "PAY", after: "PAY-1" })).status).toBe(200);
    expect((await change(await checkOf(id, "Z"), { after: "Y" })).status).toBe(200);
    expect(await refs(id)).toBe("Y Z SIGN-1 SIGN-2 PAY-1 X");
    expect(outcomeOf(await add(id, { section: "SIGN", title: "x", after: "PAY-1" }))).toBe("404 not_found");
    expect(outcomeOf(await add(id, { section: "SIGN", title: "x", after: "Y", position: 0 }))).toBe(
      "400 invalid_request",
    );
    expect(outcomeOf(await change(await checkOf(id, "Y"), { after: "Y" }))).toBe("404 not_found");
    expect(await refs(id)).toBe("Y Z SIGN-1 SIGN-2 PAY-1 X");
    expect(await world.problems()).toEqual([]);
  });

  test("the tag that a new check is answered with is the tag it has", async () => {
    const { id } = await world.app();
    const { headers, body } = await add(id, { section: "SIGN", title: "New", position: 0, not_applicable: ["ios"] });
    const tag = headers.get("etag")!;
    expect((await world.call(world.viewer, "GET", `/checks/${body.data.id}`)).headers.get("etag")).toBe(tag);
    const section = await world.call(world.admin, "POST", "/sections", { app: id, title: "New", position: 0 });
    const read = await world.call(world.viewer, "GET", `/sections/${section.body.data.id}`);
    expect(read.headers.get("etag")).toBe(section.headers.get("etag"));
  });

  test("the section of another app is no section of this one", async () => {
    const [one, other] = [await world.app(), await world.app()];
    const section = other.sections[0].id;
    expect(outcomeOf(await add(one.id, { section, title: "x" }))).toBe("404 not_found");
    expect(outcomeOf(await change(await checkOf(one.id, "PAY-1"), { section }))).toBe("404 not_found");
  });

  test("title, ref and instructions can be changed; an issue shows the new ones", async () => {
    const { id: app } = await world.app();
    const issue = await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" });
    const id = issue.check.id;
    const changed = await change(id, { title: "Debit card", ref: "PAY-9", instructions: "Pay 1 €" });
    expect(changed.body.data).toMatchObject({ title: "Debit card", ref: "PAY-9", instructions: "Pay 1 €" });
    expect((await dataOf(world, "GET", `/issues/${issue.id}`)).check).toEqual({
      id,
      ref: "PAY-9",
      title: "Debit card",
    });
    expect((await change(id, { instructions: null })).body.data.instructions).toBeNull();
    expect(outcomeOf(await change(id, { ref: "SIGN-1" }))).toBe("409 name_taken");
    expect(outcomeOf(await change(id, { ref: "PAY-9" }))).toBe("200");
  });

  test.each([[{}], [{ status: "passed" }], [{ title: "" }], [{ position: -1 }], [{ app: "x" }], [{ platforms: [] }]])(
    "PATCH of a check with %j answers 400",
    async (fields) => {
      const { id } = await world.app();
      expect(outcomeOf(await change(await checkOf(id, "PAY-1"), fields))).toBe("400 invalid_request");
    },
  );

  test.each([
    ["SIGN-1", { position: 1 }, "SIGN-2 SIGN-1 PAY-1"],
    ["SIGN-2", { position: 0 }, "SIGN-2 SIGN-1 PAY-1"],
    ["SIGN-1", { position: 50 }, "SIGN-2 SIGN-1 PAY-1"],
    ["SIGN-1", { position: 0 }, "SIGN-1 SIGN-2 PAY-1"],
    ["SIGN-1", { section: "PAY" }, "SIGN-2 PAY-1 SIGN-1"],
    ["SIGN-1", { section: "Pay", position: 0 }, "SIGN-2 SIGN-1 PAY-1"],
    ["PAY-1", { section: "SIGN", position: 1 }, "SIGN-1 PAY-1 SIGN-2"],
    ["PAY-1", { section: "SIGN", position: 99 }, "SIGN-1 SIGN-2 PAY-1"],
  ])("moving %s to %j gives the runbook %s", async (ref, where, order) => {
    const { id } = await world.app();
    expect((await change(await checkOf(id, ref), where)).status).toBe(200);
    expect(await refs(id)).toBe(order);
  });

  test("a check that moves to another section takes its statuses and counts along", async () => {
    const { id: app } = await world.app();
    await record(app, "SIGN-1", "passed", ["ios"]);
    await change(await checkOf(app, "SIGN-1"), { section: "PAY" });
    const { sections } = await dataOf(world, "GET", `/apps/${app}`);
    expect(sections).toMatchObject([
      { checks: 1, summary: { passed: 0, untested: 2 } },
      { checks: 2, summary: { passed: 1, untested: 3 } },
    ]);
    expect(await world.problems()).toEqual([]);
  });

  test("a deleted check is archived: it leaves the runbook, and its issue keeps its check", async () => {
    const { id: app } = await world.app();
    const id = await checkOf(app, "PAY-1");
    const issue = await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" });
    const [result] = await record(app, "PAY-1", "passed", ["ios"]);
    expect((await ask(world, world.admin, "DELETE", `/checks/${id}`)).status).toBe(204);
    expect(await refs(app)).toBe("SIGN-1 SIGN-2");
    expect((await dataOf(world, "GET", `/issues/${issue.id}`)).check).toEqual({ id, ref: "PAY-1", title: "Card" });
    const listed = await dataOf(world, "GET", `/issues?check=${id}`);
    expect(listed.map((one: { id: string }) => one.id)).toEqual([issue.id]);
    expect(await dataOf(world, "GET", `/results?app=${app}`)).toEqual([result]);
    for (const state of [true, false, true]) {
      const { status } = await dataOf(world, "POST", `/issues/${issue.id}/fix`, { fixed: state });
      expect(status).toBe(state ? "fixed" : "open");
    }
    expect(await world.problems()).toEqual([]);
  });

  test("for every other purpose an archived check is gone, and its ref is free again", async () => {
    const { id: app } = await world.app();
    const id = await checkOf(app, "PAY-1");
    await dataOf(world, "DELETE", `/checks/${id}`);
    const late = { app, check: id, outcome: "passed", text: undefined };
    const answers = [
      await ask(world, world.admin, "GET", `/checks/${id}`),
      await change(id, { title: "x" }),
      await ask(world, world.admin, "DELETE", `/checks/${id}`),
      await mark(id, []),
      await ask(world, world.admin, "POST", "/results", late),
      await ask(world, world.admin, "POST", "/results", { ...late, check: "PAY-1" }),
      await ask(world, world.admin, "POST", "/issues", { app, check: "PAY-1", text: "Broken" }),
    ];
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => "404 not_found"));
    expect(outcomeOf(await add(app, { section: "PAY", ref: "PAY-1", title: "Card" }))).toBe("201");
  });

  test("the list given as not applicable replaces the one before; a repeated code counts once", async () => {
    const { id: app } = await world.app();
    const id = await checkOf(app, "PAY-1");
    expect(
      (await mark(id, ["ios", "ios"])).body.data.platforms.map(({ status }: Check["platforms"][0]) => status),
    ).toEqual(["not_applicable", "untested"]);
    await mark(id, ["android"]);
    expect(await statuses(id)).toEqual(["untested", "not_applicable"]);
    await mark(id, []);
    expect(await statuses(id)).toEqual(["untested", "untested"]);
  });

  test("what is not applicable stays so whatever is raised or recorded, and then reads what those say", async () => {
    const { id: app } = await world.app();
    const id = await checkOf(app, "PAY-1");
    await mark(id, ["ios", "android"]);
    await record(app, "PAY-1", "passed", ["ios", "android"]);
    const issue = await dataOf(world, "POST", "/issues", {
      app,
      check: "PAY-1",
      text: "Broken",
      platforms: ["android"],
    });
    expect(await statuses(id)).toEqual(["not_applicable", "not_applicable"]);
    await mark(id, []);
    expect(await statuses(id)).toEqual(["passed", "failed"]);
    await mark(id, ["android"]);
    await dataOf(world, "POST", `/issues/${issue.id}/fix`);
    await mark(id, []);
    expect(await statuses(id)).toEqual(["passed", "needs_retest"]);
    expect(await world.problems()).toEqual([]);
  });

  test.each([
    ["an unknown platform", { platforms: ["ios", "tv"] }, "400 unknown_platform"],
    ["no list", {}, "400 invalid_request"],
    ["null", { platforms: null }, "400 invalid_request"],
    ["one code as text", { platforms: "ios" }, "400 invalid_request"],
    ["an unknown field", { platforms: [], platform: "ios" }, "400 invalid_request"],
  ])("not applicable with %s is refused and changes nothing", async (_what, body, outcome) => {
    const { id: app } = await world.app();
    const id = await checkOf(app, "PAY-1");
    await mark(id, ["android"]);
    expect(outcomeOf(await ask(world, world.tester, "PUT", `/checks/${id}/not-applicable`, body))).toBe(outcome);
    expect(await statuses(id)).toEqual(["untested", "not_applicable"]);
  });

  test("an issue partly fixed never reads open with nothing left open: not when its last open platform is marked", async () => {
    const repositories = ["ios", "android"].map((code) => ({ repo: `acme/${code}`, platforms: [code] }));
    const { id: app } = await world.app({ repositories });
    const issue = await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" });
    await dataOf(world, "POST", `/issues/${issue.id}/fix`, { platforms: ["ios"] });
    await mark(issue.check.id, ["android"]);
    const { status, still_open_on } = await dataOf(world, "GET", `/issues/${issue.id}`);
    expect(status === "open" && still_open_on.length === 0).toBe(false);
  });

  test.each(["/checks/nope", "/checks/PAY-1", "/checks/%00", "/sections/%00", "/issues/%00", "/keys/%00"])(
    "GET %s finds nothing: what stands there is no id",
    async (path) => {
      const { status } = await ask(world, world.admin, "GET", path);
      expect(path.endsWith("%00") ? [400, 404] : [404]).toContain(status);
    },
  );
});
