// Comments on issues: who may read, write, edit and delete them, what they look like, and what the history keeps.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { join, rowsOf } from "../../../support/clients/person-client.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let app: string;
  let id: string;
  let person: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    app = (await world.app()).id;
    person = await world.person("tester", [app]);
  });
  beforeEach(async () => {
    id = (await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" })).id;
  });
  afterAll(() => world.close());

  const say = (text: unknown, who = world.tester) => ask(world, who, "POST", `/issues/${id}/comments`, { text });
  const list = async (who = world.viewer) => (await ask(world, who, "GET", `/issues/${id}/comments`)).body.data;
  const history = async () => (await dataOf(world, "GET", `/issues/${id}/history`)).slice(0, -1);

  test("a comment is read back as it was written, oldest first, with the name of the key or the person", async () => {
    const first = await say("  Seen on iOS 17.\n\n- `tap` twice\n- <b>wait</b>  ");
    expect(first.status).toBe(201);
    expect(first.body.data).toEqual({
      id: expect.stringMatching(/^cmt_[0-9a-z]{27}$/),
      text: "Seen on iOS 17.\n\n- `tap` twice\n- <b>wait</b>",
      written_by: expect.stringMatching(/ via API$/),
      written_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      edited_at: null,
      mentions: [],
      tool: null,
      own: true,
      deletable: true,
    });
    const second = (await say("On Android, too", person)).body.data;
    expect(second.written_by).toBe("tester person");
    expect(await list(person)).toEqual([{ ...first.body.data, own: false, deletable: false }, second]);
    expect((await list()).map(({ own }: { own: boolean }) => own)).toEqual([false, false]);
  });

  test("the newest come first where that is asked for, page by page", async () => {
    for (const text of ["One", "Two", "Three"]) await say(text);
    const path = `/issues/${id}/comments?order=newest&limit=2`;
    const first = (await ask(world, world.viewer, "GET", path)).body;
    const texts = ({ data }: { data: { text: string }[] }) => data.map(({ text }) => text);
    expect(texts(first)).toEqual(["Three", "Two"]);
    const rest = (await ask(world, world.viewer, "GET", `${path}&cursor=${first.next_cursor}`)).body;
    expect([texts(rest), rest.next_cursor]).toEqual([["One"], null]);
    const other = `/issues/${id}/comments?limit=2&cursor=${first.next_cursor}`;
    expectError(await ask(world, world.viewer, "GET", other), 400, "invalid_cursor");
    expectError(
      await ask(world, world.viewer, "GET", `/issues/${id}/comments?order=best`),
      400,
      "invalid_request",
      "order",
    );
  });

  test("an answer is tagged for whoever asked: the tag of another person is no 304", async () => {
    await say("Mine", person);
    const path = `/issues/${id}/comments`;
    const tag = (await ask(world, person, "GET", path)).headers.get("etag")!;
    const again = { "if-none-match": tag };
    expect((await world.call(person, "GET", path, undefined, again)).status).toBe(304);
    const other = await world.person("tester", [app]);
    expect((await world.call(other, "GET", path, undefined, again)).body.data).toMatchObject([{ own: false }]);
  });

  test("whoever wrote it edits it, and nobody else, not even an admin", async () => {
    const { id: comment } = (await say("Frist", person)).body.data;
    const path = `/issues/${id}/comments/${comment}`;
    for (const other of [world.admin, world.tester, await world.person("admin")]) {
      expectError(await ask(world, other, "PATCH", path, { text: "No" }), 403, "forbidden", "tester person");
      expectError(await ask(world, other, "DELETE", path), 403, "forbidden", "tester person");
    }
    const edited = await ask(world, person, "PATCH", path, { text: "First" });
    expect(edited.body.data).toMatchObject({ id: comment, text: "First", edited_at: expect.any(String), own: true });
    expect(await list(person)).toEqual([edited.body.data]);
    expect((await ask(world, person, "PATCH", path, { text: "First" })).body.data).toEqual(edited.body.data);
    expect((await history()).map((entry: { kind: string }) => entry.kind)).toEqual(["comment_edited", "commented"]);
  });

  test("a comment of somebody who was removed, or of a revoked key, is an admin's to delete, and nobody's to edit", async () => {
    const leaver = await join(world, { role: "tester" });
    const { id: key, token } = await keyOf("Ends");
    const said = [(await say("By a leaver", leaver.cookie)).body.data, (await say("By a key", token)).body.data];
    const shown = async (who: string) => (await list(who)).map((one: { deletable: boolean }) => one.deletable);
    const remove = (who: string, at: number) =>
      ask(world, who, "DELETE", `/issues/${id}/comments/${said[at].id}`).then(({ status }) => status);
    const boss = await world.person("admin");
    expect([await shown(boss), await remove(boss, 0), await remove(boss, 1)]).toEqual([[false, false], 403, 403]);
    const tag = (await ask(world, boss, "GET", `/issues/${id}/comments`)).headers.get("etag")!;
    await ask(world, boss, "DELETE", `/people/${leaver.id}`);
    await dataOf(world, "DELETE", `/keys/${key}`);
    const fresh = await world.call(boss, "GET", `/issues/${id}/comments`, undefined, { "if-none-match": tag });
    expect(fresh.status).toBe(200);
    expect([await shown(boss), await shown(world.admin), await shown(person)]).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
    expect([await remove(person, 0), await remove(world.tester, 1)]).toEqual([403, 403]);
    const path = `/issues/${id}/comments/${said[0].id}`;
    expectError(await ask(world, boss, "PATCH", path, { text: "No" }), 403, "forbidden");
    expect([await remove(boss, 0), await remove(world.admin, 1), await list()]).toEqual([204, 204, []]);
  });

  test("a key edits what it wrote, also after it was rotated", async () => {
    const { id: key, token } = await keyOf("Deploys");
    const { id: comment } = (await say("Deployd", token)).body.data;
    const rotated = (await dataOf(world, "POST", `/keys/${key}/rotate`)).key;
    const answer = await ask(world, rotated, "PATCH", `/issues/${id}/comments/${comment}`, { text: "Deployed" });
    expect(answer.body.data).toMatchObject({ text: "Deployed", written_by: "Deploys via API" });
  });
  async function keyOf(name: string): Promise<{ id: string; token: string }> {
    const { id: key, key: token } = await dataOf(world, "POST", "/keys", { name, role: "tester" });
    return { id: key, token };
  }

  test("what is deleted is gone, its text from the database, too; the history says that it happened", async () => {
    const { id: comment } = (await say("The token is hunter2-hunter2")).body.data;
    const path = `/issues/${id}/comments/${comment}`;
    expect((await ask(world, world.tester, "DELETE", path)).status).toBe(204);
    expect(await list()).toEqual([]);
    for (const method of ["PATCH", "DELETE"]) {
      expectError(
        await ask(world, world.tester, method, path, method === "PATCH" ? { text: "x" } : undefined),
        404,
        "not_found",
      );
    }
    expect(await rowsOf(world, `select text from comment where id = '${comment}'`)).toEqual([{ text: "" }]);
    expect(await rowsOf(world, "select 1 from event where changes like '%hunter2%'")).toEqual([]);
    expect(await history()).toMatchObject([
      { kind: "comment_deleted", changes: { comment } },
      { kind: "commented", changes: { comment } },
    ]);
  });

  test("a comment is found under its own issue only", async () => {
    const { id: comment } = (await say("Here")).body.data;
    const other = (await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Other" })).id;
    const answer = await ask(world, world.tester, "PATCH", `/issues/${other}/comments/${comment}`, { text: "There" });
    expectError(answer, 404, "not_found", "comment");
  });

  test.each([
    ["nothing", undefined],
    ["spaces", " \n "],
    ["characters that nobody sees", "\u200b\u2060 \ufeff\n\u202e"],
    ["a number", 4],
    ["4,001 characters", "ä".repeat(4_001)],
  ])("%s answers 400 and names text", async (_what, text) => {
    expectError(await say(text), 400, "invalid_request", "text");
  });

  test("4,000 characters are taken, however many bytes they are; unknown fields are not", async () => {
    expect((await say("🐞".repeat(4_000))).body.data.text).toBe("🐞".repeat(4_000));
    const answer = await ask(world, world.tester, "POST", `/issues/${id}/comments`, { text: "x", body: "x" });
    expectError(answer, 400, "invalid_request", "body");
  });

  test("the same Idempotency-Key comments once", async () => {
    const path = `/issues/${id}/comments`;
    const once = (text: string) => world.call(world.tester, "POST", path, { text }, { "idempotency-key": `say ${id}` });
    const [first, again] = await Promise.all([once("Once"), once("Once")]);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expectError(await once("Twice"), 409, "idempotency_conflict");
    expect(await list()).toHaveLength(1);
  });

  test("an issue is found by its code, and its comments keep their order when many write at once", async () => {
    const { code } = await dataOf(world, "GET", `/issues/${id}`);
    const path = `/issues/${code.toLowerCase()}/comments`;
    const texts = Array.from({ length: 12 }, (_, n) => `Said ${n}`);
    const said = await Promise.all(texts.map((text) => dataOf(world, "POST", path, { text })));
    const found = await list();
    expect(found.map((one: { id: string }) => one.id)).toEqual(said.map((one) => one.id).sort());
    expect(new Set(found.map((one: { text: string }) => one.text))).toEqual(new Set(texts));
    expect(await world.problems()).toEqual([]);
  });

  test("of an archived app nothing is read or written, and all is there again when it is restored", async () => {
    const away = (await world.app({ mode: "live" })).id;
    const issue = (await dataOf(world, "POST", "/issues", { app: away, text: "Away" })).id;
    const comment = await dataOf(world, "POST", `/issues/${issue}/comments`, { text: "Said before" });
    await dataOf(world, "POST", `/apps/${away}/archive`);
    const path = `/issues/${issue}/comments`;
    expectError(await ask(world, world.admin, "GET", path), 404, "not_found");
    expectError(await ask(world, world.admin, "POST", path, { text: "x" }), 404, "not_found");
    expectError(await ask(world, world.admin, "DELETE", `${path}/${comment.id}`), 404, "not_found");
    await dataOf(world, "POST", `/apps/${away}/restore`);
    expect(await dataOf(world, "GET", path)).toMatchObject([{ id: comment.id, text: "Said before" }]);
  });

  test("the doctor finds a comment whose issue is gone", async () => {
    const { id: comment } = (await say("Lost")).body.data;
    const move = (issue: string) =>
      rowsOf(
        world,
        `update comment set issue_id = '${issue}' where id = '${comment}'${kind === "sqlite" ? " returning 1" : ""}`,
      );
    await move("iss_gone");
    expect(await world.problems()).toEqual([expect.stringContaining(`comment ${comment}: its issue doesn't exist`)]);
    await move(id);
    expect(await world.problems()).toEqual([]);
  });
});
