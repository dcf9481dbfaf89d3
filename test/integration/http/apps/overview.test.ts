// The overview: every app with its summary, as the interface's first page shows them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

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

  test("places are found by a few letters of their ref or title, those of the app one is in first, and only in reach", async () => {
    const checks = [
      { ref: "Zürich-1", title: "Straße finden" },
      { ref: "Z-2", title: "A zebra crosses" },
    ];
    const [near, far, hidden] = await Promise.all(
      ["Near", "Far", "Hidden"].map((name) => world.app({ name, sections: [{ ref: "ZOO", title: "Zoo", checks }] })),
    );
    const viewer = await world.person("viewer", [near!.id, far!.id]);
    const found = async (query: string) =>
      (await ask(world, viewer, "GET", `/places?${query}`)).body.data.map(
        (one: { kind: string; title: string; app: { name: string } }) => `${one.kind} ${one.title} ${one.app.name}`,
      );
    for (const app of [near!, far!]) {
      const other = app === near ? "Far" : "Near";
      expect(await found(`q=zebra&app=${app.id}`)).toEqual([
        `check A zebra crosses ${app.name}`,
        `check A zebra crosses ${other}`,
      ]);
    }
    expect(await found(`q=z&app=${near!.id}`)).toHaveLength(6);
    expect(await found("q=STRA%C3%9FE%20z%C3%BC")).toHaveLength(2);
    expect(await found("q=zo")).toEqual(expect.arrayContaining(["section Zoo Near", "section Zoo Far"]));
    expect((await found("q=zebra")).join()).not.toContain(hidden!.name);
    const [gone] = await dataOf(world, "GET", `/checks?app=${near!.id}`);
    await dataOf(world, "DELETE", `/checks/${gone.id}`);
    expect(await found("q=stra")).toEqual(["check Straße finden Far"]);
    expect((await ask(world, viewer, "GET", "/places?q=%20")).status).toBe(400);
    expect((await ask(world, viewer, "GET", "/places")).status).toBe(400);
  });

  test("it shows only what is in reach", async () => {
    const [mine, other] = [await world.app({ name: "Mine" }), await world.app({ name: "Other" })];
    const { data } = (await ask(world, await world.person("viewer", [mine.id]), "GET", "/overview")).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    expect(data.map(({ id }: { id: string }) => id)).not.toContain(other.id);
  });
});
