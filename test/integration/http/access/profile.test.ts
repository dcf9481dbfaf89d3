// What people change of themselves: their name, and with their password the e-mail address.
import { beforeAll, describe, expect, test } from "vitest";
import { changeProfile } from "../../../../src/actions/access/change-profile.ts";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { entriesOf, newest } from "../../../support/clients/audit-client.ts";
import { isSignedIn, join, PASSWORD, rowsOf, signIn } from "../../../support/clients/person-client.ts";
import { until } from "../../../support/database/migrate-in-process.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let app: string;
  let other: string;
  beforeAll(async () => {
    app = (await world.app()).id;
    other = await world.anotherServer();
  });
  const change = (cookie: string, body: unknown) => ask(world, cookie, "PATCH", "/me", body);
  const me = async (cookie: string) => (await world.callAt(other, cookie, "GET", "/me")).body.data;

  const namesAreWritten = () =>
    until(async () => (await rowsOf(world, "select id from person where renamed_at is not null")).length === 0);

  test("a new name is shown at once, on every server, and signs nobody out", async () => {
    const { id, email, cookie } = await join(world, { role: "tester" });
    const answer = await change(cookie, { name: "  Ada Lovelace " });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { id, name: "Ada Lovelace", email, role: "tester", apps: null, operator: false, needs_second_factor: false },
    ]);
    expect(await me(cookie)).toMatchObject({ name: "Ada Lovelace", email });
    const ada = { kind: "person", id, name: "Ada Lovelace" };
    expect(await newest(world)).toMatchObject({
      action: "person.profile_changed",
      actor: { ...ada, name: "Ada" },
      target: ada,
      details: { fields: ["name"] },
    });
    const again = await change(cookie, { name: "Ada Lovelace" });
    expect([again.status, await entriesOf(world, again)]).toEqual([200, []]);
  });

  test("issues name whoever is assigned to them by the new name, and are found by it", async () => {
    const tester = await join(world, { role: "tester" });
    const [first, second] = [await join(world, { role: "viewer" }), await join(world, { role: "viewer" })];
    await change(second.cookie, { name: "Bea" });
    const raise = async (people: string[]) => {
      const { id } = await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" });
      await ask(world, tester.cookie, "PUT", `/issues/${id}/assignees`, { people });
      return id as string;
    };
    const both = await raise([second.id, first.id]);
    const alone = await raise([second.id]);
    const fixed = await raise([first.id]);
    await dataOf(world, "POST", `/issues/${fixed}/fix`);
    expect((await change(first.cookie, { name: "Ada King" })).status).toBe(200);
    const assignees = async (id: string) => (await dataOf(world, "GET", `/issues/${id}`)).assignees;
    // It is written after the answer: there may be thousands.
    await namesAreWritten();
    expect([await assignees(both), await assignees(alone), await assignees(fixed)]).toEqual([
      ["Bea", "Ada King"],
      ["Bea"],
      ["Ada King"],
    ]);
    const found = await world.call(world.viewer, "GET", `/issues?app=${app}&status=all&assignee=Ada%20King`);
    expect(found.body.data.map(({ id }: { id: string }) => id).sort()).toEqual([both, fixed].sort());
    const [entry] = (await world.call(world.viewer, "GET", `/issues/${both}/history`)).body.data;
    expect(entry).toMatchObject({
      by: "Ada King",
      changes: { assignees: { from: ["Bea", "Ada"], to: ["Bea", "Ada King"] } },
    });
    expect(await world.problems()).toEqual([]);
  });

  test("a server that starts goes on with new names that issues don't have yet, however many there are", async () => {
    const { id: personId, cookie } = await join(world, { role: "tester" });
    const { id } = await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" });
    await ask(world, cookie, "PUT", `/issues/${id}/assignees`, { people: [personId] });
    // The name is changed and no issue is: the server might have stopped between the two.
    const workspaceId = world.store.workspace.id;
    await world.store.performer.perform(changeProfile, { workspaceId, personId, name: "Ada Byron" });
    expect((await dataOf(world, "GET", `/issues/${id}`)).assignees).toEqual(["Ada"]);
    await world.anotherServer();
    await until(async () => (await dataOf(world, "GET", `/issues/${id}`)).assignees[0] === "Ada Byron");
    await namesAreWritten();
  });

  test("the e-mail address is changed with the password, and one signs in with the new one", async () => {
    const { id, email, cookie } = await join(world);
    const to = `New.${email}`;
    const without = await change(cookie, { email: to });
    expect([outcomeOf(without), without.body.error.message]).toEqual([
      "400 invalid_request",
      "current_password: needed to change the e-mail address.",
    ]);
    const wrong = await change(cookie, { email: to, current_password: "a wrong guess" });
    expect([outcomeOf(wrong), wrong.body.error.message]).toEqual([
      "400 invalid_request",
      "current_password: this is not your current password.",
    ]);
    expect(await newest(world)).toMatchObject({ action: "sign_in.failed", details: { purpose: "email_change" } });
    const answer = await change(cookie, { email: to, current_password: PASSWORD });
    expect([answer.status, answer.body.data.email]).toEqual([200, to.toLowerCase()]);
    expect(await newest(world)).toMatchObject({ action: "person.profile_changed", details: { fields: ["email"] } });
    expect(await isSignedIn(other, cookie)).toBe(true);
    expect((await signIn(world, email)).status).toBe(401);
    expect((await signIn(world, to)).status).toBe(200);
    const kept = await rowsOf(world, `select details, target_name from audit where target_id = '${id}'`);
    expect(JSON.stringify(kept)).not.toContain("@");
  });

  test("an e-mail address that is somebody's already is refused, also to two who want it at once", async () => {
    const [one, two] = [await join(world), await join(world)];
    const taken = await change(one.cookie, { email: two.email, current_password: PASSWORD });
    expect(outcomeOf(taken)).toBe("409 name_taken");
    const body = { email: `wanted-${one.email}`, current_password: PASSWORD };
    const answers = await Promise.all([
      change(one.cookie, body),
      world.callAt(other, two.cookie, "PATCH", "/me", body, { "sec-fetch-site": "same-origin" }),
    ]);
    expect(answers.map(outcomeOf).sort()).toEqual(["200", "409 name_taken"]);
  });

  test("guessing the password to change the e-mail address is throttled, too", async () => {
    const { email, cookie } = await join(world);
    world.clock.frozenAt = 60_000 * (Math.ceil(Date.now() / 60_000) + 5);
    const guess = (password: string) => change(cookie, { email: `x-${email}`, current_password: password });
    for (let i = 0; i < 5; i++) expect((await guess("a wrong guess")).status).toBe(400);
    expect(outcomeOf(await guess(PASSWORD))).toBe("429 rate_limited");
    world.clock.frozenAt = null;
  });

  test.each([
    [{}, "name or email"],
    [{ current_password: PASSWORD }, "name or email"],
    [{ name: "" }, "name"],
    [{ name: "Ada via API" }, "name"],
    [{ name: "x".repeat(1_000) }, "name"],
    [{ email: "nowhere", current_password: PASSWORD }, "email"],
    [{ name: "Ada", role: "admin" }, "role"],
  ])("%j is refused, and the answer names %s", async (body, named) => {
    const { cookie } = await join(world);
    const refused = await change(cookie, body);
    expect(outcomeOf(refused)).toBe("400 invalid_request");
    expect(refused.body.error.message).toContain(named);
    expect(await me(cookie)).toMatchObject({ name: "Ada", role: "viewer" });
  });
});
