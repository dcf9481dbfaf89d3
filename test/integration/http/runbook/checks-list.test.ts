// The list of checks: runbook order, pages, and the filters by section, status and platform.
import { beforeAll, describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let app: string;
  beforeAll(async () => {
    app = await makeApp();
  });

  /** Five sections of twelve checks, "s0-c0" to "s4-c11". */
  async function makeApp(): Promise<string> {
    const sections = Array.from({ length: 5 }, (_, s) => ({
      ref: `s${s}`,
      title: `Section ${s}`,
      checks: Array.from({ length: 12 }, (_, c) => ({ ref: `s${s}-c${c}`, title: `Check ${c}` })),
    }));
    return (await world.app({ sections })).id;
  }
  const runbook = () => Array.from({ length: 60 }, (_, i) => `s${Math.floor(i / 12)}-c${i % 12}`);
  const page = (query: string) => ask(world, world.viewer, "GET", `/checks?${query}`);
  const refsOf = (checks: { ref: string }[]) => checks.map(({ ref }) => ref);
  const found = async (query: string) => refsOf((await page(query)).body.data).join(" ");

  async function walk(query: string): Promise<string[][]> {
    const pages: string[][] = [];
    for (let cursor = ""; ; ) {
      const { body } = await page(query + cursor);
      pages.push(refsOf(body.data));
      if (body.next_cursor === null) return pages;
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
    }
  }

  test("a page holds 50 checks by default, in runbook order, and the last page has no cursor", async () => {
    const pages = await walk(`app=${app}`);
    expect(pages.map(({ length }) => length)).toEqual([50, 10]);
    expect(pages.flat()).toEqual(runbook());
  });

  test.each([
    [1, 60],
    [7, 9],
    [12, 5],
    [30, 2],
    [60, 1],
    [200, 1],
  ])("pages of %i give every check once in %i pages", async (limit, pages) => {
    const walked = await walk(`app=${app}&limit=${limit}`);
    expect(walked.length).toBe(pages);
    expect(walked.flat()).toEqual(runbook());
  });

  test.each(["0", "201", "-1", "1.5", "1e2", "0x10", "%2050", "", "abc", "007", "9999999999999999999"])(
    "limit=%s answers 400 and names the limit",
    async (limit) => {
      const answer = await page(`app=${app}&limit=${limit}`);
      expect(outcomeOf(answer)).toBe("400 invalid_request");
      expect(answer.body.error.message).toContain("limit");
    },
  );

  test("a cursor goes on with another limit, but with no other filter or app", async () => {
    const other = await makeApp();
    const { next_cursor } = (await page(`app=${app}&limit=5`)).body;
    const cursor = `cursor=${encodeURIComponent(next_cursor)}`;
    expect(refsOf((await page(`app=${app}&limit=2&${cursor}`)).body.data)).toEqual(["s0-c5", "s0-c6"]);
    for (const query of [
      `app=${other}`,
      `app=${app}&section=s0`,
      `app=${app}&status=untested`,
      `app=${app}&platform=ios`,
    ]) {
      expect(outcomeOf(await page(`${query}&${cursor}`)), query).toBe("400 invalid_cursor");
    }
    for (const list of ["results", "issues"]) {
      const answer = await ask(world, world.viewer, "GET", `/${list}?app=${app}&${cursor}`);
      expect(outcomeOf(answer), list).toBe("400 invalid_cursor");
    }
  });

  test("an edited or invented cursor answers 400 invalid_cursor", async () => {
    const { next_cursor: good } = (await page(`app=${app}&limit=5`)).body;
    const last = good.at(-1);
    const next = String.fromCharCode(last.charCodeAt(0) + 1);
    const flipped = good.slice(0, 8) + (good[8] === "A" ? "B" : "A") + good.slice(9);
    const edited = [
      `${good}!`,
      `${good}=`,
      ` ${good}`,
      good.slice(0, -1),
      good.slice(0, -1) + next,
      flipped,
      "",
      "e30",
      "null",
    ];
    for (const cursor of edited) {
      const answer = await page(`app=${app}&limit=5&cursor=${encodeURIComponent(cursor)}`);
      expect(outcomeOf(answer), cursor).toBe("400 invalid_cursor");
    }
  });

  test("a cursor works on another server, and only for the key it was made for", async () => {
    const second = await world.anotherServer();
    const { next_cursor } = (await page(`app=${app}&limit=5`)).body;
    const path = `/checks?app=${app}&limit=1&cursor=${encodeURIComponent(next_cursor)}`;
    const answer = await world.callAt(second, world.viewer, "GET", path);
    expect(refsOf(answer.body.data)).toEqual(["s0-c5"]);
    expect(outcomeOf(await world.callAt(second, world.tester, "GET", path))).toBe("400 invalid_cursor");
  });

  test("checks added behind the place of the cursor do not shift the unread pages", async () => {
    const id = await makeApp();
    const { next_cursor } = (await page(`app=${id}&limit=5`)).body;
    await dataOf(world, "POST", "/checks", { app: id, section: "s0", ref: "new", title: "New", position: 20 });
    const rest = await page(`app=${id}&limit=200&cursor=${encodeURIComponent(next_cursor)}`);
    const unread = runbook().slice(5);
    unread.splice(7, 0, "new");
    expect(refsOf(rest.body.data)).toEqual(unread);
  });

  test.each(["s3", "Section 3"])("section=%s gives the checks of that section", async (section) => {
    const refs = await found(`app=${app}&section=${encodeURIComponent(section)}`);
    expect(refs).toBe(runbook().slice(36, 48).join(" "));
  });

  test("status gives the checks that have it on some platform, with a platform those that have it there", async () => {
    const { id } = await world.app();
    const by = (query: string) => found(`app=${id}&${query}`);
    await dataOf(world, "POST", "/results", { app: id, check: "SIGN-1", outcome: "passed", platforms: ["ios"] });
    await dataOf(world, "POST", "/issues", { app: id, check: "SIGN-2", text: "Broken", platforms: ["android"] });
    const fixed = await dataOf(world, "POST", "/issues", { app: id, check: "PAY-1", text: "Broken" });
    await dataOf(world, "POST", `/issues/${fixed.id}/fix`);
    const na = (await page(`app=${id}`)).body.data[0].id;
    await dataOf(world, "PUT", `/checks/${na}/not-applicable`, { platforms: ["android"] });
    expect(await by("status=passed")).toBe("SIGN-1");
    expect(await by("status=passed&platform=ios")).toBe("SIGN-1");
    expect(await by("status=passed&platform=android")).toBe("");
    expect(await by("status=failed")).toBe("SIGN-2");
    expect(await by("status=failed&platform=android&section=SIGN")).toBe("SIGN-2");
    expect(await by("status=failed&section=PAY")).toBe("");
    expect(await by("status=needs_retest")).toBe("PAY-1");
    expect(await by("status=untested")).toBe("SIGN-2");
    expect(await by("status=untested&platform=android")).toBe("");
    expect(await by("status=not_applicable&platform=android")).toBe("SIGN-1");
    expect(await by("status=not_applicable&platform=ios")).toBe("");
  });

  test("a filtered list is paged like the whole one", async () => {
    const id = await makeApp();
    const passed = runbook().filter((_, i) => i % 3 === 0);
    const results = passed.map((check) => ({ check, outcome: "passed", platforms: ["ios"] }));
    await dataOf(world, "POST", "/results", { app: id, results });
    const pages = await walk(`app=${id}&status=passed&platform=ios&limit=7`);
    expect(pages.map(({ length }) => length)).toEqual([7, 7, 6]);
    expect(pages.flat()).toEqual(passed);
  });

  test.each([
    ["", "400 invalid_request"],
    ["app=nope", "404 not_found"],
    ["app=%00", "400 invalid_request"],
    ["app={app}&section=nope", "404 not_found"],
    ["app={app}&section=", "400 invalid_request"],
    ["app={app}&status=open", "400 invalid_request"],
    ["app={app}&status=", "400 invalid_request"],
    ["app={app}&status=passed&status=failed", "400 invalid_request"],
    ["app={app}&platform=tv", "400 unknown_platform"],
    ["app={app}&platform=iOS", "400 unknown_platform"],
    ["app={app}&platforms=ios", "400 invalid_request"],
    ["app={app}&sort=ref", "400 invalid_request"],
    ["app={app}&__proto__=x", "400 invalid_request"],
  ])("?%s answers %s", async (query, outcome) => {
    expect(outcomeOf(await page(query.replace("{app}", app)))).toBe(outcome);
  });
});
