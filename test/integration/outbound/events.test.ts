// Programs that receive events: what they are told, how it is signed, and what happens while they are away.
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishedEventSchema } from "../../../src/wire/connections/published-event.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { connect } from "../../support/clients/connection-client.ts";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { type Arrival, openReceiver, type Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const ONE_CHECK = [{ ref: "SIGN", title: "Sign in", checks: [{ ref: "SIGN-1", title: "Password" }] }];
const DAY_MS = 86_400_000;

/** As the library of Standard Webhooks verifies it: throws if it is not signed with this secret. */
const verified = (secret: string, { bytes, headers }: Arrival) =>
  new Webhook(secret).verify(bytes.toString(), headers as Record<string, string>);

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    // Whatever the tests had sent is as the API's document says.
    for (const { body } of receiver.arrivals)
      if ("type" in body && "data" in body) publishedEventSchema(body.type).parse(body);
  });

  let paths = 0;
  const open = async (settings: object = {}) => {
    const path = `/events/${paths++}`;
    const app = await world.app({ mode: "live", sections: ONE_CHECK });
    const url = new URL(path, receiver.url).href;
    const connection = await connect(world, app.id, "events", { settings: { url, ...settings } });
    const arrived = () => receiver.arrivals.filter((arrival) => arrival.path === path);
    const types = async () => {
      await connection.settled();
      return arrived().map(({ body }) => body.type as string);
    };
    return { app, connection, arrived, types };
  };

  test("an issue's life is told in order, each step signed so that Standard Webhooks' library verifies it", async () => {
    const { app, connection, arrived, types } = await open();
    const issue = await issueClient.raise(app, { check: undefined, text: "Card is declined\nEvery time" });
    await issueClient.edit(issue.id, { text: "Card is declined twice" });
    const comment = await dataOf(world, "POST", `/issues/${issue.id}/comments`, { text: "Seen on Android, too" });
    await issueClient.fix(issue.id);
    await issueClient.reopen(issue.id);
    await issueClient.fix(issue.id);
    await issueClient.confirm(issue.id);
    const live = await issueClient.raise(app, { check: undefined });
    await issueClient.place(live.id, { check: "SIGN-1" });
    const told = (await types()).filter((type) => type.startsWith("issue."));
    expect(told).toEqual([
      "issue.raised",
      "issue.edited",
      "issue.commented",
      "issue.fixed",
      "issue.reopened",
      "issue.fixed",
      "issue.confirmed",
      "issue.raised",
      "issue.moved",
    ]);
    for (const arrival of arrived()) expect(verified(connection.secret, arrival)).toEqual(arrival.body);
    const [raised, edited, commented] = arrived().map(({ body }) => body);
    const moved = arrived().at(-1)!.body;
    expect(raised).toEqual({
      type: "issue.raised",
      timestamp: issue.raised_at,
      data: {
        app: { id: app.id, name: app.name },
        by: issue.raised_by,
        issue: expect.objectContaining({
          id: issue.id,
          code: issue.code,
          url: `${world.config.baseUrl}/issues/${issue.id}`,
          title: "Card is declined",
          text: "Card is declined\nEvery time",
          status: "open",
          check: null,
        }),
      },
    });
    expect(edited.data).toMatchObject({ changed: ["text"], issue: { text: "Card is declined twice" } });
    expect(commented.data.comment).toEqual({
      id: comment.id,
      text: "Seen on Android, too",
      written_by: comment.written_by,
    });
    expect(moved.data.issue.check).toMatchObject({ ref: "SIGN-1" });
  });

  test("results, cycles and the release gate are told of; a gate only when it opens or shuts", async () => {
    const { app, types, arrived } = await open({
      types: ["results.recorded", "cycle.started", "cycle.closed", "gate.changed"],
    });
    // The first look only notes how things are.
    await expect
      .poll(async () => (await behind(world, `select result from gate_watch where app_id = '${app.id}'`))[0])
      .toMatchObject({ result: "fail" });
    const cycle = await dataOf(world, "POST", `/apps/${app.id}/cycles`, { name: "1.0", build: "77" });
    await issueClient.record(app, "passed");
    await expect.poll(types).toContain("gate.changed");
    const { id } = await issueClient.raise(app);
    await expect.poll(async () => (await types()).filter((type) => type === "gate.changed")).toHaveLength(2);
    await dataOf(world, "POST", `/cycles/${cycle.id}/close`);
    await expect.poll(types).toContain("cycle.closed");
    const data = (type: string) =>
      arrived()
        .filter(({ body }) => body.type === type)
        .map(({ body }) => body.data);
    expect(data("cycle.started")[0].cycle).toEqual({ id: cycle.id, name: "1.0", build: "77" });
    expect(data("results.recorded")[0]).toMatchObject({ checks: 1, failed: 0, build: null, cycle_id: null });
    expect(data("gate.changed").map(({ gate }) => [gate.before, gate.result])).toEqual([
      ["fail", "pass"],
      ["pass", "fail"],
    ]);
    expect(data("gate.changed")[1].gate.reasons[0]).toMatchObject({ rule: "max_failed" });
    expect(data("cycle.closed")[0].cycle).toMatchObject({ name: "1.0", checks: 1, failed: expect.any(Number) });
    expect(await types()).not.toContain("issue.raised");
    expect(id).toBeDefined();
  });

  test("what failed comes again under the same id; after the last attempt admins find the connection paused in their inbox", async () => {
    const { app, connection, arrived } = await open({ types: ["issue.raised"] });
    const admin = await world.person("admin");
    const tester = await world.person("tester");
    receiver.behave((response) => response.writeHead(500).end());
    await issueClient.raise(app, { check: undefined });
    const failures = async () => (await connection.read()).failures;
    await expect.poll(failures).toBe(1);
    await behind(world, `update connection set failures = 18, next_at = 1 where id = '${connection.id}'`);
    await expect.poll(failures).toBe(19);
    expect((await connection.read()).state).toBe("active");
    await connection.hurry();
    await expect.poll(async () => (await connection.read()).state).toBe("paused");
    const inbox = await world.call(admin, "GET", "/inbox");
    expect(inbox.body.data).toMatchObject([
      { kind: "paused", app: { id: app.id }, connection: { id: connection.id }, by: "Retest", issue: null },
    ]);
    expect((await world.call(tester, "GET", "/inbox")).body.data).toEqual([]);
    receiver.behave((response) => response.writeHead(204).end());
    await connection.change({ paused: false });
    await expect.poll(async () => (await connection.forwards())[0]).toMatchObject({ state: "delivered", attempts: 4 });
    expect(arrived()).toHaveLength(4);
    expect(new Set(arrived().map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("who says that it is gone is believed at once; every other refusal is tried again", async () => {
    const { connection } = await open();
    for (const status of [301, 401, 404, 422]) {
      receiver.behave((response) => response.writeHead(status).end());
      await connection.test();
      await connection.hurry();
      await expect.poll(async () => (await connection.read()).sent?.outcome).toBe(`http_${status}`);
      expect((await connection.read()).state).toBe("active");
    }
    receiver.behave((response) => response.writeHead(410).end());
    await connection.hurry();
    await expect.poll(async () => (await connection.read()).state).toBe("paused");
    receiver.behave((response) => response.writeHead(204).end());
  });

  test("after a replacement events are signed with both secrets for a day, then with the new one alone", async () => {
    const { app, connection, arrived } = await open();
    const path = `/apps/${app.id}/connections/${connection.id}`;
    const replaced = await dataOf(world, "POST", `${path}/secret`);
    expect(replaced.secret).toMatch(/^whsec_/);
    expect(replaced.credentials.sort()).toEqual(["previous_secret", "secret"]);
    expect((await connection.read()).secret).toBeUndefined();
    await connection.test();
    await connection.settled();
    const both = arrived().at(-1)!;
    expect(both.body).toMatchObject({ type: "test", data: { app: { id: app.id } } });
    for (const secret of [connection.secret, replaced.secret]) verified(secret, both);
    const offset = world.clock.offset;
    world.clock.offset += DAY_MS + 1_000;
    await connection.test();
    await expect.poll(() => arrived().length).toBe(2);
    const [id, time, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
      (name) => arrived()[1]!.headers[name] as string,
    );
    expect(signature!.split(" ")).toHaveLength(1);
    expect(signature).toBe(
      new Webhook(replaced.secret).sign(id!, new Date(Number(time) * 1_000), arrived()[1]!.bytes.toString()),
    );
    world.clock.offset = offset;
  });

  test("an event is sent again under its id; what still waits, and what goes to other tools, is not", async () => {
    const { app, connection, arrived } = await open({ types: ["issue.raised"] });
    await issueClient.raise(app, { check: undefined });
    const [forward] = await connection.settled();
    const again = `/apps/${app.id}/forwards/${forward.id}/resend`;
    expect(await dataOf(world, "POST", again)).toMatchObject({
      id: forward.id,
      kind: "issue.raised",
      state: "pending",
    });
    await expect.poll(() => arrived().length).toBe(2);
    expect(arrived()[1]!.headers["webhook-id"]).toBe(arrived()[0]!.headers["webhook-id"]);
    expect(arrived()[1]!.body).toEqual(arrived()[0]!.body);
    await connection.settled();
    await connection.change({ enabled: false });
    expect((await world.call(world.admin, "POST", again)).body.error.code).toBe("invalid_request");
    expect((await world.call(world.admin, "POST", `/apps/${app.id}/forwards/fwd_none/resend`)).status).toBe(404);
    const teams = await connect(world, app.id, "teams", { credentials: { workflow_url: receiver.url } });
    await teams.test();
    const [sample] = await teams.settled();
    const refused = await world.call(world.admin, "POST", `/apps/${app.id}/forwards/${sample.id}/resend`);
    expect(refused.body.error).toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/event receiver/),
    });
    expect((await world.call(world.admin, "POST", `/apps/${app.id}/connections/${teams.id}/secret`)).status).toBe(400);
  });

  test("what comes to wait while another is being sent is sent after it, also if it is older", async () => {
    const { app, connection, arrived } = await open({ types: ["issue.raised"] });
    await issueClient.raise(app, { check: undefined });
    const [older] = await connection.settled();
    const answer = receiver.hold();
    await issueClient.raise(app, { check: undefined });
    await expect.poll(() => arrived().length).toBe(2);
    await dataOf(world, "POST", `/apps/${app.id}/forwards/${older.id}/resend`);
    answer();
    await expect.poll(() => arrived().length).toBe(3);
    expect(arrived()[2]!.headers["webhook-id"]).toBe(arrived()[0]!.headers["webhook-id"]);
  });

  test("an app that a server with a fast clock has written to tells of what comes next at once", async () => {
    const { app, arrived } = await open({ types: ["issue.raised"] });
    const { offset } = world.clock;
    world.clock.offset += DAY_MS;
    await issueClient.raise(app, { check: undefined });
    await expect.poll(() => arrived().length).toBe(1);
    world.clock.offset = offset;
    await issueClient.raise(app, { check: undefined });
    await expect.poll(() => arrived().length).toBe(2);
  });

  test("only an address that may be called, known types and a secret of the right form are taken", async () => {
    const app = await world.app({ mode: "live" });
    const refusal = async (fields: object) =>
      (await world.call(world.admin, "POST", `/apps/${app.id}/connections`, { tool: "events", ...fields })).body.error;
    expect((await refusal({ settings: { url: "http://10.0.0.1/x" } })).message).toMatch(/^url: /);
    expect((await refusal({ settings: { types: ["issue.deleted"] } })).message).toMatch(/types/);
    expect((await refusal({ credentials: { secret: "short" } })).message).toMatch(/whsec_/);
    expect((await refusal({ credentials: { previous_secret: "x" } })).message).toMatch(/no such field/);
    const made = await dataOf(world, "POST", `/apps/${app.id}/connections`, { tool: "events" });
    expect(made).toMatchObject({ url: null, forwards: false, state: "waiting", setup: { manifest: null } });
  });

  test("that somebody who is assigned is renamed is told to nobody: it would be one event for each of their issues", async () => {
    const { app, connection } = await open({ types: ["issue.edited"] });
    const cookie = await world.person("tester");
    const { id: person } = (await world.call(cookie, "GET", "/me")).body.data;
    const { id } = await issueClient.raise(app, { check: undefined });
    expect((await world.call(cookie, "PUT", `/issues/${id}/assignees`, { people: [person] })).status).toBe(200);
    expect((await connection.settled()).map(({ kind: what }) => what)).toEqual(["issue.edited"]);
    const name = `Renamed on ${kind}`;
    expect((await world.call(cookie, "PATCH", "/me", { name })).status).toBe(200);
    await expect.poll(async () => (await issueClient.read(id)).assignees).toEqual([name]);
    expect(await connection.forwards()).toHaveLength(1);
  });

  test("a comment that is deleted before it is sent is told to nobody", async () => {
    const { app, connection, arrived } = await open({ types: ["issue.commented"] });
    const { id } = await issueClient.raise(app, { check: undefined });
    const release = receiver.hold();
    await connection.test();
    await expect.poll(() => arrived().length).toBe(1);
    const comment = await dataOf(world, "POST", `/issues/${id}/comments`, { text: "A secret that slipped out" });
    await dataOf(world, "DELETE", `/issues/${id}/comments/${comment.id}`);
    release();
    const forwards = await connection.settled();
    expect(forwards.map(({ kind: what, state, outcome }) => [what, state, outcome])).toContainEqual([
      "issue.commented",
      "cancelled",
      "comment_deleted",
    ]);
    expect(JSON.stringify(arrived().map(({ body }) => body))).not.toContain("slipped");
  });
});
