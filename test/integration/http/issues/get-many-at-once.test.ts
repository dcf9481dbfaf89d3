// Issues that many ask for at the same time: on PostgreSQL one statement finds several of them.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  test("each who asks gets the issue they name, and whatever is not there or can't be is not found", async () => {
    const { id: app } = await world.app();
    const made: { id: string; text: string }[] = [];
    for (let i = 0; i < 30; i++)
      made.push(await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: `Number ${i}` }));
    const nobodys = ["iss_nope", "%00", "x%00y", "1", "iss_1%2Cx"];
    const get = (id: string) => ask(world, world.viewer, "GET", `/issues/${id}`);
    const [answers, refused] = await Promise.all([
      Promise.all([...made, ...made].map(({ id }) => get(id))),
      Promise.all(nobodys.map(async (id) => outcomeOf(await get(id)))),
    ]);
    expect(answers.map(({ body }) => body.data)).toEqual([...made, ...made]);
    expect(new Set(refused)).toEqual(new Set(["404 not_found"]));
  });

  test("of issues that are asked for together each is shown to those in whose reach it is, and to nobody else", async () => {
    const [mine, other] = [await world.app(), await world.app()];
    const own = await dataOf(world, "POST", "/issues", { app: mine.id, check: "PAY-1", text: "Mine" });
    const theirs = await dataOf(world, "POST", "/issues", { app: other.id, check: "PAY-1", text: "Theirs" });
    const { key: token } = await dataOf(world, "POST", "/keys", { name: "One app", role: "viewer", apps: [mine.id] });
    const asked = [own, theirs, own, theirs].map(async ({ id }) =>
      outcomeOf(await ask(world, token, "GET", `/issues/${id}`)),
    );
    const all = [own, theirs].map(async ({ id }) => outcomeOf(await ask(world, world.viewer, "GET", `/issues/${id}`)));
    expect(await Promise.all(asked)).toEqual(["200", "404 not_found", "200", "404 not_found"]);
    expect(await Promise.all(all)).toEqual(["200", "200"]);
  });

  test("pages that are asked for at the same time are what each would be by itself", async () => {
    const apps = [await world.app(), await world.app()];
    for (const { id } of apps) {
      for (let i = 0; i < 12; i++)
        await dataOf(world, "POST", "/issues", { app: id, check: "PAY-1", text: `Number ${i}` });
    }
    const [{ id: fixed }] = await dataOf(world, "GET", `/issues?app=${apps[0]!.id}&limit=1`);
    await dataOf(world, "POST", `/issues/${fixed}/fix`);
    const path = (app: string, rest: string) => `/issues?app=${encodeURIComponent(app)}${rest}`;
    const paths: string[] = [];
    for (const { id, name } of apps) {
      for (let limit = 1; limit <= 13; limit++) paths.push(path(id, `&limit=${limit}`));
      const { body } = await ask(world, world.viewer, "GET", path(id, "&limit=5"));
      paths.push(path(id, `&limit=5&cursor=${body.next_cursor}`), path(name, ""));
      for (const status of ["fixed", "all", "open"]) paths.push(path(id, `&status=${status}`));
      paths.push(path(id, "&raised_after=2001-01-01T00:00:00Z"), path(id, "&raised_before=2001-01-01T00:00:00Z"));
    }
    const get = async (one: string) => (await ask(world, world.viewer, "GET", one)).body;
    const alone: unknown[] = [];
    for (const one of paths) alone.push(await get(one));
    expect(await Promise.all([...paths, ...paths].map(get))).toEqual([...alone, ...alone]);
  });

  test("of apps whose pages are asked for together each is listed for those in whose reach it is, and for nobody else", async () => {
    const [mine, other] = [await world.app(), await world.app()];
    for (const { id: app } of [mine, other])
      await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "One" });
    const { key: token } = await dataOf(world, "POST", "/keys", { name: "One app", role: "viewer", apps: [mine.id] });
    const list = async (who: string, app: string) => outcomeOf(await ask(world, who, "GET", `/issues?app=${app}`));
    const asked = [mine.id, other.id, mine.name, other.name, mine.id].map((app) => list(token, app));
    const all = [mine.id, other.id, "app_nope", "%C3%28", "1"].map((app) => list(world.viewer, app));
    expect(await Promise.all(asked)).toEqual(["200", "404 not_found", "200", "404 not_found", "200"]);
    expect((await Promise.all(all)).slice(0, 3)).toEqual(["200", "200", "404 not_found"]);
  });

  test("a page shows what was written before it was asked for, however many ask", async () => {
    const { id: app } = await world.app();
    for (let i = 0; i < 10; i++) {
      const before = Array.from({ length: 10 }, () => ask(world, world.viewer, "GET", `/issues?app=${app}`));
      const { id } = await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: `Number ${i}` });
      const after = Array.from({ length: 10 }, () => ask(world, world.viewer, "GET", `/issues?app=${app}`));
      for (const { body } of await Promise.all(after)) expect(body.data[0].id).toBe(id);
      await Promise.all(before);
    }
  });
});
