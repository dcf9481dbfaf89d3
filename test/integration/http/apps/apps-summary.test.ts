// The counts of an app: what passed, failed, needs a retest, is untested or not applicable, and the share that is done.
import { describe, expect, test } from "vitest";
import { dataOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const EMPTY = { passed: 0, failed: 0, needs_retest: 0, untested: 0, not_applicable: 0 };

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const record = (app: string, check: string, outcome: string, platforms?: string[]) =>
    dataOf(world, "POST", "/results", { app, check, outcome, platforms });
  const raise = (app: string, check: string, platforms?: string[]) =>
    dataOf(world, "POST", "/issues", { app, check, text: "Broken", platforms });
  const fix = (id: string, fixed = true) => dataOf(world, "POST", `/issues/${id}/fix`, { fixed });
  const summaryOf = async (app: string) => (await dataOf(world, "GET", `/apps/${app}`)).summary;
  /** An app of one platform, whose checks are C1 to Cn in one section. */
  const plain = async (checks: number, fields = {}) =>
    (
      await world.app({
        platforms: [{ code: "web", label: "Web" }],
        sections: [
          {
            title: "All",
            checks: Array.from({ length: checks }, (_, i) => ({ ref: `C${i + 1}`, title: `Check ${i}` })),
          },
        ],
        ...fields,
      })
    ).id as string;

  test("counts are of platform-checks, so a check on four platforms counts four times", async () => {
    const platforms = ["a", "b", "c", "d"].map((code) => ({ code, label: code }));
    const id = await plain(1, { platforms });
    expect(await summaryOf(id)).toEqual({ ...EMPTY, checks: 1, untested: 4, percent_complete: 0, open_issues: 0 });
    await record(id, "C1", "passed", ["a"]);
    await record(id, "C1", "failed", ["b"]);
    const { id: issue } = await raise(id, "C1", ["c"]);
    await fix(issue);
    await dataOf(world, "PUT", `/checks/${(await dataOf(world, "GET", `/checks?app=${id}`))[0].id}/not-applicable`, {
      platforms: ["d"],
    });
    const counts = { passed: 1, failed: 1, needs_retest: 1, untested: 0, not_applicable: 1 };
    expect(await summaryOf(id)).toEqual({ ...counts, checks: 1, percent_complete: 66, open_issues: 0 });
    const { sections } = await dataOf(world, "GET", `/apps/${id}`);
    expect(sections[0]).toMatchObject({ checks: 1, summary: counts });
  });

  test("a pass with an issue open against it counts as failed, once, however many issues are open", async () => {
    const id = await plain(1);
    await record(id, "C1", "passed");
    const first = await raise(id, "C1");
    const second = await raise(id, "C1", ["web"]);
    expect(await summaryOf(id)).toMatchObject({ passed: 0, failed: 1, open_issues: 2, percent_complete: 100 });
    await fix(first.id);
    expect(await summaryOf(id)).toMatchObject({ failed: 1, needs_retest: 0, open_issues: 1 });
    await fix(second.id);
    expect(await summaryOf(id)).toMatchObject({ failed: 0, needs_retest: 1, open_issues: 0, percent_complete: 0 });
  });

  test("only a result after the fix makes needs_retest the recorded outcome", async () => {
    const id = await plain(1);
    const { id: issue } = await raise(id, "C1");
    await record(id, "C1", "passed");
    expect(await summaryOf(id)).toMatchObject({ failed: 1, passed: 0 });
    await fix(issue);
    expect(await summaryOf(id)).toMatchObject({ needs_retest: 1, passed: 0 });
    await record(id, "C1", "passed");
    expect(await summaryOf(id)).toMatchObject({ passed: 1, needs_retest: 0 });
    await fix(issue, false);
    expect(await summaryOf(id)).toMatchObject({ failed: 1, passed: 0 });
  });

  test("an open issue does not change what is marked not applicable", async () => {
    const id = await plain(2);
    const [check] = await dataOf(world, "GET", `/checks?app=${id}`);
    await dataOf(world, "PUT", `/checks/${check.id}/not-applicable`, { platforms: ["web"] });
    await raise(id, "C1");
    expect(await summaryOf(id)).toMatchObject({ not_applicable: 1, failed: 0, untested: 1, open_issues: 1 });
    await dataOf(world, "PUT", `/checks/${check.id}/not-applicable`, { platforms: [] });
    expect(await summaryOf(id)).toMatchObject({ not_applicable: 0, failed: 1, untested: 1 });
  });

  test.each([
    [1, 0, 0],
    [3, 1, 33],
    [3, 2, 66],
    [3, 3, 100],
    [7, 6, 85],
    [8, 1, 12],
    [200, 1, 0],
    [200, 199, 99],
    [200, 200, 100],
    [1, 1, 100],
  ])("of %i testable, %i tested is %i percent: rounded down", async (checks, tested, percent) => {
    const id = await plain(checks);
    const results = Array.from({ length: tested }, (_, i) => ({
      check: `C${i + 1}`,
      outcome: i % 2 === 0 ? "passed" : "failed",
    }));
    if (tested > 0) await dataOf(world, "POST", "/results", { app: id, results });
    expect(await summaryOf(id)).toMatchObject({ checks, untested: checks - tested, percent_complete: percent });
  });

  test.each([
    ["an app without sections", { sections: [] }],
    ["an app without checks", { sections: [{ title: "Empty" }] }],
    ["an app where nothing applies", { sections: [{ title: "S", checks: [{ title: "C", not_applicable: ["web"] }] }] }],
  ])("%s is 0 percent complete", async (_what, fields) => {
    expect(await summaryOf(await plain(0, fields))).toMatchObject({ percent_complete: 0, untested: 0 });
  });

  test("what is not applicable does not count in the share", async () => {
    const checks = [
      { ref: "C1", title: "One" },
      { ref: "C2", title: "Two", not_applicable: ["web"] },
    ];
    const id = await plain(0, { sections: [{ title: "S", checks }] });
    await record(id, "C1", "passed");
    expect(await summaryOf(id)).toMatchObject({ checks: 2, passed: 1, not_applicable: 1, percent_complete: 100 });
  });

  test("an archived check counts nowhere, and its open issue stays an open issue", async () => {
    const id = await plain(2);
    await raise(id, "C1");
    await record(id, "C2", "passed");
    const [check] = await dataOf(world, "GET", `/checks?app=${id}`);
    await dataOf(world, "DELETE", `/checks/${check.id}`);
    const counts = { ...EMPTY, passed: 1 };
    expect(await summaryOf(id)).toEqual({ ...counts, checks: 1, percent_complete: 100, open_issues: 1 });
    const [entry] = (await dataOf(world, "GET", "/apps")).filter((app: { id: string }) => app.id === id);
    expect(entry).toMatchObject({ checks: 1, open_issues: 1 });
  });

  test("issues on a section or on nothing count as open and fail no check", async () => {
    const id = await plain(1, { mode: "live" });
    await dataOf(world, "POST", "/issues", { app: id, text: "On nothing" });
    await dataOf(world, "POST", "/issues", { app: id, section: "All", text: "On a section" });
    expect(await summaryOf(id)).toMatchObject({ failed: 0, untested: 1, open_issues: 2 });
  });

  test("the summary is the sum of the sections, and agrees with the facts", async () => {
    const { id } = await world.app();
    await record(id, "SIGN-1", "passed");
    await raise(id, "PAY-1", ["ios"]);
    const { summary, sections } = await dataOf(world, "GET", `/apps/${id}`);
    for (const field of Object.keys(EMPTY)) {
      const sum = sections.reduce(
        (total: number, { summary: one }: { summary: Record<string, number> }) => total + one[field]!,
        0,
      );
      expect(summary[field], field).toBe(sum);
    }
    expect(await world.problems()).toEqual([]);
  });
});
