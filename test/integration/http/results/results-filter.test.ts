// What the list of results is narrowed down to: outcome, tester, build, cycle and time, alone and together.
import { describe, expect, test } from "vitest";
import { LOOKED_THROUGH } from "../../../../src/storage/results/result-ranges.ts";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { randomFrom } from "../../../support/machine/seeded-random.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

interface Result {
  id: string;
  check: { ref: string };
  platform: string;
  outcome: string;
  build: string | null;
  recorded_by: string;
  recorded_at: string;
  cycle?: { id: string; name: string };
}
type Filter = Partial<
  Record<"check" | "platform" | "outcome" | "tester" | "build" | "cycle" | "since" | "until", string>
>;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const start = (app: string, name: string, fields: object = {}) =>
    dataOf(world, "POST", `/apps/${app}/cycles`, { name, ...fields });
  const record = async (app: string, fields: object, key = world.tester): Promise<Result[]> =>
    (await ask(world, key, "POST", "/results", { app, check: "PAY-1", outcome: "passed", ...fields })).body.data;
  const pageOf = (query: string, key = world.viewer) => ask(world, key, "GET", `/results?${query}`);
  const queryOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

  async function walk(query: string): Promise<{ results: Result[]; pages: number }> {
    const results: Result[] = [];
    for (let cursor = "", pages = 1; ; pages++) {
      const { body } = await pageOf(query + cursor);
      results.push(...body.data);
      if (body.next_cursor === null) return { results, pages };
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
    }
  }

  test("every filter, alone and with others, gives just the results that have what it asks for, in order", async () => {
    const { id: app } = await world.app();
    const random = randomFrom(7);
    const cycles = ["1.5", "2.0 beta"];
    for (const name of cycles) await start(app, name);
    const builds = ["1.5.0", "1.5.1", "  spaced   out "];
    for (let i = 0; i < 60; i++) {
      const fields = {
        check: random.pick(["PAY-1", "SIGN-1"]),
        outcome: random.pick(["passed", "failed"]),
        platforms: [random.pick(["ios", "android"])],
        ...(random.below(3) === 0 ? {} : { build: random.pick(builds) }),
        ...(random.below(3) === 0 ? { cycle: random.pick(cycles) } : {}),
      };
      await record(app, fields, random.pick([world.tester, world.admin]));
    }
    const all = (await pageOf(`app=${app}&limit=200`)).body.data as Result[];
    expect(all.length).toBe(60);
    const has: Record<keyof Filter, (result: Result, value: string) => boolean> = {
      check: ({ check }, value) => check.ref === value,
      platform: ({ platform }, value) => platform === value,
      outcome: ({ outcome }, value) => outcome === value,
      tester: ({ recorded_by: by }, value) => by === value,
      build: ({ build }, value) => build === value.trim().replaceAll(/ +/g, " ") || build === value.trim(),
      cycle: ({ cycle }, value) => cycle?.name === value || cycle?.id === value,
      since: ({ recorded_at: at }, value) => at >= value,
      until: ({ recorded_at: at }, value) => at < value,
    };
    const values: Record<keyof Filter, () => string> = {
      check: () => random.pick(["PAY-1", "SIGN-1"]),
      platform: () => random.pick(["ios", "android"]),
      outcome: () => random.pick(["passed", "failed"]),
      tester: () => random.pick(["tester key via API", "admin key via API", "nobody"]),
      build: () => random.pick([...builds, "none"]),
      cycle: () => random.pick([...cycles, all.find(({ cycle }) => cycle)!.cycle!.id]),
      since: () => random.pick(all).recorded_at,
      until: () => random.pick(all).recorded_at,
    };
    const fields = Object.keys(values) as (keyof Filter)[];
    for (let i = 0; i < 60; i++) {
      const asked = i < fields.length ? [fields[i]!] : fields.filter(() => random.below(3) === 0);
      const filter: Filter = Object.fromEntries(asked.map((field) => [field, values[field]()]));
      const expected = all.filter((result) => asked.every((field) => has[field](result, filter[field]!)));
      const query = queryOf({ app, limit: random.pick(["1", "3", "50"]), ...filter });
      expect((await walk(query)).results, query).toEqual(expected);
    }
  });

  test("a cycle is named by its id alone, or by its name with the app; closed ones are found, too", async () => {
    const { id: app } = await world.app();
    const cycle = await start(app, "1.5");
    const [named] = await record(app, { cycle: "1.5", platforms: ["ios"] });
    await record(app, {});
    await dataOf(world, "POST", `/cycles/${cycle.id}/close`);
    await record(app, {});
    expect((await pageOf(`cycle=${cycle.id}`)).body.data).toEqual([named]);
    expect((await pageOf(`app=${app}&cycle=1.5`)).body.data).toEqual([named]);
    expect((await pageOf(`app=${app}&cycle=1.5&platform=android`)).body.data).toEqual([]);
  });

  test("without an app the filters hold for every app in reach", async () => {
    const [one, two, hidden] = [await world.app(), await world.app(), await world.app()];
    const build = `only here ${one.id}`;
    for (const app of [one, two, hidden]) await record(app.id, { build, platforms: ["ios"] });
    const key = await world.key("viewer", [one.id, two.id]);
    const { data } = (await pageOf(queryOf({ build }), key)).body;
    expect(data.map(({ app }: { app: { id: string } }) => app.id)).toEqual([two.id, one.id]);
  });

  test("a time is a bound of the list: since includes its moment, until does not", async () => {
    const { id: app } = await world.app();
    const [first] = await record(app, { platforms: ["ios"] });
    const [second] = await record(app, { platforms: ["ios"] });
    const ids = async (fields: Record<string, string>) =>
      (await pageOf(queryOf({ app, ...fields }))).body.data.map(({ id }: Result) => id);
    const at = second!.recorded_at;
    expect(await ids({ since: at })).toContain(second!.id);
    expect(await ids({ until: at })).not.toContain(second!.id);
    expect(await ids({ since: first!.recorded_at })).toEqual([second!.id, first!.id]);
    expect(await ids({ since: "1969-01-01T00:00:00Z", until: "1969-01-02T00:00:00Z" })).toEqual([]);
    expect(await ids({ since: at.replace("Z", "+00:00"), until: "2999-01-01T00:00Z" })).toContain(second!.id);
    expect(await ids({ since: "2999-01-01T00:00Z", until: "2000-01-01T00:00Z" })).toEqual([]);
  });

  test("a rare result is found behind more than a page looks through: the pages before may be empty and go on", async () => {
    const { id: app } = await world.app();
    const [rare] = await record(app, { outcome: "failed", platforms: ["ios"] });
    const some = Array.from({ length: 1_000 }, () => ({ check: "PAY-1", outcome: "passed", platforms: ["ios"] }));
    for (let recorded = 0; recorded <= LOOKED_THROUGH; recorded += some.length) {
      await dataOf(world, "POST", "/results", { app, results: some });
    }
    const query = `app=${app}&platform=ios&outcome=failed`;
    const first = (await pageOf(query)).body;
    expect(first).toEqual({ data: [], next_cursor: expect.any(String) });
    expect(await walk(query)).toEqual({ results: [rare], pages: 2 });
    expect((await walk(`${query}&check=PAY-1`)).results).toEqual([rare]);
    const whole = await walk(`app=${app}&platform=ios&outcome=passed&limit=200`);
    expect(new Set(whole.results.map(({ id }) => id)).size).toBe(LOOKED_THROUGH + 1_000);
  });

  test("a cursor belongs to all of its filters", async () => {
    const { id: app } = await world.app();
    await start(app, "1.5");
    for (let i = 0; i < 3; i++) await record(app, { build: "b", cycle: "1.5", platforms: ["ios"] });
    const asked: Record<string, string> = {
      app,
      outcome: "passed",
      tester: "tester key via API",
      build: "b",
      cycle: "1.5",
      since: "2000-01-01T00:00Z",
      until: "2999-01-01T00:00Z",
      limit: "1",
    };
    const { next_cursor: cursor } = (await pageOf(queryOf(asked))).body;
    expect((await pageOf(queryOf({ ...asked, cursor }))).body.data.length).toBe(1);
    for (const left of ["outcome", "tester", "build", "cycle", "since", "until"]) {
      const { [left]: _, ...others } = asked;
      expect(outcomeOf(await pageOf(queryOf({ ...others, cursor }))), left).toBe("400 invalid_cursor");
    }
  });

  test.each([
    ["app={app}&outcome=maybe", "400 invalid_request"],
    ["app={app}&outcome=", "400 invalid_request"],
    ["app={app}&tester=", "400 invalid_request"],
    ["app={app}&build=", "400 invalid_request"],
    ["app={app}&cycle=nope", "404 not_found"],
    ["app={other}&cycle={cycle}", "404 not_found"],
    ["app={other}&cycle=1.5", "404 not_found"],
    ["cycle=cyc_nope", "404 not_found"],
    ["cycle=1.5", "400 invalid_request"],
    ["app={app}&cycle={cycle}&platform=tv", "400 unknown_platform"],
    ["cycle={cycle}&platform=tv", "400 unknown_platform"],
    ["app={app}&since=yesterday", "400 invalid_request"],
    ["app={app}&since=2026-02-30T00:00Z", "400 invalid_request"],
    ["app={app}&until=2026-11-01", "400 invalid_request"],
    ["app={app}&tester=nobody", "200"],
    ["app={app}&build=none", "200"],
  ])("?%s answers %s", async (query, outcome) => {
    const { id: app } = await world.app();
    const other = (await world.app()).id;
    const cycle = (await start(app, "1.5")).id;
    const asked = query.replace("{app}", app).replace("{other}", other).replace("{cycle}", cycle);
    expect(outcomeOf(await pageOf(asked))).toBe(outcome);
  });

  test("a cycle out of reach reads as absent", async () => {
    const { id: app } = await world.app();
    const cycle = (await start(app, "1.5")).id;
    const key = await world.key("viewer", [(await world.app()).id]);
    expect(outcomeOf(await pageOf(`cycle=${cycle}`, key))).toBe("404 not_found");
  });
});
