// Where others are signed in: admins see it and end it.
import { beforeAll, describe, expect, test } from "vitest";
import { ask, outcomeOf } from "../../../support/checks/route-table.ts";
import { newest } from "../../../support/clients/audit-client.ts";
import { isSignedIn, join, PASSWORD, signIn } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let admin: string;
  let other: string;
  beforeAll(async () => {
    admin = (await join(world, { role: "admin" })).cookie;
    other = await world.anotherServer();
  });
  const list = async (id: string) => (await ask(world, admin, "GET", `/people/${id}/sessions`)).body.data;

  test("an admin sees somebody's sessions and ends one of them, which is dead at once on every server", async () => {
    const { id, email, cookie } = await join(world);
    const elsewhere = (await signIn(world, email, PASSWORD, { "user-agent": FIREFOX })).cookie!;
    const own = (await ask(world, elsewhere, "GET", "/sessions")).body.data;
    const listed = await list(id);
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(listed.toSorted(byId)).toEqual(own.map((one: object) => ({ ...one, current: false })).toSorted(byId));
    const firefox = listed.find(({ agent }: { agent: string }) => agent === "Firefox on Windows").id;
    expect((await ask(world, admin, "DELETE", `/people/${id}/sessions/${firefox}`)).status).toBe(204);
    expect(await newest(world)).toMatchObject({
      action: "person.session_ended",
      target: { kind: "person", id, name: "Ada" },
      details: { agent: "Firefox on Windows" },
    });
    expect([await isSignedIn(other, elsewhere), await isSignedIn(other, cookie)]).toEqual([false, true]);
    expect(outcomeOf(await ask(world, admin, "DELETE", `/people/${id}/sessions/${firefox}`))).toBe("404 not_found");
  });

  test("an admin signs somebody out everywhere; they may sign in again", async () => {
    const { id, email, cookie } = await join(world);
    const stranger = await join(world);
    const elsewhere = (await signIn(world, email)).cookie!;
    expect((await ask(world, admin, "DELETE", `/people/${id}/sessions`)).status).toBe(204);
    expect(await newest(world)).toMatchObject({ action: "person.signed_out_everywhere", target: { id } });
    expect([await isSignedIn(other, cookie), await isSignedIn(other, elsewhere)]).toEqual([false, false]);
    expect(await list(id)).toEqual([]);
    expect(await isSignedIn(other, stranger.cookie)).toBe(true);
    expect((await signIn(world, email)).status).toBe(200);
  });

  test("somebody else's session, and people who are not there, read as not found", async () => {
    const [one, two, gone] = [await join(world), await join(world), await join(world)];
    const [session] = await list(two.id);
    await ask(world, admin, "DELETE", `/people/${gone.id}`);
    const answers = [
      await ask(world, admin, "DELETE", `/people/${one.id}/sessions/${session.id}`),
      await ask(world, admin, "GET", `/people/${gone.id}/sessions`),
      await ask(world, admin, "DELETE", `/people/${gone.id}/sessions`),
      await ask(world, admin, "GET", "/people/per_none/sessions"),
    ];
    expect(answers.map(outcomeOf)).toEqual(Array(4).fill("404 not_found"));
    expect(await isSignedIn(other, two.cookie)).toBe(true);
  });
});
