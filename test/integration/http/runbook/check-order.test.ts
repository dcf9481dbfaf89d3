// The order of checks in a section: whatever is put where, and how little is written for it.
import { describe, expect, test } from "vitest";
import { query } from "../../../../src/storage/database/database.ts";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { randomFrom } from "../../../support/machine/seeded-random.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const sectionWith = async (count: number) => {
    const checks = Array.from({ length: count }, (_, i) => ({ title: `Step ${i}` }));
    const { id, sections } = await world.app({ sections: [{ title: "Steps", checks }] });
    return { app: id, section: sections[0].id };
  };
  const idsOf = async (app: string): Promise<string[]> =>
    (await dataOf(world, "GET", `/checks?app=${app}&limit=200`)).map(({ id }: { id: string }) => id);
  const add = async (app: string, section: string, place: object): Promise<string> =>
    (await dataOf(world, "POST", "/checks", { app, section, title: "Another step", ...place })).id;
  const positions = query<{ id: string; position: number }>(
    { id: "id", position: "position" },
    'from "check" where app_id = ? order by id',
  );
  const positionsOf = async (app: string, except: string[] = []) =>
    (await world.store.reader.all(positions, app)).filter(({ id }) => !except.includes(id));

  test("checks stand where they were put, however often something is put between the same two", async () => {
    const { app, section } = await sectionWith(4);
    const random = randomFrom(17);
    let order = await idsOf(app);
    const archived: string[] = [];
    for (let step = 0; step < 90; step++) {
      const id = random.pick(order);
      const index = order.indexOf(id);
      const done = random.weigh({ front: 2, second: 6, behind: 4, several: 1, move: 4, moveBehind: 2, archive: 2 });
      if (done === "front" || done === "second") {
        const position = done === "front" ? 0 : 1;
        order.splice(position, 0, await add(app, section, { position }));
      } else if (done === "behind") order.splice(index + 1, 0, await add(app, section, { after: id }));
      else if (done === "several") {
        const checks = [{ title: "First of three" }, { title: "Second" }, { title: "Third" }];
        const added = await dataOf(world, "POST", "/checks/batch", { app, section, position: index, checks });
        order.splice(index, 0, ...added.map((check: { id: string }) => check.id));
      } else if (done === "archive" && order.length > 3) {
        await ask(world, world.admin, "DELETE", `/checks/${id}`);
        order.splice(index, 1);
        archived.push(id);
      } else {
        const others = order.filter((one) => one !== id);
        const leader = random.pick(others);
        const to = done === "moveBehind" ? others.indexOf(leader) + 1 : random.below(order.length + 2);
        await dataOf(world, "PATCH", `/checks/${id}`, done === "moveBehind" ? { after: leader } : { position: to });
        others.splice(to, 0, id);
        order = others;
      }
    }
    expect(await idsOf(app)).toEqual(order);
    expect(archived.length).toBeGreaterThan(0);
  });

  test("a check that is put between two others has no other check written, once there was room for it", async () => {
    const { app, section } = await sectionWith(30);
    await add(app, section, { position: 5 });
    const before = await positionsOf(app);
    const added = [await add(app, section, { position: 5 }), await add(app, section, { position: 7 })];
    const moved = [before[20]!.id, before[3]!.id];
    await dataOf(world, "PATCH", `/checks/${moved[0]}`, { position: 6 });
    await dataOf(world, "PATCH", `/checks/${moved[1]}`, { position: 25 });
    await dataOf(world, "PATCH", `/checks/${before[21]!.id}`, { title: "Renamed" });
    expect(await positionsOf(app, [...added, ...moved])).toEqual(before.filter(({ id }) => !moved.includes(id)));
  });

  test("an archived check comes back between the two it stood between, after room was made around it", async () => {
    const { app, section } = await sectionWith(6);
    const order = await idsOf(app);
    await ask(world, world.admin, "DELETE", `/checks/${order[3]}`);
    for (let i = 0; i < 25; i++) await add(app, section, { position: 1 });
    await dataOf(world, "POST", `/checks/${order[3]}/restore`, {});
    expect((await idsOf(app)).slice(-4)).toEqual(order.slice(2));
  });

  test("a page begins behind the last check of the one before, wherever that stands by now", async () => {
    const { app, section } = await sectionWith(10);
    const order = await idsOf(app);
    const page = (cursor = "") => world.call(world.viewer, "GET", `/checks?app=${app}&limit=4${cursor}`);
    const { body: first } = await page();
    // The first moves everything behind it, the others are put in between without that.
    for (let i = 0; i < 3; i++) await add(app, section, { position: 1 });
    const { body: second } = await page(`&cursor=${encodeURIComponent(first.next_cursor)}`);
    expect(second.data.map(({ id }: { id: string }) => id)).toEqual(order.slice(4, 8));
  });
});
