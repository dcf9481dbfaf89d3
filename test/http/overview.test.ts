// The overview: every app with its summary, as the interface's first page shows them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, DATABASES, type World } from "../world.ts";
import { ask, dataOf } from "./route-table.ts";

describe.each(DATABASES)("the overview on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  test("an app's summary there is the one of the app itself, also when it has no sections", async () => {
    const app = await world.app();
    const empty = await world.app({ name: "Empty", sections: [] });
    const [check] = await dataOf(world, "GET", `/checks?app=${app.id}`);
    await dataOf(world, "POST", "/results", { app: app.id, check: check.id, outcome: "failed" });
    const viewer = await world.person("viewer");
    const { data } = (await ask(world, viewer, "GET", "/overview")).body;
    for (const { id } of [app, empty]) {
      const { summary } = await dataOf(world, "GET", `/apps/${id}`);
      expect(data.find((one: { id: string }) => one.id === id).summary).toEqual(summary);
    }
    expect(data.find((one: { id: string }) => one.id === app.id).summary.failed).toBeGreaterThan(0);
  });

  test("it shows only what is in reach", async () => {
    const [mine, other] = [await world.app({ name: "Mine" }), await world.app({ name: "Other" })];
    const { data } = (await ask(world, await world.person("viewer", [mine.id]), "GET", "/overview")).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    expect(data.map(({ id }: { id: string }) => id)).not.toContain(other.id);
  });
});
