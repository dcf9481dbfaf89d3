// GET /apps/:id/notifications, POST .../test and .../resend: what an admin sees of notifications and does by hand.
import { verify } from "@octokit/webhooks-methods";
import { beforeEach, describe, expect, test } from "vitest";
import { ask, dataOf } from "../../support/checks/route-table.ts";
import { issueClientOf, refused, TIMESTAMP } from "../../support/clients/issue-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { openReceiver, type Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { type NotificationData, type NotifiedApp, notifiedApp } from "../../support/samples/notified-app.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const SECOND = 1_000;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  let receiver: Receiver;
  let app: NotifiedApp;
  beforeEach(async () => {
    receiver = await openReceiver();
    app = await notifiedApp(world, receiver.url);
    return async () => {
      world.clock.offset = 0;
      world.clock.frozenAt = null;
      await receiver.close();
    };
  });

  const list = (query = "") => ask(world, world.admin, "GET", `/apps/${app.id}/notifications${query}`);
  const sendTest = () => ask(world, world.admin, "POST", `/apps/${app.id}/notifications/test`);
  /** A notification that a server had claimed so long ago when it ended. */
  const orphan = async (age: number) => {
    await app.raiseAndFix();
    const [{ id }] = (await app.settled()) as [NotificationData];
    await behind(
      world,
      `update notification set state = 'sending', outcome = null, http_status = null, duration_ms = null,
       finished_at = null, claimed_at = ${Date.now() - age} where id = '${id}'`,
    );
    return id;
  };

  test("one that was delivered is shown with its body, its times and what was answered", async () => {
    const issue = await app.raiseAndFix({ external_id: "E-1" });
    const [shown] = await app.settled();
    expect(shown).toEqual({
      id: expect.stringMatching(/^ntf_\w+$/),
      kind: "fixed",
      issue_id: issue.id,
      state: "delivered",
      outcome: "delivered",
      http_status: 204,
      duration_ms: expect.any(Number),
      repeat_of: null,
      created_at: issue.fixed_at,
      sent_at: expect.stringMatching(TIMESTAMP),
      finished_at: expect.stringMatching(TIMESTAMP),
      body: receiver.arrivals[0]!.body,
    });
    const times = [shown!.created_at, shown!.sent_at!, shown!.finished_at!];
    expect([...times].sort()).toEqual(times);
  });

  test("nothing of the receiver's answer is shown but its status", async () => {
    receiver.behave((response) => response.writeHead(500, { "x-inner": "hush" }).end("something inner"));
    await app.raiseAndFix();
    await app.settled();
    expect(JSON.stringify((await list()).body)).not.toMatch(/inner|hush/);
  });

  test("the list is paged, newest first, each once, and an app shows only its own", async () => {
    const other = await notifiedApp(world, receiver.url);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await app.raiseAndFix()).id);
    await other.raiseAndFix();
    await app.settled();
    const seen: string[] = [];
    let cursor = "";
    for (let pages = 0; pages < 3; pages++) {
      const { body } = await list(`?limit=2${cursor}`);
      seen.push(...body.data.map((one: NotificationData) => one.issue_id));
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
      if (pages === 2) expect(body.next_cursor).toBeNull();
      // One that comes meanwhile shifts nothing.
      await app.raiseAndFix();
    }
    expect(seen).toEqual(ids);
    refused(await list("?cursor=x"), 400, "invalid_cursor");
    refused(await list("?limit=0"), 400, "invalid_request");
    refused(await list("?state=failed"), 400, "invalid_request");
    const { next_cursor } = (await list("?limit=1")).body;
    const elsewhere = `/apps/${other.id}/notifications?limit=1&cursor=${encodeURIComponent(next_cursor)}`;
    refused(await ask(world, world.admin, "GET", elsewhere), 400, "invalid_cursor");
  });

  test("claimed and not heard of for thirty seconds it reads interrupted, and is not sent by itself", async () => {
    const id = await orphan(20 * SECOND);
    expect((await app.notifications())[0]!.state).toBe("sending");
    refused(await app.resend(id), 409, "in_progress");
    world.clock.offset = 11 * SECOND;
    const [shown] = await app.notifications();
    expect(shown).toMatchObject({ id, state: "interrupted", outcome: null, http_status: null, finished_at: null });
    // Whatever looks for these finds that one first.
    for (let i = 0; i < 2; i++) {
      await app.raiseAndFix();
      await app.settled();
    }
    expect(receiver.arrivals).toHaveLength(3);
    const states = (await app.notifications()).map(({ state }) => state);
    expect(states).toEqual(["delivered", "delivered", "interrupted"]);
  });

  test("an interrupted one is sent again by hand: the same words and webhook-id, signed anew", async () => {
    const id = await orphan(60 * SECOND);
    await app.setSecret("the new secret");
    const answer = await app.resend(id);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ kind: "fixed", repeat_of: id });
    await expect.poll(() => receiver.arrivals.length).toBe(2);
    const [first, second] = receiver.arrivals as [(typeof receiver.arrivals)[0], (typeof receiver.arrivals)[0]];
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect([first.headers["webhook-id"], second.headers["webhook-id"]]).toEqual([id, id]);
    expect(await verify("the new secret", second.bytes.toString(), second.headers["x-signature"] as string)).toBe(true);
    await expect.poll(async () => (await app.notifications())[0]!.state).toBe("delivered");
    expect((await app.notifications()).map((one) => one.state)).toEqual(["delivered", "interrupted"]);
  });

  test("one that failed, was delivered, or was sent again already can be sent again; all attempts stay in the list", async () => {
    receiver.behave((response) => response.writeHead(500).end());
    await app.raiseAndFix();
    const [failed] = (await app.settled()) as [NotificationData];
    receiver.behave((response) => response.writeHead(200).end());
    const second = (await app.resend(failed.id)).body.data;
    await app.settled();
    await app.resend(second.id);
    const attempts = await app.settled();
    expect(attempts.map(({ state }) => state)).toEqual(["delivered", "delivered", "failed"]);
    expect(attempts.map(({ repeat_of }) => repeat_of)).toEqual([failed.id, failed.id, null]);
    expect(new Set(receiver.arrivals.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([failed.id]));
  });

  test("one that waits or is being sent is not sent again: 409 in_progress", async () => {
    const release = receiver.hold();
    for (let i = 0; i < 3; i++) await app.raiseAndFix();
    await expect.poll(() => receiver.arrivals.length).toBe(2);
    const all = await app.notifications();
    expect(all.map(({ state }) => state)).toEqual(["pending", "sending", "sending"]);
    for (const { id } of all) refused(await app.resend(id), 409, "in_progress");
    release();
    await app.settled();
    expect(receiver.arrivals).toHaveLength(3);
  });

  test("sent again by several at once it goes out once", async () => {
    const id = await orphan(60 * SECOND);
    const release = receiver.hold();
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.resend(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    await expect.poll(() => receiver.arrivals.length).toBe(2);
    release();
    await expect.poll(async () => (await app.notifications())[0]!.state).toBe("delivered");
    expect(receiver.arrivals).toHaveLength(2);
  });

  test("one of another app or unknown answers 404; without a notify URL it is 409 secret_required", async () => {
    await app.raiseAndFix();
    const [{ id }] = (await app.settled()) as [NotificationData];
    const other = await notifiedApp(world, receiver.url);
    refused(await other.resend(id), 404, "not_found");
    refused(await app.resend("ntf_unknown"), 404, "not_found");
    await app.removeSecret();
    refused(await app.resend(id), 409, "secret_required");
    refused(await sendTest(), 409, "secret_required");
    expect(receiver.arrivals).toHaveLength(1);
  });

  test("a test sends a sample of the same shape, signed, that names no issue of the app", async () => {
    const issue = await app.raiseAndFix();
    await app.settled();
    const answer = await sendTest();
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ kind: "test", issue_id: null, state: "pending" });
    const [shown] = await app.settled();
    expect(shown).toMatchObject({ id: answer.body.data.id, state: "delivered", http_status: 204 });
    const [real, sample] = receiver.arrivals as [(typeof receiver.arrivals)[0], (typeof receiver.arrivals)[0]];
    expect(Object.keys(sample.body)).toEqual(Object.keys(real.body));
    expect(Object.keys(sample.body.issue)).toEqual(Object.keys(real.body.issue));
    expect(sample.body).toMatchObject({ event: "issue.fixed", app: { id: app.id, name: app.name } });
    expect(sample.bytes.toString()).not.toContain(issue.id);
    expect(await verify(app.secret, sample.bytes.toString(), sample.headers["x-signature"] as string)).toBe(true);
    expect((await issueClient.list(`app=${app.id}&status=all`)).data).toHaveLength(1);
  });

  test("five tests a minute, then 429 with the seconds to the next minute; each app has its own five", async () => {
    const minute = Math.ceil(Date.now() / 60_000) * 60_000 + 60_000;
    world.clock.frozenAt = minute + 17 * SECOND;
    const answers = await Promise.all(Array.from({ length: 8 }, sendTest));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), 429, 429, 429]);
    const [refusal] = answers.filter(({ status }) => status === 429);
    refused(refusal!, 429, "rate_limited");
    expect(refusal!.headers.get("retry-after")).toBe("43");
    const other = await notifiedApp(world, receiver.url);
    expect((await dataOf(world, "POST", `/apps/${other.id}/notifications/test`)).kind).toBe("test");
    world.clock.frozenAt = minute + 60 * SECOND;
    expect((await sendTest()).status).toBe(201);
    await app.settled();
    await other.settled();
    expect(receiver.arrivals).toHaveLength(7);
  });
});
