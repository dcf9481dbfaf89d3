// Fixes platform by platform that meet edits, N/A marks, new platforms and archived checks.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers as they come
type Shown = any;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  const platforms = ["ios", "android", "web"].map((code) => ({ code, label: code }));
  const repositories = ["shop/one", "shop/two"].map((repo) => ({ repo, platforms: [] }));

  /** An app with an issue on every platform of its first check. */
  async function begin(codes: string[] = []) {
    const app = await world.app({ platforms, repositories });
    const ask = async (method: string, path: string, body?: unknown): Promise<Shown> => {
      const answer = await world.call(world.admin, method, path, body);
      expect([method, path, answer.status < 300]).toEqual([method, path, true]);
      return answer.body?.data;
    };
    const check = (await ask("GET", `/checks?app=${app.id}`))[0].id;
    const { id } = await ask("POST", "/issues", { app: app.id, check, text: "It crashes", platforms: codes });
    return {
      fixOn: (...on: string[]) => ask("POST", `/issues/${id}/fix`, { platforms: on }),
      move: (to: string[]) => ask("PATCH", `/issues/${id}`, { platforms: to }),
      pass: () => ask("POST", "/results", { app: app.id, check, outcome: "passed" }),
      notApplicable: (...on: string[]) => ask("PUT", `/checks/${check}/not-applicable`, { platforms: on }),
      archive: () => ask("DELETE", `/checks/${check}`),
      addPlatform: (code: string) => ask("PATCH", `/apps/${app.id}`, { platforms: [...platforms, { code }] }),
      issue: () => ask("GET", `/issues/${id}`),
      statuses: async () => {
        const shown = await ask("GET", `/checks/${check}`);
        return Object.fromEntries(shown.platforms.map((one: Shown) => [one.code, one.status]));
      },
    };
  }

  test("a platform that is taken off a fixed issue and put back still waits for its retest", async () => {
    const life = await begin(["ios", "android"]);
    await life.fixOn("ios");
    await life.pass();
    await life.fixOn("android");
    expect(await life.statuses()).toEqual({ ios: "passed", android: "needs_retest", web: "passed" });
    await life.move(["ios"]);
    await life.move(["ios", "android"]);
    expect((await life.issue()).status).toBe("fixed");
    expect(await life.statuses()).toEqual({ ios: "passed", android: "needs_retest", web: "passed" });
  });

  test("a new platform is covered by an issue on every platform that was fixed platform by platform", async () => {
    const life = await begin();
    await life.fixOn("ios");
    await life.fixOn("android", "web");
    await life.pass();
    await life.addPlatform("tv");
    const passed = { ios: "passed", android: "passed", web: "passed" };
    expect(await life.statuses()).toEqual({ ...passed, tv: "needs_retest" });
    await life.pass();
    expect(await life.statuses()).toEqual({ ...passed, tv: "passed" });
  });

  test("a platform marked N/A on a check that is archived later does not count for its issues", async () => {
    const life = await begin();
    await life.notApplicable("web");
    await life.archive();
    const { status, still_open_on } = await life.fixOn("ios", "android");
    expect([status, still_open_on]).toEqual(["fixed", []]);
  });

  test("marking the last open platform N/A leaves nothing open, and taking the mark back does not reopen", async () => {
    const life = await begin(["ios", "android"]);
    await life.fixOn("ios");
    await life.notApplicable("android");
    expect((await life.issue()).status).toBe("fixed");
    await life.notApplicable();
    expect((await life.issue()).status).toBe("fixed");
    expect(await life.statuses()).toEqual({ ios: "needs_retest", android: "needs_retest", web: "untested" });
  });

  test("after all of this the facts and what is kept of them agree", async () => {
    expect(await world.problems()).toEqual([]);
  });
});
