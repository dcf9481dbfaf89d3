// Erasing by REST: who may, what has to be done and said first, and how it goes on in the background, at several servers.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SETTLE_MS } from "../../../../src/domain/privacy/erasure.ts";
import { MINUTE_MS } from "../../../../src/lib/clock.ts";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { auditOf } from "../../../support/clients/audit-client.ts";
import { expectForgotten } from "../../../support/clients/kept-bytes.ts";
import { accept, invite, join, PASSWORD, SAME_ORIGIN, ui } from "../../../support/clients/person-client.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let admin: { id: string; cookie: string };
  beforeAll(async () => {
    world = await createWorld(kind);
    admin = await join(world, { role: "admin" });
  });
  afterAll(() => world.close());

  const joined = async (name: string, email: string) => {
    const answer = await accept(world, { token: await invite(world, { role: "tester" }), name, email });
    return { id: answer.body.data.id as string, cookie: answer.cookie! };
  };
  const removed = async (name: string, email: string) => {
    const person = await joined(name, email);
    expect((await ask(world, admin.cookie, "DELETE", `/people/${person.id}`)).status).toBe(204);
    return person;
  };
  const start = (body: Record<string, string>, who = admin.cookie) => ask(world, who, "POST", "/erasures", body);
  const named = (what: string, subject: string) => ({ kind: what, subject, confirm: subject });
  const stateOf = async (id: string) => (await dataOf(world, "GET", `/erasures/${id}`)).state;
  const finished = (id: string) => expect.poll(() => stateOf(id)).toBe("done");

  test("somebody who can still sign in, and an app in use, are refused with what to do first", async () => {
    await joined("Nan", "nan@example.com");
    const person = await start(named("person", "nan@example.com"));
    expect(outcomeOf(person)).toBe("409 in_use");
    expect(person.body.error.message).toContain("remove the person first");
    const { name } = await world.app();
    const app = await start(named("app", name));
    expect(outcomeOf(app)).toBe("409 not_archived");
    expect(app.body.error.message).toContain("archive it first");
    expect(await dataOf(world, "GET", "/erasures")).toEqual([]);
  });

  test("what is not confirmed word by word, is not there, or is no address, is not erased", async () => {
    const { id, name } = await world.app({ name: "Old Shop" });
    await dataOf(world, "POST", `/apps/${id}/archive`);
    for (const confirm of ["", "old shop", id, `${name} `]) {
      const answer = await start({ kind: "app", subject: id, confirm });
      expect([confirm, outcomeOf(answer)]).toEqual([confirm, "400 invalid_request"]);
      expect(answer.body.error.message).toMatch(/^confirm: /);
    }
    const wrong = { ...named("reporter", "a@example.org"), confirm: "b@example.org" };
    expect(outcomeOf(await start(wrong))).toBe("400 invalid_request");
    expect(outcomeOf(await start(named("person", "nobody@example.com")))).toBe("404 not_found");
    expect(outcomeOf(await start(named("app", "Nothing")))).toBe("404 not_found");
    expect(outcomeOf(await start(named("person", "no address")))).toBe("400 invalid_request");
    expect(outcomeOf(await start({ kind: "app", subject: id }))).toBe("400 invalid_request");
    expect(await dataOf(world, "GET", "/erasures")).toEqual([]);
  });

  test("a session has to show again who it is after a while, a key does not", async () => {
    const body = named("reporter", "late@example.org");
    world.clock.offset += 30 * MINUTE_MS;
    expect(outcomeOf(await start(body))).toBe("403 confirmation_needed");
    const headers = { ...SAME_ORIGIN, cookie: admin.cookie };
    const confirmed = await ui(world.address, "POST", "/session/confirm", { password: PASSWORD }, headers);
    admin.cookie = confirmed.cookie!;
    const begun = await start(body);
    expect(begun.status).toBe(201);
    expect(begun.headers.get("location")).toMatch(new RegExp(`/erasures/${begun.body.data.id}$`));
    await finished(begun.body.data.id);
    const byKey = await start(named("reporter", "later@example.org"), world.admin);
    expect(byKey.body.data).toMatchObject({ kind: "reporter", started_by: "admin key via API" });
    await finished(byKey.body.data.id);
  });

  test("a person who was removed is erased in the background; the list says who did it, and not to whom", async () => {
    const app = await world.app();
    const { cookie, id } = await joined("Thessaly Brindle", "brindle@example.com");
    await world.call(cookie, "POST", "/results", { app: app.id, check: "SIGN-1", outcome: "passed" });
    await ask(world, admin.cookie, "DELETE", `/people/${id}`);
    const begun = (await start(named("person", "Brindle@Example.com"))).body.data;
    expect(begun).toMatchObject({ kind: "person", state: "running", steps_done: 0, started_by: "Ada" });
    // A request of theirs may still be under way: they were removed a moment ago.
    await expect.poll(() => stateOf(begun.id)).toBe("settling");
    expect((await dataOf(world, "GET", `/erasures/${begun.id}`)).steps_done * 2).toBe(begun.steps);
    world.clock.offset += SETTLE_MS;
    await finished(begun.id);
    const [newest] = await dataOf(world, "GET", "/erasures?limit=1");
    expect(newest).toEqual({
      ...begun,
      state: "done",
      steps_done: begun.steps,
      rows_changed: expect.any(Number),
      finished_at: expect.any(String),
    });
    await expectForgotten(world, "brindle", "thessaly");
    const [done, started] = await auditOf(world, "?action=erasure.&limit=2");
    expect([started, done]).toMatchObject([
      { action: "erasure.started", actor: { kind: "person", id: admin.id } },
      { action: "erasure.finished", target: { id: begun.id } },
    ]);
    expect(await world.problems()).toEqual([]);
  });

  test("an admin who is erased is a deleted person in the list of what they erased", async () => {
    const other = await accept(world, {
      token: await invite(world, { role: "admin" }),
      name: "Ignatius Plover",
      email: "plover@example.com",
    });
    const begun = (await start(named("reporter", "x1@example.org"), other.cookie!)).body.data;
    expect(begun.started_by).toBe("Ignatius Plover");
    await finished(begun.id);
    await ask(world, admin.cookie, "DELETE", `/people/${other.body.data.id}`);
    world.clock.offset += SETTLE_MS;
    const { id } = (await start(named("person", "plover@example.com"))).body.data;
    await finished(id);
    expect((await dataOf(world, "GET", `/erasures/${begun.id}`)).started_by).toBe("Deleted person");
    await expectForgotten(world, "plover");
  });

  test("the same asked of two servers at once is one erasure, and both go on with it to the end", async () => {
    await removed("Quillon Tarn", "tarn@example.com");
    world.clock.offset += SETTLE_MS;
    const addresses = [world.address, await world.anotherServer()];
    const body = named("person", "tarn@example.com");
    const answers = await Promise.all(
      [0, 1, 0, 1].map((at) => world.callAt(addresses[at]!, world.admin, "POST", "/erasures", body)),
    );
    // Whoever comes after the end finds nobody any more.
    const begun = answers.filter(({ status }) => status === 201).map((answer) => answer.body.data.id);
    expect(new Set(begun).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 404)).toEqual([]);
    await finished(begun[0]);
    await expectForgotten(world, "tarn@");
    const entries = await auditOf(world, "?action=erasure.&limit=200");
    const of = entries.filter(({ target }: { target: { id: string } }) => target.id === begun[0]);
    expect(of.map(({ action }: { action: string }) => action)).toEqual(["erasure.finished", "erasure.started"]);
    expect(await world.problems()).toEqual([]);
  });

  test("an app that one restores while another erases it is either back or gone, never half", async () => {
    const second = await world.anotherServer();
    for (let round = 0; round < 4; round++) {
      const app = await world.app();
      await dataOf(world, "POST", `/apps/${app.id}/archive`);
      const [erased, restored] = await Promise.all([
        world.callAt(world.address, world.admin, "POST", "/erasures", named("app", app.name)),
        world.callAt(second, world.admin, "POST", `/apps/${app.id}/restore`),
      ]);
      expect(["201 404", "409 200"]).toContain(`${erased.status} ${restored.status}`);
      if (erased.status === 201) await finished(erased.body.data.id);
      const found = await world.call(world.admin, "GET", `/apps/${app.id}`);
      expect(found.status).toBe(erased.status === 201 ? 404 : 200);
      if (found.status === 200) expect(found.body.data.checks).toEqual(app.checks);
    }
    expect(await world.problems()).toEqual([]);
  });
});
