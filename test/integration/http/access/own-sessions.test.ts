// Where one is signed in: the list of one's own sessions, and ending one of them.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ask, outcomeOf } from "../../../support/checks/route-table.ts";
import { newest } from "../../../support/clients/audit-client.ts";
import {
  everythingOfWorld,
  isSignedIn,
  join,
  PASSWORD,
  SAME_ORIGIN,
  signIn,
  tokenOf,
  ui,
} from "../../../support/clients/person-client.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const HOUR = 3_600_000;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterEach(() => {
    world.clock.offset = 0;
  });
  afterAll(() => world.close());

  const list = async (cookie: string) => (await ask(world, cookie, "GET", "/sessions")).body.data;
  const end = (cookie: string, id: string) =>
    ui(world.address, "DELETE", `/sessions/${id}`, undefined, { ...SAME_ORIGIN, cookie });
  const here = async (cookie: string) =>
    (await list(cookie)).find(({ current }: { current: boolean }) => current).id as string;

  test("one's sessions are listed with their browser, the one that asks marked, most recently seen first", async () => {
    const { email } = await join(world);
    await join(world);
    world.clock.offset = HOUR;
    const { cookie } = await signIn(world, email, PASSWORD, { "user-agent": FIREFOX });
    expect(await list(cookie!)).toEqual([
      {
        id: expect.stringMatching(/^ses_[0-9a-f]{20}$/),
        created_at: expect.any(String),
        last_seen_at: expect.any(String),
        current: true,
        agent: "Firefox on Windows",
      },
      expect.objectContaining({ current: false, agent: "node" }),
    ]);
  });

  test("the id of a session opens nothing, and stands nowhere in the database", async () => {
    const { cookie } = await join(world);
    const id = await here(cookie);
    const kept = await everythingOfWorld(world);
    expect(kept).not.toContain(id.slice(4));
    expect(JSON.stringify(await list(cookie))).not.toContain(tokenOf(cookie));
    expect(await isSignedIn(world.address, `retest=${id}`)).toBe(false);
  });

  test("a session that is ended is dead at once, on every server, and no other is", async () => {
    const other = await world.anotherServer();
    const { email, cookie } = await join(world);
    const elsewhere = (await signIn(world, email, PASSWORD, { "user-agent": FIREFOX })).cookie!;
    const answer = await end(cookie, await here(elsewhere));
    expect([answer.status, answer.body, answer.cookie]).toEqual([204, undefined, undefined]);
    expect(await isSignedIn(other, elsewhere)).toBe(false);
    expect(await isSignedIn(world.address, cookie)).toBe(true);
    const entry = { action: "person.session_ended", actor: { name: "Ada" }, details: { agent: "Firefox on Windows" } };
    expect(await newest(world)).toMatchObject(entry);
  });

  test("ending the session that asks signs out here, and has the browser forget the cookie", async () => {
    const { cookie } = await join(world);
    const answer = await end(cookie, await here(cookie));
    expect([answer.status, answer.cookie]).toEqual([204, "retest="]);
    expect(answer.headers.get("clear-site-data")).toBe('"cache"');
    expect(await isSignedIn(world.address, cookie)).toBe(false);
  });

  test("somebody else's session, one that ended and one that never was read the same: not found", async () => {
    const { email, cookie } = await join(world, { role: "admin" });
    const stranger = await world.person("viewer");
    const theirs = await here(stranger);
    const gone = (await signIn(world, email)).cookie!;
    const ended = await here(gone);
    await end(cookie, ended);
    const answers = [];
    for (const id of [theirs, ended, "ses_none", "%00", "..%2F", "x".repeat(500)]) answers.push(await end(cookie, id));
    expect(answers.map(outcomeOf)).toEqual(Array(6).fill("404 not_found"));
    expect(await isSignedIn(world.address, stranger)).toBe(true);
  });

  test("sessions that ran out are neither listed nor ended", async () => {
    const { email, cookie } = await join(world);
    const idle = await here(cookie);
    world.clock.offset = 13 * HOUR;
    const fresh = (await signIn(world, email)).cookie!;
    expect(await list(fresh)).toHaveLength(1);
    expect(outcomeOf(await end(fresh, idle))).toBe("404 not_found");
  });

  test("of two who end one session at once, one is told that it is gone", async () => {
    const { email, cookie } = await join(world);
    const elsewhere = await here((await signIn(world, email)).cookie!);
    const statuses = (await Promise.all([end(cookie, elsewhere), end(cookie, elsewhere)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 404]);
  });

  test("ending a session needs a page of our own, and a session", async () => {
    const { cookie } = await join(world);
    const path = `/sessions/${await here(cookie)}`;
    expect((await ui(world.address, "DELETE", path, undefined, { cookie })).status).toBe(403);
    expect((await ui(world.address, "DELETE", path)).status).toBe(401);
    expect(await isSignedIn(world.address, cookie)).toBe(true);
  });
});
