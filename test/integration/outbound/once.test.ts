// Each fix is told once: whatever the receiver answers, however many fix at once, and from whichever server.
import { beforeEach, describe, expect, test } from "vitest";
import { answerBegun } from "../../support/clients/answer-begun.ts";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { openReceiver, type Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { type NotifiedApp, notifiedApp } from "../../support/samples/notified-app.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  const issueClient = issueClientOf(world);
  let receiver: Receiver;
  let app: NotifiedApp;
  beforeEach(async () => {
    receiver = await openReceiver();
    app = await notifiedApp(world, receiver.url);
    return () => receiver.close();
  });

  const transitionsOf = async (id: string) => {
    const history = await issueClient.history(id);
    return history.filter((entry) => entry.kind === "fixed").length;
  };
  /** What came of the app's only notification. */
  const outcome = async () => {
    const [only, ...more] = await app.settled();
    expect(more).toEqual([]);
    const { state, outcome: what, http_status: status } = only!;
    return { state, outcome: what, status, connections: receiver.connections };
  };

  test.each([200, 202, 204, 299])("%i is taken for an answer: delivered", async (status) => {
    receiver.behave((response) => response.writeHead(status).end(status === 204 ? "" : "thanks"));
    await app.raiseAndFix();
    expect(await outcome()).toEqual({ state: "delivered", outcome: "delivered", status, connections: 1 });
  });

  test.each([301, 302, 307, 308, 400, 404, 410, 429, 500, 503])("%i is a failure; one attempt", async (status) => {
    const elsewhere = await openReceiver();
    receiver.behave((response) => response.writeHead(status, { location: elsewhere.url, "retry-after": "0" }).end());
    await app.raiseAndFix();
    expect(await outcome()).toEqual({ state: "failed", outcome: `http_${status}`, status, connections: 1 });
    expect(elsewhere.connections).toBe(0);
    await elsewhere.close();
  });

  test("a connection that is reset, before or within the answer, is a failure; one attempt", async () => {
    receiver.behave((response) => response.socket!.resetAndDestroy());
    await app.raiseAndFix();
    expect(await outcome()).toEqual({ state: "failed", outcome: "reset", status: null, connections: 1 });
    app = await notifiedApp(world, receiver.url);
    receiver.behave((response) => {
      response.writeHead(200, { "content-length": "100" }).write("begun");
      void begun.then(() => response.socket!.resetAndDestroy());
    });
    const begun = answerBegun(Number(new URL(receiver.url).port));
    await app.raiseAndFix();
    expect(await outcome()).toEqual({ state: "failed", outcome: "reset", status: 200, connections: 2 });
  });

  test("where nobody listens it fails at once", async () => {
    await receiver.close();
    await app.raiseAndFix();
    expect(await outcome()).toMatchObject({ state: "failed", outcome: "refused", status: null });
  });

  test("a receiver that never answers, or never ends its answer, is given five seconds in all", async () => {
    const other = await notifiedApp(world, receiver.url);
    receiver.behave((response, { body }) => {
      if (body.app.id === app.id) return;
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), 500);
      response.on("close", () => clearInterval(drip));
    });
    await Promise.all([app.raiseAndFix(), other.raiseAndFix()]);
    for (const [one, status] of [
      [app, null],
      [other, 200],
    ] as const) {
      const [only] = await one.settled();
      expect(only).toMatchObject({ state: "failed", outcome: "timeout", http_status: status });
      expect(only!.duration_ms).toBeGreaterThanOrEqual(4_950);
    }
    expect(receiver.connections).toBe(2);
  });

  test("fifty fixes at once are one: the same time for all, one entry in the history, one POST", async () => {
    const { id } = await app.raise();
    const fixed = await Promise.all(Array.from({ length: 50 }, () => issueClient.fix(id)));
    expect(new Set(fixed.map((issue) => issue.fixed_at)).size).toBe(1);
    expect(await transitionsOf(id)).toBe(1);
    expect(await outcome()).toMatchObject({ state: "delivered", connections: 1 });
  });

  test("a hundred fixes and a hundred reopenings at once: as many POSTs as the issue became fixed", async () => {
    const { id } = await app.raise();
    const orders = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? issueClient.fix(id) : issueClient.reopen(id)));
    await Promise.all(orders);
    const transitions = await transitionsOf(id);
    expect(await app.settled()).toHaveLength(transitions);
    expect(receiver.arrivals).toHaveLength(transitions);
    expect(receiver.arrivals.every(({ body }) => body.issue.status === "fixed" && body.issue.fixed_at !== null)).toBe(
      true,
    );
    const [last] = await issueClient.history(id);
    expect((await issueClient.read(id)).status).toBe(last!.kind === "fixed" ? "fixed" : "open");
  });

  test("two servers send each notification once between them", async () => {
    const servers = [world.address, await world.anotherServer()];
    const ids: string[] = [];
    for (let i = 0; i < 40; i++) ids.push((await app.raise()).id);
    const fix = (id: string, i: number) => world.callAt(servers[i % 2]!, world.admin, "POST", `/issues/${id}/fix`);
    const answers = await Promise.all(ids.map(fix));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const states = (await app.settled()).map(({ state }) => state);
    expect(states).toEqual(Array(40).fill("delivered"));
    expect(receiver.arrivals.map(({ body }) => body.issue.id).sort()).toEqual([...ids].sort());
    expect(new Set(receiver.arrivals.map(({ headers }) => headers["webhook-id"])).size).toBe(40);
  });

  test("a fix on the last platforms from two servers together is told of once", async () => {
    const second = await world.anotherServer();
    const platforms = ["ios", "android"].map((code) => ({ code, label: code }));
    const repositories = platforms.map(({ code }) => ({ repo: `example/${code}`, platforms: [code] }));
    app = await notifiedApp(world, receiver.url, { platforms, repositories });
    for (let round = 0; round < 5; round++) {
      const { id } = await app.raise();
      await Promise.all([
        world.callAt(world.address, world.admin, "POST", `/issues/${id}/fix`, { platforms: ["ios"] }),
        world.callAt(second, world.admin, "POST", `/issues/${id}/fix`, { platforms: ["android"] }),
      ]);
      expect(await issueClient.read(id)).toMatchObject({ status: "fixed", still_open_on: [] });
    }
    expect(await app.settled()).toHaveLength(5);
    expect(receiver.arrivals).toHaveLength(5);
  });
});
