// GET /issues/:id/history: all that happened to an issue, newest first, with the wording that was replaced.
import { afterEach, describe, expect, test } from "vitest";
import { issueClientOf, refused, severalRepositories, TIMESTAMP } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  afterEach(() => {
    world.clock.frozenAt = null;
  });

  const get = (id: string, query = "", key = world.viewer) => world.call(key, "GET", `/issues/${id}/history${query}`);
  const editedTimes = async (times: number) => {
    const { id } = await issueClient.raise(await world.app(), { text: "0" });
    for (let i = 1; i <= times; i++) await issueClient.edit(id, { text: String(i) });
    return id;
  };

  test("each entry is {at, by, kind, changes} and says who did it through which channel", async () => {
    const { id } = await issueClient.raise(await world.app());
    await issueClient.edit(id, { text: "Edited" });
    const { status, body } = await get(id);
    expect(status).toBe(200);
    expect(body.next_cursor).toBeNull();
    for (const entry of body.data) {
      expect(entry).toStrictEqual({
        at: expect.stringMatching(TIMESTAMP),
        by: "tester key via API",
        kind: expect.any(String),
        changes: expect.any(Object),
      });
    }
    expect(body.data).toHaveLength(2);
  });

  test("every replaced wording is kept, newest first, with what replaced it", async () => {
    const { id } = await issueClient.raise(await world.app(), { text: "First\nwording" });
    await issueClient.edit(id, { text: "Second" });
    await issueClient.edit(id, { text: "Third" }, world.admin);
    const history = await issueClient.history(id);
    expect(history.map(({ kind, by, changes }) => ({ kind, by, text: changes.text }))).toEqual([
      { kind: "edited", by: "admin key via API", text: { from: "Second", to: "Third" } },
      { kind: "edited", by: "tester key via API", text: { from: "First\nwording", to: "Second" } },
      { kind: "raised", by: "tester key via API", text: undefined },
    ]);
  });

  test("replaced platforms and priorities are kept too, and what did not change is not named", async () => {
    const { id } = await issueClient.raise(await world.app(), { platforms: ["ios"], priority: "low" });
    await issueClient.edit(id, { platforms: [] });
    await issueClient.edit(id, { priority: null });
    const [priority, platforms] = await issueClient.history(id);
    expect(priority!.changes).toEqual({ priority: { from: "low", to: null } });
    expect(platforms!.changes).toEqual({ platforms: { from: ["ios"], to: [] } });
  });

  test("fixing, reopening and confirming are in the history at the time the issue shows", async () => {
    const { id, raised_at } = await issueClient.raise(await world.app({ mode: "live" }), { check: undefined });
    await issueClient.fix(id);
    await issueClient.reopen(id);
    world.clock.offset += 1_000;
    const { fixed_at } = await issueClient.fix(id);
    world.clock.offset += 1_000;
    const { confirmed_fixed_at } = await issueClient.confirm(id);
    const history = await issueClient.history(id);
    expect(history.map(({ kind }) => kind)).toEqual(["confirmed", "fixed", "reopened", "fixed", "raised"]);
    expect([history[0]!.at, history[1]!.at, history[4]!.at]).toEqual([confirmed_fixed_at, fixed_at, raised_at]);
    expect(history.map(({ by }) => by).slice(0, 2)).toEqual(["tester key via API", "admin key via API"]);
    expect(
      history
        .map(({ at }) => at)
        .sort()
        .reverse(),
    ).toEqual(history.map(({ at }) => at));
  });

  test("fixes on single platforms are in the history with their platforms and pull request", async () => {
    const { id } = await issueClient.raise(await world.app(severalRepositories()));
    const pull_request = { number: 7, url: "https://code.example/pull/7", repo: "example/web" };
    await issueClient.fix(id, { platforms: ["web"], pull_request });
    await issueClient.fix(id, { platforms: ["ios", "android"] });
    const [last, first] = await issueClient.history(id);
    expect(first!.kind).toBe("partly_fixed");
    expect(JSON.stringify(first!.changes)).toContain("web");
    expect(first!.changes).toMatchObject({ pull_request });
    expect(last!.kind).toBe("fixed");
  });

  test("what changes nothing, or is refused, leaves no entry", async () => {
    const { id } = await issueClient.raise(await world.app());
    await issueClient.reopen(id);
    await world.call(world.tester, "PATCH", `/issues/${id}`, { text: "" });
    await world.call(world.tester, "PATCH", `/issues/${id}`, { text: "New", platforms: ["tv"] });
    await world.call(world.tester, "POST", `/issues/${id}/fix`);
    await world.call(world.tester, "POST", `/issues/${id}/confirm`);
    expect(await issueClient.history(id)).toHaveLength(1);
  });

  test("an issue's history has nothing of other issues", async () => {
    const app = await world.app();
    const [one, other] = await issueClient.raiseMany(app, 2);
    await issueClient.edit(other!, { text: "Other wording" });
    expect(await issueClient.history(one!)).toHaveLength(1);
  });

  test("entries of one millisecond are in the order in which they happened", async () => {
    world.clock.frozenAt = Date.now() + 60_000;
    const id = await editedTimes(5);
    const wordings = (await issueClient.history(id)).map(
      ({ changes }) => (changes.text as { to: string } | undefined)?.to,
    );
    expect(wordings).toEqual(["5", "4", "3", "2", "1", undefined]);
  });

  test.each([1, 2, 3, 6])("pages of %i repeat nothing and skip nothing, also on another server", async (limit) => {
    const id = await editedTimes(5);
    const whole = await issueClient.history(id);
    const address = limit === 2 ? await world.anotherServer() : world.address;
    const paged: unknown[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = `?limit=${limit}${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const { body } = await world.callAt(address, world.viewer, "GET", `/issues/${id}/history${query}`);
      expect(body.data.length).toBeLessThanOrEqual(limit);
      paged.push(...body.data);
      cursor = body.next_cursor;
    }
    expect(paged).toEqual(whole);
  });

  test("what happens during paging does not shift unread pages", async () => {
    const id = await editedTimes(3);
    const first = (await get(id, "?limit=2")).body;
    await issueClient.edit(id, { text: "Meanwhile" });
    const second = (await get(id, `?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...second.data]).toEqual((await issueClient.history(id)).slice(1));
  });

  test("an edited cursor, one of another issue and one of another list answer 400 invalid_cursor", async () => {
    const [id, other] = [await editedTimes(2), await editedTimes(2)];
    const app = (await issueClient.read(id)).app.id;
    await issueClient.raiseMany({ id: app }, 1);
    const { next_cursor: mine } = (await get(id, "?limit=1")).body;
    const { next_cursor: theirs } = (await get(other, "?limit=1")).body;
    const { next_cursor: list } = await issueClient.list(`app=${app}&limit=1`);
    expect([mine, theirs, list]).not.toContain(null);
    for (const cursor of [`${mine}A`, mine.slice(1), mine.slice(0, -1), theirs, list, "x", ""]) {
      refused(await get(id, `?limit=1&cursor=${cursor}`), 400, "invalid_cursor");
    }
  });

  test.each(["limit=0", "limit=201", "limit=x", "limit=", "kind=edited"])("?%s answers 400", async (query) => {
    const { id } = await issueClient.raise(await world.app());
    expect(refused(await get(id, `?${query}`), 400, "invalid_request")).toContain(query.split("=")[0]);
  });

  test("the history of an issue out of reach or unknown answers 404", async () => {
    const [mine, other] = [await world.app(), await world.app()];
    const { id } = await issueClient.raise(other);
    const absent = await get("iss_unknown");
    refused(absent, 404, "not_found");
    const answer = await get(id, "", await world.key("admin", [mine.id]));
    expect([answer.status, answer.body]).toEqual([404, absent.body]);
    expect((await get(id, "", await world.key("viewer", [other.id]))).status).toBe(200);
  });
});
