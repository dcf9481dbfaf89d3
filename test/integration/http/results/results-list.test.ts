// The list of results: most recently recorded first, in pages, by app, check and platform.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

interface Result {
  id: string;
  app: { id: string };
  note: string;
  platform: string;
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const page = (query: string, key = world.viewer) => ask(world, key, "GET", `/results?${query}`);
  const notes = async (query: string, key?: string) =>
    (await page(query, key)).body.data.map(({ note }: Result) => note).join(" ");
  const record = (app: string, check: string, note: string, platforms = ["ios"]) =>
    dataOf(world, "POST", "/results", { app, check, outcome: "passed", note, platforms });
  const recordMany = (app: string, count: number, check = "PAY-1") =>
    dataOf(world, "POST", "/results", {
      app,
      results: Array.from({ length: count }, (_, i) => ({
        check,
        outcome: "passed",
        platforms: ["ios"],
        note: `n${i}`,
      })),
    });

  async function walk(query: string, between?: () => Promise<unknown>): Promise<string[][]> {
    const pages: string[][] = [];
    for (let cursor = ""; ; ) {
      const { body } = await page(query + cursor);
      pages.push(body.data.map(({ note }: Result) => note));
      if (body.next_cursor === null) return pages;
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
      await between?.();
    }
  }

  test("most recently recorded first, whatever the check and the platform", async () => {
    const { id: app } = await world.app();
    await record(app, "PAY-1", "a", ["android"]);
    await record(app, "SIGN-1", "b", ["ios"]);
    await record(app, "PAY-1", "c", ["ios"]);
    await record(app, "SIGN-2", "d", ["android"]);
    expect(await notes(`app=${app}`)).toBe("d c b a");
  });

  test("one result is read by its id as the list shows it, and out of reach it is not there", async () => {
    const { id: app } = await world.app();
    const [result] = await record(app, "PAY-1", "a");
    expect((await ask(world, world.viewer, "GET", `/results/${result.id}`)).body.data).toEqual(result);
    const key = await world.key("viewer", [(await world.app()).id]);
    for (const [who, id] of [
      [key, result.id],
      [world.viewer, "res_none"],
    ]) {
      expect(outcomeOf(await ask(world, who, "GET", `/results/${id}`))).toBe("404 not_found");
    }
  });

  test("a page holds 50 by default, and every result stands on one page", async () => {
    const { id: app } = await world.app();
    await recordMany(app, 120);
    const newestFirst = Array.from({ length: 120 }, (_, i) => `n${119 - i}`);
    const pages = await walk(`app=${app}`);
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat()).toEqual(newestFirst);
    expect(await walk(`app=${app}&limit=120`)).toEqual([newestFirst]);
    expect((await walk(`app=${app}&limit=1`)).flat()).toEqual(newestFirst);
  });

  test("results recorded while somebody reads do not shift the unread pages", async () => {
    const { id: app } = await world.app();
    await recordMany(app, 30);
    const pages = await walk(`app=${app}&limit=7`, () => record(app, "PAY-1", "later"));
    expect(pages.flat()).toEqual(Array.from({ length: 30 }, (_, i) => `n${29 - i}`));
  });

  test("results recorded in one millisecond on two servers stand in the order they were recorded", async () => {
    const { id: app } = await world.app();
    const second = await world.anotherServer();
    const order: string[] = [];
    world.clock.frozenAt = Date.now();
    try {
      for (let i = 0; i < 6; i++) {
        const address = i % 2 === 0 ? world.address : second;
        const body = { app, check: "PAY-1", outcome: "passed", platforms: ["ios"], note: `n${i}` };
        expect((await world.callAt(address, world.tester, "POST", "/results", body)).status).toBe(201);
        order.unshift(`n${i}`);
      }
    } finally {
      world.clock.frozenAt = null;
    }
    expect(await notes(`app=${app}`)).toBe(order.join(" "));
    expect((await walk(`app=${app}&limit=1`)).flat()).toEqual(order);
  });

  test("a clock that goes back changes nothing of the order within an app", async () => {
    const { id: app } = await world.app();
    await record(app, "PAY-1", "first");
    world.clock.offset = -3_600_000;
    try {
      await record(app, "PAY-1", "second");
    } finally {
      world.clock.offset = 0;
    }
    await record(app, "PAY-1", "third");
    expect(await notes(`app=${app}`)).toBe("third second first");
  });

  test("the filters by check and platform go together; a check is named by its id, or by its ref with the app", async () => {
    const { id: app, name } = await world.app();
    await record(app, "PAY-1", "pay-ios", ["ios"]);
    await record(app, "PAY-1", "pay-android", ["android"]);
    await record(app, "SIGN-1", "sign-ios", ["ios"]);
    const check = (await page(`app=${app}`)).body.data[1].check.id;
    expect(await notes(`app=${app}&check=PAY-1`)).toBe("pay-android pay-ios");
    expect(await notes(`app=${encodeURIComponent(name)}&check=${check}`)).toBe("pay-android pay-ios");
    expect(await notes(`check=${check}`)).toBe("pay-android pay-ios");
    expect(await notes(`app=${app}&platform=ios`)).toBe("sign-ios pay-ios");
    expect(await notes(`check=${check}&platform=ios`)).toBe("pay-ios");
    expect(await notes(`app=${app}&check=SIGN-1&platform=android`)).toBe("");
  });

  test("where a check's ref is the id of another check, the id wins", async () => {
    const { id: app } = await world.app();
    const [first, second] = await dataOf(world, "GET", `/checks?app=${app}`);
    await dataOf(world, "PATCH", `/checks/${second.id}`, { ref: first.id });
    await record(app, "SIGN-1", "of the first");
    await record(app, second.title, "of the second");
    expect(await notes(`check=${first.id}`)).toBe("of the first");
    expect(await notes(`app=${app}&check=${first.id}`)).toBe("of the first");
  });

  test("without an app the list holds every app in reach, and for a scoped key only its own", async () => {
    const [one, two, hidden] = [await world.app(), await world.app(), await world.app()];
    await record(hidden.id, "PAY-1", "hidden");
    await record(one.id, "PAY-1", "one");
    await record(two.id, "PAY-1", "two");
    await record(one.id, "PAY-1", "again");
    const key = await world.key("viewer", [one.id, two.id]);
    expect(await notes("", key)).toBe("again two one");
    expect(await notes("platform=ios", key)).toBe("again two one");
    expect(await notes("limit=4")).toBe("again two one hidden");
  });

  test("a cursor belongs to its filters, and to its reach: another key's cursor shows nothing out of reach", async () => {
    const [mine, hidden] = [await world.app(), await world.app()];
    await recordMany(hidden.id, 3);
    await recordMany(mine.id, 3);
    const of = async (query: string) => encodeURIComponent((await page(query)).body.next_cursor);
    const cursor = await of(`app=${mine.id}&limit=1`);
    for (const query of [`app=${hidden.id}`, "", `app=${mine.id}&platform=ios`, `app=${mine.id}&check=PAY-1`]) {
      expect(outcomeOf(await page(`${query}&cursor=${cursor}`)), query).toBe("400 invalid_cursor");
    }
    const key = await world.key("viewer", [mine.id]);
    const all = await of("limit=1");
    const { body } = await page(`limit=200&cursor=${all}`, key);
    for (const result of body.data ?? []) expect(result.app.id).toBe(mine.id);
  });

  test.each([
    ["app=nope", "404 not_found"],
    ["app={app}&check=nope", "404 not_found"],
    ["check=PAY-1", "400 invalid_request"],
    ["check=chk_nope", "404 not_found"],
    ["app={other}&check={check}", "404 not_found"],
    ["app={app}&platform=tv", "400 unknown_platform"],
    ["app={app}&platform=", "400 invalid_request"],
    ["app={app}&status=passed", "400 invalid_request"],
    ["app={app}&limit=0", "400 invalid_request"],
    ["app={app}&limit=201", "400 invalid_request"],
    ["app={app}&cursor=x", "400 invalid_cursor"],
  ])("?%s answers %s", async (query, outcome) => {
    const { id: app } = await world.app();
    const other = (await world.app()).id;
    const check = (await dataOf(world, "GET", `/checks?app=${app}`))[0].id;
    const asked = query.replace("{app}", app).replace("{other}", other).replace("{check}", check);
    expect(outcomeOf(await page(asked))).toBe(outcome);
  });
});
