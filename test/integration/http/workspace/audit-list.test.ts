// The list of the audit log: newest first, paged, and filtered by action, actor, app and time.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { auditOf, type Entry } from "../../../support/clients/audit-client.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let app: string;
  let all: Entry[];
  beforeAll(async () => {
    world = await createWorld(kind);
    const start = Date.now();
    world.clock.frozenAt = start;
    app = (await world.app({ name: "Shop & Co" })).id;
    for (let n = 1; n <= 12; n++) {
      world.clock.frozenAt = start + 1_000 * Math.floor(n / 3);
      await dataOf(world, "POST", "/keys", { name: `Key ${n}`, role: "viewer" });
    }
    await dataOf(world, "PATCH", `/apps/${app}`, { mode: "live" });
    await world.call(await world.person("admin"), "PATCH", `/apps/${app}`, { mode: "testing" });
    all = await auditOf(world, "?limit=200");
  });
  afterEach(() => {
    world.clock.frozenAt = null;
  });
  afterAll(() => world.close());

  const actions = (entries: Entry[]) => entries.map(({ action }) => action);
  const refusal = async (query: string) => {
    const answer = await ask(world, world.admin, "GET", `/audit${query}`);
    return [outcomeOf(answer), answer.body.error.message];
  };

  test("entries come newest first, in the order in which they were made even within one millisecond", async () => {
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort().reverse());
    const names = all.map(({ target }) => target?.name).filter((name) => name?.startsWith("Key "));
    expect(names).toEqual(Array.from({ length: 12 }, (_, i) => `Key ${12 - i}`));
    expect((await ask(world, world.admin, "GET", "/audit")).body.data).toEqual(all.slice(0, 50));
  });

  test("pages of any size give every entry once, whatever is recorded meanwhile", async () => {
    for (const limit of [1, 4, 7]) {
      const seen: Entry[] = [];
      for (let query = `?limit=${limit}`; ; ) {
        const { body } = await ask(world, world.admin, "GET", `/audit${query}`);
        seen.push(...body.data);
        if (body.next_cursor === null) break;
        expect(body.data).toHaveLength(limit);
        await dataOf(world, "POST", "/keys", { name: "Meanwhile", role: "viewer" });
        query = `?limit=${limit}&cursor=${body.next_cursor}`;
      }
      const from = seen.findIndex(({ id }) => id === all[0].id);
      expect(seen.slice(from)).toEqual(all);
    }
  });

  test("an action is given exactly, or as a beginning that ends in a dot", async () => {
    expect(new Set(actions(await auditOf(world, "?action=key.created&limit=200")))).toEqual(new Set(["key.created"]));
    expect(actions(await auditOf(world, "?action=app."))).toEqual(["app.changed", "app.changed", "app.created"]);
    expect(await auditOf(world, "?action=webhook.")).toEqual([]);
  });

  test.each(["key", "ke", "key.creat", ".", "", "KEY.", "key.created,app.", "%25", "key._"])(
    "the action %j means nothing and is refused with what would be right",
    async (action) => {
      const [outcome, message] = await refusal(`?action=${action}`);
      expect(outcome).toBe("400 invalid_request");
      expect(message).toContain("action: expected an action such as key.created");
    },
  );

  test("an actor is named as they stand, and an app by its id or name", async () => {
    expect(actions(await auditOf(world, "?actor=admin%20person"))).toEqual(["app.changed", "person.joined"]);
    expect(await auditOf(world, "?actor=ADMIN%20person")).toEqual([]);
    expect(await auditOf(world, "?actor=%25")).toEqual([]);
    const ofApp = await auditOf(world, `?app=${app}`);
    expect(actions(ofApp)).toEqual(["app.changed", "app.changed", "app.created"]);
    expect(await auditOf(world, "?app=Shop+%26+Co")).toEqual(ofApp);
    expect(await auditOf(world, `?app=${app}&actor=admin+key&action=app.changed`)).toEqual([ofApp[1]]);
    expect((await refusal("?app=nowhere"))[0]).toBe("404 not_found");
  });

  test("`after` takes what was recorded at that moment or later, `before` what was recorded earlier", async () => {
    const moment = all.find(({ target }) => target?.name === "Key 6").at as string;
    const expected = (fits: (at: string) => boolean) => all.filter(({ at }) => fits(at));
    const upTo = all[0].at;
    const beforeMeanwhile = `before=${new Date(Date.parse(upTo) + 1).toISOString()}`;
    const later = await auditOf(world, `?limit=200&after=${moment}&${beforeMeanwhile}`);
    expect(later.filter(({ target }) => target?.name !== "Meanwhile")).toEqual(expected((at) => at >= moment));
    expect(await auditOf(world, `?limit=200&before=${moment}`)).toEqual(expected((at) => at < moment));
    const offset = encodeURIComponent(moment.replace("Z", "+00:00"));
    expect(await auditOf(world, `?limit=200&before=${offset}`)).toEqual(expected((at) => at < moment));
    expect(await auditOf(world, `?after=${moment}&before=${moment}`)).toEqual([]);
    expect(await auditOf(world, "?after=9999-12-31T23:59:59Z")).toEqual([]);
    expect(await auditOf(world, "?before=0001-01-01T00:00:00Z")).toEqual([]);
    expect(await auditOf(world, "?limit=2&after=0001-01-01T00:00:00Z")).toHaveLength(2);
    expect(await auditOf(world, "?limit=2&before=9999-12-31T23:59:59Z")).toHaveLength(2);
  });

  test.each(["yesterday", "2026-11-15", "1700000000000", "2026-13-01T00:00:00Z", "2026-11-15T08:00:00", ""])(
    "the time %j is refused with what would be right",
    async (time) => {
      for (const field of ["after", "before"]) {
        const [outcome, message] = await refusal(`?${field}=${encodeURIComponent(time)}`);
        expect([outcome, message]).toEqual([
          "400 invalid_request",
          expect.stringContaining(`${field}: expected a time`),
        ]);
      }
    },
  );

  test("unknown parameters, wrong limits, and cursors of another query are refused", async () => {
    const { body } = await ask(world, world.admin, "GET", "/audit?limit=1");
    const outcomes = [
      await refusal("?actions=key."),
      await refusal("?limit=0"),
      await refusal("?limit=201"),
      await refusal(`?limit=1&cursor=${body.next_cursor}&action=key.`),
      await refusal(`?limit=1&cursor=${body.next_cursor}x`),
      await refusal(`?actor=${"x".repeat(5_000)}`),
    ];
    expect(outcomes.map(([outcome]) => outcome)).toEqual([
      "400 invalid_request",
      "400 invalid_request",
      "400 invalid_request",
      "400 invalid_cursor",
      "400 invalid_cursor",
      "400 invalid_request",
    ]);
  });
});
