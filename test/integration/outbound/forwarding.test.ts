// What happens to an issue is told to the tools its app is connected with: each thing, in its order, until it got through.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dataOf } from "../../support/checks/route-table.ts";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { type Channel, connectChannel, openChannel } from "../../support/fake-tools/connected-channel.ts";
import { openReceiver, type Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());

  const kinds = async (channel: Channel) => (await channel.settled()).map((forward) => forward.kind).reverse();
  /** What arrived for an app, by the path of its own. */
  let channels = 0;
  const open = async (settings = {}) => {
    const path = `/channel/${channels++}`;
    const channel = await openChannel(world, new URL(path, receiver.url).href, {}, settings);
    return { channel, arrived: () => receiver.arrivals.filter((arrival) => arrival.path === path) };
  };
  const raise = ({ app }: Channel) => issueClient.raise(app, { check: undefined });
  const resume = (channel: Channel) => dataOf(world, "PATCH", channel.path, { paused: false });

  test("an issue that is raised, fixed, reopened, fixed and confirmed is told of each time, in that order", async () => {
    const { channel, arrived } = await open();
    const { id } = await raise(channel);
    await issueClient.fix(id);
    await issueClient.reopen(id);
    await issueClient.fix(id);
    await issueClient.confirm(id);
    expect(await kinds(channel)).toEqual(["raised", "fixed", "reopened", "fixed", "confirmed"]);
    expect(arrived()).toHaveLength(5);
    expect(await channel.connection()).toMatchObject({ state: "active", failures: 0, sent: { outcome: "delivered" } });
  });

  test("an issue with a check is confirmed by a passing result on every platform, whatever way it was raised", async () => {
    const { channel } = await open();
    const { id } = await issueClient.raise(channel.app);
    await issueClient.fix(id);
    await issueClient.record(channel.app, "passed");
    expect(await kinds(channel)).toEqual(["raised", "fixed", "confirmed"]);
  });

  test("nothing is told of what changes nothing, of edits, or of what the connection does not want to hear", async () => {
    const { channel } = await open({ forward: ["fixed"] });
    const { id } = await raise(channel);
    await issueClient.edit(id, { text: "Reworded" });
    await issueClient.fix(id);
    await issueClient.fix(id);
    await issueClient.reopen(id);
    expect(await kinds(channel)).toEqual(["fixed"]);
  });

  test("every connection of the app is told, and no other app's", async () => {
    const [one, other] = [await open(), await open()];
    const second = await connectChannel(world, one.channel.app, new URL("/second", receiver.url).href);
    await raise(one.channel);
    expect(await kinds(one.channel)).toEqual(["raised"]);
    expect(await kinds(second)).toEqual(["raised"]);
    expect(await other.channel.forwards()).toEqual([]);
  });

  test("what fails is tried again until it gets through, and what came after it waits", async () => {
    const { channel, arrived } = await open();
    let failures = 0;
    receiver.behave((response) => response.writeHead(failures++ < 1 ? 503 : 200).end());
    const { id } = await raise(channel);
    await issueClient.fix(id);
    const forwards = await channel.settled();
    expect(forwards.map(({ kind: what, state, attempts }) => [what, state, attempts])).toEqual([
      ["fixed", "delivered", 1],
      ["raised", "delivered", 2],
    ]);
    expect(arrived()).toHaveLength(3);
    receiver.behave((response) => response.writeHead(200).end());
  });

  test("a tool that asks to wait is not asked again before that", async () => {
    const { channel, arrived } = await open();
    const { channel: other } = await open();
    receiver.behave((response) => response.writeHead(429, { "retry-after": "600" }).end());
    await raise(channel);
    await expect.poll(async () => (await channel.forwards())[0]?.outcome).toBe("http_429");
    world.clock.offset += 300_000;
    receiver.behave((response) => response.writeHead(200).end());
    // What is told to another tool meanwhile is found by a look that finds all that is due.
    for (let i = 0; i < 2; i++) {
      await raise(other);
      await other.settled();
    }
    expect(arrived()).toHaveLength(1);
    if (kind === "sqlite") {
      world.clock.offset += 301_000;
      expect((await channel.settled())[0]).toMatchObject({ state: "delivered", attempts: 2 });
    }
  });

  test("however long a tool asks us to wait, it is told the next within the hour", async () => {
    const { channel } = await open();
    receiver.behave((response) => response.writeHead(403).end());
    await raise(channel);
    await expect.poll(async () => (await channel.connection()).state).toBe("paused");
    await raise(channel);
    receiver.behave((response) => response.writeHead(200, { "retry-after": "1e308" }).end());
    await resume(channel);
    await expect.poll(async () => (await channel.forwards())[1]?.state).toBe("delivered");
    const due = `select count(*) as n from connection where app_id = '${channel.app.id}' and next_at < created_at + 7200000`;
    const [row] = await behind(world, due);
    expect(Number(row!.n)).toBe(1);
    receiver.behave((response) => response.writeHead(200).end());
  });

  test("a connection whose credential is refused is paused at once, says so, and goes on where it was when resumed", async () => {
    const { channel, arrived } = await open();
    receiver.behave((response) => response.writeHead(403).end());
    await raise(channel);
    await expect.poll(async () => (await channel.connection()).state).toBe("paused");
    expect(await channel.connection()).toMatchObject({ sent: { outcome: "http_403" }, paused_at: expect.any(String) });
    await raise(channel);
    receiver.behave((response) => response.writeHead(200).end());
    expect(arrived()).toHaveLength(1);
    await resume(channel);
    expect((await channel.settled()).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
    expect(arrived()).toHaveLength(3);
  });

  test("what the tool will never take is given up, and the next goes through", async () => {
    const { channel } = await open();
    let count = 0;
    receiver.behave((response) => response.writeHead(count++ === 0 ? 400 : 200).end());
    await raise(channel);
    await raise(channel);
    await expect
      .poll(async () => (await channel.forwards()).map(({ state }) => state))
      .toEqual(["delivered", "failed"]);
    receiver.behave((response) => response.writeHead(200).end());
  });

  test("what waits for a connection that is switched off goes nowhere", async () => {
    const { channel } = await open();
    receiver.behave((response) => response.writeHead(403).end());
    await raise(channel);
    await expect.poll(async () => (await channel.connection()).state).toBe("paused");
    await dataOf(world, "PATCH", channel.path, { enabled: false });
    expect(await channel.forwards()).toMatchObject([{ state: "cancelled", outcome: "switched_off" }]);
    await raise(channel);
    expect(await channel.forwards()).toHaveLength(1);
    receiver.behave((response) => response.writeHead(200).end());
  });

  test("a test sends one sample", async () => {
    const { channel, arrived } = await open();
    expect(await dataOf(world, "POST", `${channel.path}/test`)).toMatchObject({ kind: "test", issue_id: null });
    expect(await kinds(channel)).toEqual(["test"]);
    expect(arrived()).toHaveLength(1);
  });
});
