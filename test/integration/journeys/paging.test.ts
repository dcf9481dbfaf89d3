// Paging through issues while others write: nothing twice, nothing unchanged missing, always in order.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers as they come
type Shown = any;

/** A moment of its own for each walk, far ahead of what others in this file wrote. */
let moment = Date.UTC(2030, 0, 1);

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(async () => {
    world.clock.frozenAt = null;
    await world.close();
  });

  const raise = async (app: string, check = "SIGN-1", address = world.address): Promise<string> => {
    const body = { app, check, text: "It crashes" };
    const answer = await world.callAt(address, world.tester, "POST", "/issues", body);
    expect(answer.status).toBe(201);
    return answer.body.data.id;
  };
  const fix = async (id: string, fixed = true): Promise<void> => {
    expect((await world.call(world.admin, "POST", `/issues/${id}/fix`, { fixed })).status).toBe(200);
  };
  const times = <T>(count: number, make: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => make(i)));

  /** Reads every page; `meanwhile` runs beside the reading of each page after the first. */
  async function walk(key: string, query: string, meanwhile: (page: number) => Promise<unknown>, addresses?: string[]) {
    const seen: Shown[] = [];
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor !== null; page++) {
      const address = addresses?.[page % addresses.length] ?? world.address;
      const path: string = `/issues?${query}&limit=20${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
      const [answer]: [Answer, unknown] = await Promise.all([
        world.callAt(address, key, "GET", path),
        page === 0 ? null : meanwhile(page),
      ]);
      expect(answer.status).toBe(200);
      expect(answer.body.data.length).toBeGreaterThan(0);
      seen.push(...answer.body.data);
      cursor = answer.body.next_cursor;
    }
    return seen;
  }

  /** Two or three apps, some with issues in one millisecond, some with each in its own. */
  async function seed(apps: number, each: number) {
    const names: string[] = [];
    const ids: string[] = [];
    for (let i = 0; i < apps; i++) names.push((await world.app()).id);
    for (let round = 0; round < 4; round++) {
      world.clock.frozenAt = ++moment;
      const made = await times(each, (i) => raise(names[i % apps]!, i % 3 === 0 ? "PAY-1" : "SIGN-1"));
      ids.push(...made);
    }
    return { names, ids, key: await world.key("viewer", names) };
  }

  const WALKS: [sentence: string, apps: number, query: (apps: string[]) => string][] = [
    ["the open issues of an app", 1, ([app]) => `app=${app}`],
    ["all issues of an app", 1, ([app]) => `app=${app}&status=all`],
    ["all issues of a check", 1, ([app]) => `app=${app}&check=PAY-1&status=all`],
    ["the open issues of every app in reach", 3, () => "status=open"],
    ["all issues of every app in reach", 3, () => "status=all"],
  ];

  test.each(WALKS)(
    "newest first through %s, while issues are raised in the same millisecond, fixed and reopened",
    async (_sentence, apps, query) => {
      const { names, ids, key } = await seed(apps, 40);
      for (const id of ids.slice(0, 10)) await fix(id);
      const before = await walk(key, query(names), async () => {});
      const expected = new Set(before.map((issue) => issue.id));
      const changed = new Set<string>();
      const raised = new Set<string>();
      const seen = await walk(key, query(names), async (page) => {
        const some = ids.filter((_, i) => i % 37 === page * 3 || i === page);
        for (const id of some) changed.add(id);
        const writes = some.map((id, i) => fix(id, i % 2 === 0));
        const more = times(6, async (i) => raised.add(await raise(names[i % apps]!, "PAY-1")));
        await Promise.all([...writes, more]);
      });
      requireOrder(seen, "raised_at");
      const found = new Set(seen.map((issue) => issue.id));
      const all = query(names).includes("status=all");
      const missing = [...expected].filter((id) => !found.has(id) && (all || !changed.has(id)));
      expect(missing).toEqual([]);
      expect([...raised].filter((id) => found.has(id))).toEqual([]);
      expect(raised.size).toBeGreaterThan(0);
    },
  );

  test.each([
    ["an app", 1, ([app]: string[]) => `app=${app}&`],
    ["every app in reach", 3, () => ""],
  ])("most recently fixed first through %s, while issues are fixed and reopened", async (_sentence, apps, query) => {
    const { names, ids, key } = await seed(apps, 40);
    const [fixed, open] = [ids.filter((_, i) => i % 4 !== 0), ids.filter((_, i) => i % 4 === 0)];
    for (let i = 0; i < fixed.length; i += 30) {
      world.clock.frozenAt = ++moment;
      await Promise.all(fixed.slice(i, i + 30).map((id) => fix(id)));
    }
    const sorted = `${query(names)}sort=fixed_at`;
    const before = await walk(key, sorted, async () => {});
    expect(before.map((issue) => issue.id).sort()).toEqual([...fixed].sort());
    const changed = new Set<string>();
    const seen = await walk(key, sorted, async (page) => {
      if (page % 2 === 0) world.clock.frozenAt = ++moment;
      const [fresh, back, again] = [open[page]!, before[page * 7]!.id, before[page * 13 + 2]!.id];
      for (const id of [fresh, back, again]) changed.add(id);
      await Promise.all([fix(fresh), fix(back, false), fix(again, false).then(() => fix(again))]);
    });
    requireOrder(seen, "fixed_at");
    const found = new Set(seen.map((issue) => issue.id));
    expect(fixed.filter((id) => !found.has(id) && !changed.has(id))).toEqual([]);
    expect(seen.every((issue) => issue.status === "fixed")).toBe(true);
  });

  test("a cursor of one server goes on at another, and nothing is lost or repeated between them", async () => {
    const { names, ids, key } = await seed(1, 40);
    const other = await world.anotherServer();
    const more = (page: number) => raise(names[0]!, "SIGN-1", page % 2 === 0 ? other : world.address);
    world.clock.frozenAt = ++moment;
    const seen = await walk(key, `app=${names[0]}`, more, [world.address, other]);
    requireOrder(seen, "raised_at");
    expect(seen.map((issue) => issue.id).sort()).toEqual([...ids].sort());
  });

  test("issues of one app raised in one millisecond on two servers in turn are listed newest first", async () => {
    const app = (await world.app()).id;
    const servers = [world.address, await world.anotherServer()];
    world.clock.frozenAt = ++moment;
    const raised: string[] = [];
    for (let i = 0; i < 12; i++) raised.push(await raise(app, "SIGN-1", servers[i % 2]));
    const { body } = await world.call(world.viewer, "GET", `/issues?app=${app}`);
    expect(body.data.map((issue: Shown) => issue.id)).toEqual(raised.reverse());
  });
});

/** No id twice, descending, so that none is newer than the first. Equal times of fixes are ordered by a revision that is not shown. */
function requireOrder(seen: readonly Shown[], field: "raised_at" | "fixed_at"): void {
  expect(new Set(seen.map((issue) => issue.id)).size).toBe(seen.length);
  for (let i = 1; i < seen.length; i++) {
    const [above, below] = [seen[i - 1], seen[i]];
    const inOrder =
      above[field] > below[field] || (above[field] === below[field] && (field === "fixed_at" || above.id > below.id));
    expect([above[field], above.id, below[field], below.id, inOrder]).toContain(true);
  }
}
