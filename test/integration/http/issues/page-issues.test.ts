// GET /issues page by page: limits, cursors that refuse to be edited, nothing repeated and nothing skipped.
import { afterEach, describe, expect, test } from "vitest";
import { DAY_MS } from "../../../../src/lib/clock.ts";
import { issueClientOf, refused, sampleIssue } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  afterEach(() => {
    world.clock.frozenAt = null;
  });

  const get = (query: string, key = world.viewer) => world.call(key, "GET", `/issues?${query}`);
  /** Two apps with issues in turn; gives all ids, the newest first. */
  const twoApps = async (count: number) => {
    const apps = [await world.app(), await world.app()];
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.unshift((await issueClient.raise(apps[i % 2])).id);
    return { apps, ids, key: await world.key("viewer", [apps[0].id, apps[1].id]) };
  };

  test("a page has 50 issues unless limit says otherwise, and at most 200", async () => {
    const app = await world.app();
    const body = sampleIssue(app);
    await Promise.all(Array.from({ length: 201 }, () => world.call(world.tester, "POST", "/issues", body)));
    const sizes: Record<string, number> = {
      "": 50,
      "&limit=1": 1,
      "&limit=50": 50,
      "&limit=199": 199,
      "&limit=200": 200,
    };
    for (const [limit, size] of Object.entries(sizes)) {
      const page = await issueClient.list(`app=${app.id}${limit}`);
      expect(page.data).toHaveLength(size);
      expect(page.next_cursor).toEqual(expect.any(String));
    }
    const rest = await issueClient.walk(`app=${app.id}`, 200);
    expect(new Set(rest).size).toBe(201);
    const times = (await issueClient.list(`app=${app.id}&limit=200`)).data.map((issue) => issue.raised_at);
    expect([...times].sort().reverse()).toEqual(times);
  });

  test("the last page has no cursor, also when it is full", async () => {
    const app = await world.app();
    await issueClient.raiseMany(app, 4);
    const first = await issueClient.list(`app=${app.id}&limit=2`);
    const last = await issueClient.list(`app=${app.id}&limit=2&cursor=${first.next_cursor}`);
    expect(last.data).toHaveLength(2);
    expect(last.next_cursor).toBeNull();
  });

  test.each([1, 2, 3, 7])("pages of %i repeat nothing and skip nothing, in any status and sort", async (limit) => {
    const app = await world.app();
    const ids = await issueClient.raiseMany(app, 7);
    const fixed = [ids[1]!, ids[5]!, ids[2]!, ids[6]!];
    for (const id of fixed) {
      world.clock.offset += 5;
      await issueClient.fix(id);
    }
    const open = ids.filter((id) => !fixed.includes(id));
    for (const filter of [`app=${app.id}`, `app=${app.id}&check=SIGN-1`]) {
      expect(await issueClient.walk(`${filter}&status=all`, limit)).toEqual(ids);
      expect(await issueClient.walk(filter, limit)).toEqual(open);
      expect(await issueClient.walk(`${filter}&status=fixed`, limit)).toEqual(ids.filter((id) => fixed.includes(id)));
      expect(await issueClient.walk(`${filter}&sort=fixed_at`, limit)).toEqual([...fixed].reverse());
    }
  });

  test("issues raised and fixed in one millisecond are paged without repeating or skipping", async () => {
    const app = await world.app();
    world.clock.frozenAt = Date.now() + 60_000;
    const ids = await issueClient.raiseMany(app, 6);
    for (const id of ids.slice(0, 4)) await issueClient.fix(id);
    expect(await issueClient.walk(`app=${app.id}&status=all`, 1)).toEqual(ids);
    for (const limit of [1, 3, 200]) {
      expect(await issueClient.walk(`app=${app.id}&sort=fixed_at`, limit)).toEqual(ids.slice(0, 4).reverse());
    }
  });

  test("equal fixed_at are ordered by the app's revision, latest first, also when the clock was set back", async () => {
    const app = await world.app();
    const other = await world.app();
    const ids = await issueClient.raiseMany(app, 5, { text: "Needle" });
    const [apart] = await issueClient.raiseMany(other, 1, { text: "Needle" });
    const at = Date.now() + 120_000;
    world.clock.frozenAt = at;
    const order = [ids[2]!, ids[4]!, ids[0]!, ids[3]!, ids[1]!];
    for (const id of order) {
      await issueClient.fix(id);
      if (id === ids[4]) await issueClient.fix(apart!);
      world.clock.frozenAt -= 30_000;
    }
    const latest = [...order].reverse();
    const since = `raised_after=${new Date(at - DAY_MS).toISOString()}`;
    for (const query of ["", "check=SIGN-1", "q=needle", "q=need", since, "platform=ios&q=needle"]) {
      for (const limit of [1, 2, 200]) {
        expect(await issueClient.walk(`app=${app.id}&sort=fixed_at&${query}`, limit), query).toEqual(latest);
      }
    }
    const listed = (await issueClient.list(`app=${app.id}&sort=fixed_at`)).data;
    expect(new Set(listed.map((issue) => issue.fixed_at))).toEqual(new Set([new Date(at).toISOString()]));
    const everywhere = await Promise.all([1, 2, 200].map((limit) => issueClient.walk("sort=fixed_at", limit)));
    expect(everywhere[1]).toEqual(everywhere[0]);
    expect(everywhere[2]).toEqual(everywhere[0]);
    expect(everywhere[0]!.filter((id) => ids.includes(id))).toEqual(latest);
    await issueClient.reopen(ids[2]!);
    await issueClient.fix(ids[2]!);
    expect((await issueClient.walk(`app=${app.id}&sort=fixed_at`, 2))[0]).toBe(ids[2]);
  });

  test("issues raised during paging do not shift unread pages", async () => {
    const { apps, ids, key } = await twoApps(6);
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await issueClient.list(`limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`, key);
      seen.push(...page.data.map((issue) => issue.id));
      for (const app of apps) await issueClient.raiseMany(app, 2);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
  });

  test("issues fixed, reopened or edited during paging make no other issue be skipped or repeated", async () => {
    const app = await world.app();
    const ids = await issueClient.raiseMany(app, 8);
    const first = await issueClient.list(`app=${app.id}&limit=3`);
    for (const i of [0, 2, 4]) await issueClient.fix(ids[i]!);
    await issueClient.edit(ids[5]!, { text: "Edited" });
    const second = await issueClient.list(`app=${app.id}&limit=3&cursor=${first.next_cursor}`);
    expect(second.data.map((issue) => issue.id)).toEqual([ids[3], ids[5], ids[6]]);
  });

  test("issues fixed during paging do not shift unread pages of sort=fixed_at", async () => {
    const app = await world.app();
    const ids = await issueClient.raiseMany(app, 6);
    const fix = async (id: string) => {
      world.clock.offset += 5;
      await issueClient.fix(id);
    };
    for (const id of ids.slice(0, 4)) await fix(id);
    const first = await issueClient.list(`sort=fixed_at&app=${app.id}&limit=2`);
    for (const id of ids.slice(4)) await fix(id);
    const second = await issueClient.list(`sort=fixed_at&app=${app.id}&limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data].map((issue) => issue.id)).toEqual(ids.slice(0, 4).reverse());
    expect(second.next_cursor).toBeNull();
  });

  test("a key that reaches more than a hundred apps gets all their issues in order", async () => {
    const ids: string[] = [];
    // New apps take turns for their names: not too many at once, or the last would give up waiting.
    for (let tens = 0; tens < 12; tens++) {
      const apps = await Promise.all(Array.from({ length: 10 }, () => world.app()));
      for (const app of apps) ids.unshift((await issueClient.raise(app)).id);
    }
    for (const id of ids.filter((_, i) => i % 3 === 0)) await issueClient.fix(id);
    const newest = (listed: string[]) => listed.filter((id) => ids.includes(id));
    expect(newest(await issueClient.walk("status=all", 200))).toEqual(ids);
    expect(newest(await issueClient.walk("", 60))).toEqual(ids.filter((_, i) => i % 3 !== 0));
    const byFix = newest(await issueClient.walk("sort=fixed_at", 20));
    expect([...byFix].sort()).toEqual(ids.filter((_, i) => i % 3 === 0).sort());
  });

  test("a cursor works on another server, with another limit, and however the same filter is spelled", async () => {
    const app = await world.app();
    const ids = await issueClient.raiseMany(app, 4);
    const { next_cursor } = await issueClient.list(`app=${app.id}&limit=1`);
    const address = await world.anotherServer();
    const name = encodeURIComponent(app.name);
    for (const query of [`app=${app.id}&limit=1`, `app=${name}&limit=3`, `app=${app.id}&status=open&sort=raised_at`]) {
      const page = await issueClient.list(`${query}&cursor=${next_cursor}`, world.viewer, address);
      expect(page.data[0]!.id).toBe(ids[1]);
    }
  });

  test("a cursor edited in any character, cut or lengthened answers 400 invalid_cursor", async () => {
    const app = await world.app();
    await issueClient.raiseMany(app, 2);
    const cursor = (await issueClient.list(`app=${app.id}&limit=1`)).next_cursor!;
    const edited = [...cursor].map(
      (char, i) => `${cursor.slice(0, i)}${char === "A" ? "B" : "A"}${cursor.slice(i + 1)}`,
    );
    const last = String.fromCharCode(cursor.charCodeAt(cursor.length - 1) + 1);
    const cut = [cursor.slice(1), cursor.slice(0, -1), cursor.slice(0, 22), cursor.slice(0, -1) + last];
    const longer = [`${cursor}!`, `${cursor}=`, `${cursor}A`, ` ${cursor}`, `${cursor}\n`, cursor + cursor];
    for (const text of [...edited, ...cut, ...longer]) {
      refused(await get(`app=${app.id}&limit=1&cursor=${encodeURIComponent(text)}`), 400, "invalid_cursor");
    }
  });

  test.each([
    ["an empty one", ""],
    ["a number", "0"],
    ["null", "null"],
    ["JSON in base64", "eyJpZCI6IjEifQ"],
    ["a path", "../.."],
    ["as long as a true one", "A".repeat(60)],
    ["far too long", "A".repeat(5000)],
  ])("an invented cursor answers 400 invalid_cursor: %s", async (_what, cursor) => {
    refused(await get(`cursor=${encodeURIComponent(cursor)}`), 400, "invalid_cursor");
  });

  test("a cursor is refused with any other filter or sort than its own", async () => {
    const { apps, ids } = await twoApps(8);
    for (const id of ids.slice(4)) await issueClient.fix(id);
    const check = (await issueClient.read(ids[0]!)).check!.id;
    const [a, b] = apps.map((app) => app.id);
    const queries = [
      "status=open",
      "status=fixed",
      "status=all",
      "sort=fixed_at",
      `app=${a}`,
      `app=${b}`,
      `app=${a}&status=fixed`,
      `app=${a}&status=all`,
      `app=${a}&sort=fixed_at`,
      `check=${check}`,
      `check=${check}&status=all`,
    ];
    for (const own of queries) {
      const { next_cursor } = await issueClient.list(`${own}&limit=1`);
      expect(next_cursor).toEqual(expect.any(String));
      for (const query of queries) {
        const answer = await get(`${query}&limit=1&cursor=${next_cursor}`);
        if (query === own) expect(answer.status).toBe(200);
        else refused(answer, 400, "invalid_cursor");
      }
    }
  });

  test("a cursor of another kind of list is refused", async () => {
    const app = await world.app();
    const [id] = await issueClient.raiseMany(app, 2);
    await issueClient.edit(id!, { text: "Edited" });
    await issueClient.record(app, "passed");
    for (const path of [
      `/checks?app=${app.id}&limit=1`,
      `/results?app=${app.id}&limit=1`,
      `/issues/${id}/history?limit=1`,
    ]) {
      const { body } = await world.call(world.viewer, "GET", path);
      expect(body.next_cursor).toEqual(expect.any(String));
      refused(await get(`app=${app.id}&limit=1&cursor=${body.next_cursor}`), 400, "invalid_cursor");
    }
  });

  test("a cursor works only under the key or person that it was made for", async () => {
    const { apps, ids } = await twoApps(6);
    await issueClient.edit(ids[0]!, { text: "Edited" });
    for (const outcome of ["passed", "failed"] as const) await issueClient.record(apps[0], outcome);
    await world.call(world.admin, "PATCH", `/apps/${apps[0].id}`, { mode: "live" });
    const hook = await world.call(world.admin, "GET", `/apps/${apps[0].id}/webhook`);
    for (const title of ["One", "Two"]) {
      await fetch(`${world.address}${new URL(hook.body.data.url).pathname}`, {
        method: "POST",
        body: JSON.stringify({ title }),
      });
    }
    const twin = await world.key("admin");
    const people = [await world.person("admin"), await world.person("admin")];
    for (const path of [
      "/issues?limit=1",
      `/issues?app=${apps[0].id}&limit=1`,
      "/issues?status=all&q=it&limit=1",
      `/issues/${ids[0]}/history?limit=1`,
      `/checks?app=${apps[0].id}&limit=1`,
      `/results?app=${apps[0].id}&limit=1`,
      `/apps/${apps[0].id}/webhook/deliveries?limit=1`,
      "/audit?limit=1",
    ]) {
      const askers = [world.admin, twin, ...people];
      // Asked often enough for the answer to be kept: what is kept for one is not given to another.
      for (const _ of [1, 2, 3]) for (const key of askers) await world.call(key, "GET", path);
      for (const owner of askers) {
        const { body } = await world.call(owner, "GET", path);
        expect(body.next_cursor, path).toEqual(expect.any(String));
        for (const key of askers) {
          const answer = await world.call(key, "GET", `${path}&cursor=${body.next_cursor}`);
          if (key === owner) expect(answer.status, path).toBe(200);
          else refused(answer, 400, "invalid_cursor");
        }
      }
    }
  });

  test("a cursor survives the rotation of its key", async () => {
    const app = await world.app();
    await issueClient.raiseMany(app, 2);
    const made = await world.call(world.admin, "POST", "/keys", { name: "Rotating", role: "viewer" });
    const { next_cursor } = await issueClient.list(`app=${app.id}&limit=1`, made.body.data.key);
    const rotated = await world.call(world.admin, "POST", `/keys/${made.body.data.id}/rotate`);
    const rest = await issueClient.list(`app=${app.id}&limit=1&cursor=${next_cursor}`, rotated.body.data.key);
    expect(rest.data).toHaveLength(1);
  });
});
