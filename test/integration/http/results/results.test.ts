// Recording results: one or a batch, on named platforms or on every one that applies.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

interface Result {
  id: string;
  check: { ref: string };
  platform: string;
  outcome: string;
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const record = (app: string, fields: object) => ask(world, world.tester, "POST", "/results", { app, ...fields });
  const listed = (app: string): Promise<Result[]> => dataOf(world, "GET", `/results?app=${app}&limit=200`);
  const statuses = async (app: string) => {
    const checks = await dataOf(world, "GET", `/checks?app=${app}&limit=200`);
    return checks.map(({ platforms }: { platforms: { status: string }[] }) =>
      platforms.map(({ status }) => status).join(" "),
    );
  };
  const manyChecks = async (checks: number) =>
    (
      await world.app({
        sections: [
          {
            ref: "S",
            title: "S",
            checks: Array.from({ length: checks }, (_, i) => ({ ref: `c${i}`, title: `t${i}` })),
          },
        ],
      })
    ).id as string;

  test("a result says its app, check, platform, outcome, note and build, and who recorded it when", async () => {
    const { id: app, name } = await world.app();
    const before = new Date().toISOString();
    const note = "Line one\nline two";
    const fields = { check: "PAY-1", outcome: "failed", platforms: ["android"], note, build: "2.0 (17)" };
    const answer = await record(app, fields);
    expect(answer.status).toBe(201);
    const [result] = answer.body.data;
    expect(answer.body.data).toEqual([
      {
        id: expect.any(String),
        app: { id: app, name },
        check: { id: expect.any(String), ref: "PAY-1", title: "Card" },
        platform: "android",
        outcome: "failed",
        note,
        build: "2.0 (17)",
        recorded_by: "tester key via API",
        recorded_at: expect.any(String),
      },
    ]);
    expect(result.recorded_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(result.recorded_at >= before && result.recorded_at <= new Date().toISOString()).toBe(true);
    expect(await listed(app)).toEqual([result]);
  });

  test.each([
    ["omitted", {}],
    ["an empty list", { platforms: [] }],
  ])("platforms %s means every platform on which the check is applicable", async (_what, fields) => {
    const { id: app } = await world.app();
    const both = await record(app, { check: "SIGN-1", outcome: "passed", ...fields });
    expect(both.body.data.map(({ platform }: Result) => platform).sort()).toEqual(["android", "ios"]);
    const [, check] = await dataOf(world, "GET", `/checks?app=${app}`);
    await dataOf(world, "PUT", `/checks/${check.id}/not-applicable`, { platforms: ["ios"] });
    const one = await record(app, { check: "SIGN-2", outcome: "passed", ...fields });
    expect(one.body.data.map(({ platform }: Result) => platform)).toEqual(["android"]);
    expect(await statuses(app)).toEqual(["passed passed", "not_applicable passed", "untested untested"]);
  });

  test("a repeated platform code counts once", async () => {
    const { id: app } = await world.app();
    const { body } = await record(app, { check: "PAY-1", outcome: "passed", platforms: ["ios", "ios"] });
    expect(body.data.length).toBe(1);
  });

  test("a check is found by its id, ref or exact title", async () => {
    const { id: app } = await world.app();
    const checks = await dataOf(world, "GET", `/checks?app=${app}`);
    for (const check of [checks[2].id, "PAY-1", "Card"]) {
      const [result] = (await record(app, { check, outcome: "passed" })).body.data;
      expect(result.check.id).toBe(checks[2].id);
    }
    expect(outcomeOf(await record(app, { check: "card", outcome: "passed" }))).toBe("404 not_found");
  });

  test("a title in two sections answers 409 ambiguous_check unless the section decides", async () => {
    const sections = ["A", "B"].map((ref) => ({ ref, title: ref, checks: [{ ref: `${ref}-1`, title: "Same" }] }));
    const { id: app } = await world.app({ sections });
    const fields = { check: "Same", outcome: "passed" };
    expect(outcomeOf(await record(app, fields))).toBe("409 ambiguous_check");
    expect(outcomeOf(await record(app, { results: [fields] }))).toBe("409 ambiguous_check");
    expect((await record(app, { ...fields, section: "B" })).body.data[0].check.ref).toBe("B-1");
    expect(outcomeOf(await record(app, { ...fields, section: "C" }))).toBe("404 not_found");
    expect(await statuses(app)).toEqual(["untested untested", "passed passed"]);
  });

  test.each([1, 21])(
    "where a ref equals another check's id or title, the id and then the ref wins, in a batch of %i",
    async (times) => {
      const { id: app } = await world.app();
      const [first, second, third] = await dataOf(world, "GET", `/checks?app=${app}`);
      await dataOf(world, "PATCH", `/checks/${second.id}`, { ref: first.id });
      await dataOf(world, "PATCH", `/checks/${third.id}`, { ref: first.title });
      const meant = async (check: string) => {
        const results = Array.from({ length: times }, () => ({ check, outcome: "passed" }));
        return (await record(app, { results })).body.data[0].check.id;
      };
      expect(await meant(first.id)).toBe(first.id);
      expect(await meant(first.title)).toBe(third.id);
    },
  );

  test("a name means the same check in a small batch as in a large one", async () => {
    const sections = [
      { ref: "A", title: "A", checks: [{ ref: "Login", title: "First" }] },
      { ref: "B", title: "B", checks: [{ ref: "B-1", title: "Login" }] },
    ];
    const { id: app } = await world.app({ sections });
    const entry = { check: "Login", section: "B", outcome: "passed" };
    const small = await record(app, { results: [entry] });
    const large = await record(app, { results: Array.from({ length: 25 }, () => entry) });
    expect(outcomeOf(small)).toBe(outcomeOf(large));
  });

  test("a large batch finds what was renamed since the one before by its new name alone", async () => {
    const app = await manyChecks(25);
    const batch = (first: string) =>
      record(app, {
        results: Array.from({ length: 25 }, (_, i) => ({ check: i === 0 ? first : `t${i}`, outcome: "passed" })),
      });
    const { body } = await batch("t0");
    const renamed = { title: "another" };
    expect((await ask(world, world.admin, "PATCH", `/checks/${body.data[0].check.id}`, renamed)).status).toBe(200);
    expect(outcomeOf(await batch("t0"))).toBe("404 not_found");
    const again = await batch("another");
    expect(again.status).toBe(201);
    expect(again.body.data[0].check).toEqual({ ...body.data[0].check, ...renamed });
  });

  test("the last of several results of one check in a batch stands", async () => {
    const { id: app } = await world.app();
    for (const size of [3, 30]) {
      const results = Array.from({ length: size }, (_, i) => ({
        check: "PAY-1",
        platforms: ["ios"],
        outcome: i === size - 1 ? "passed" : "failed",
      }));
      const { body } = await record(app, { results });
      expect((await statuses(app))[2]).toBe("passed untested");
      expect((await listed(app)).slice(0, size)).toEqual([...body.data].reverse());
    }
  });

  test("a batch of 1,000 is recorded as a whole, in the order given", async () => {
    const app = await manyChecks(500);
    const results = Array.from({ length: 1_000 }, (_, i) => ({
      check: `c${i % 500}`,
      platforms: [i < 500 ? "ios" : "android"],
      outcome: i % 2 === 0 ? "passed" : "failed",
      note: `Result ${i}`,
    }));
    const { status, body } = await record(app, { results });
    expect(status).toBe(201);
    expect(body.data.map(({ note }: { note: string }) => note)).toEqual(results.map(({ note }) => note));
    const { summary } = await dataOf(world, "GET", `/apps/${app}`);
    expect(summary).toMatchObject({ passed: 500, failed: 500, untested: 0, percent_complete: 100 });
    expect(await world.problems()).toEqual([]);
  });

  test("a batch of 1,000 is recorded right after 10,000 checks were imported, before the database knows of their number", async () => {
    const checks = Array.from({ length: 10_000 }, (_, i) => ({ ref: `BIG-${i}`, title: `The ${i}th thing works` }));
    const platforms = [{ code: "web", label: "Web" }];
    const file = { name: "Large", platforms, sections: [{ ref: "BIG", title: "Big", checks }] };
    const imported = await ask(world, world.admin, "POST", "/apps/import", file);
    const results = checks.slice(0, 1_000).map(({ ref }) => ({ check: ref, outcome: "passed" }));
    const answer = await record(imported.body.data.app.id, { results });
    expect([answer.status, answer.body.data?.length]).toEqual([201, 1_000]);
  });

  test("a batch of 1,000 with a bad entry at the end records nothing, and the answer says which", async () => {
    const app = await manyChecks(10);
    const good = Array.from({ length: 999 }, (_, i) => ({ check: `c${i % 10}`, outcome: "passed" }));
    const bad = [
      [{ check: "nope", outcome: "passed" }, "404 not_found"],
      [{ check: "c1", outcome: "passed", platforms: ["tv"] }, "400 unknown_platform"],
      [{ check: "c1", outcome: "passed", section: "nope" }, "404 not_found"],
      [{ check: "c1", outcome: "skipped" }, "400 invalid_request"],
      [{ check: "c1", outcome: "passed", platform: "ios" }, "400 invalid_request"],
    ] as const;
    for (const [entry, outcome] of bad) {
      const answer = await record(app, { results: [...good, entry] });
      expect(outcomeOf(answer)).toBe(outcome);
      expect(answer.body.error.message).toContain("results[999]");
    }
    expect(await listed(app)).toEqual([]);
    expect((await dataOf(world, "GET", `/apps/${app}`)).summary).toMatchObject({ untested: 20 });
  });

  test.each([
    ["1,001 results", Array.from({ length: 1_001 }, () => ({ check: "PAY-1", outcome: "passed" }))],
    ["no results", []],
    ["results that are no list", { check: "PAY-1", outcome: "passed" }],
  ])("a batch of %s answers 400 and records nothing", async (_what, results) => {
    const { id: app } = await world.app();
    const answer = await record(app, { results });
    expect(outcomeOf(answer)).toBe("400 invalid_request");
    expect(answer.body.error.message).toContain("results");
    expect(await listed(app)).toEqual([]);
  });

  test.each([
    ["no check", { outcome: "passed" }, "400 invalid_request"],
    ["no outcome", { check: "PAY-1" }, "400 invalid_request"],
    ["an unknown outcome", { check: "PAY-1", outcome: "Passed" }, "400 invalid_request"],
    ["a status as outcome", { check: "PAY-1", outcome: "needs_retest" }, "400 invalid_request"],
    ["an unknown platform", { check: "PAY-1", outcome: "passed", platforms: ["ios", "tv"] }, "400 unknown_platform"],
    ["a misspelt field", { check: "PAY-1", outcome: "passed", platform: ["ios"] }, "400 invalid_request"],
    ["a time of its own", { check: "PAY-1", outcome: "passed", recorded_at: "2020-01-01" }, "400 invalid_request"],
    ["a recorder of its own", { check: "PAY-1", outcome: "passed", recorded_by: "me" }, "400 invalid_request"],
    ["a note that is no text", { check: "PAY-1", outcome: "passed", note: 5 }, "400 invalid_request"],
    ["an unknown check", { check: "nope", outcome: "passed" }, "404 not_found"],
    ["both forms at once", { check: "PAY-1", outcome: "passed", results: [] }, "400 invalid_request"],
  ])("a result with %s is refused and nothing is recorded", async (_what, fields, outcome) => {
    const { id: app } = await world.app();
    expect(outcomeOf(await record(app, fields))).toBe(outcome);
    expect(await listed(app)).toEqual([]);
  });

  test("a check named with a NUL or half a character is not found, alone or in a batch, and never an error of ours", async () => {
    const { id: app } = await world.app();
    for (const name of ["\0", "PAY-1\0", "PAY-1\ud800"]) {
      const entry = { check: name, outcome: "passed" };
      const batches = [1, 25].map((times) => ({ results: Array.from({ length: times }, () => entry) }));
      for (const fields of [entry, ...batches, { ...entry, check: "PAY-1", platforms: [name] }]) {
        expect([400, 404]).toContain((await record(app, fields)).status);
      }
    }
  });

  test("results of many at the same time are all recorded, and the facts agree", async () => {
    const { id: app } = await world.app();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        record(app, { check: "PAY-1", outcome: i % 2 === 0 ? "passed" : "failed", note: `n${i}` }),
      ),
    );
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => "201"));
    const all = await listed(app);
    expect(all.length).toBe(60);
    const latest = all.find(({ platform }) => platform === "ios")!;
    expect((await statuses(app))[2]).toContain(latest.outcome);
    expect(await world.problems()).toEqual([]);
  });
});
