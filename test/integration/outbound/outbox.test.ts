// Between a fix and its notification: what is sent is what was true at the fix, with the secret of the sending.
import { request } from "node:http";
import { verify } from "@octokit/webhooks-methods";
import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { openStore } from "../../../src/startup/open-store.ts";
import { startServer } from "../../../src/startup/start-server.ts";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { openReceiver, type Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { type NotifiedApp, notifiedApp } from "../../support/samples/notified-app.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { notifyAllowedHosts: new Set(["127.0.0.1", "127.0.0.2"]) });
  const issueClient = issueClientOf(world);
  let receiver: Receiver;
  let app: NotifiedApp;
  beforeEach(async () => {
    receiver = await openReceiver();
    app = await notifiedApp(world, receiver.url);
    return () => receiver.close();
  });

  const arrivals = (count: number) => expect.poll(() => receiver.arrivals.length).toBe(count);
  const states = async () => (await app.notifications()).map(({ state }) => state);
  /** Two that the receiver keeps waiting: the next ones to it stay where they are until they are let go. */
  const busy = async () => {
    const release = receiver.hold();
    for (let i = 0; i < 2; i++) await app.raiseAndFix();
    await arrivals(2);
    return release;
  };

  /** Tells another host of a fix: once that has arrived, a look has passed over all that came before it. */
  const marker = async () => {
    const quick = await openReceiver("127.0.0.2");
    await (await notifiedApp(world, quick.url)).raiseAndFix();
    await expect.poll(() => quick.arrivals.length).toBe(1);
    await quick.close();
  };

  test("at most two are under way to one host; the others wait unclaimed, in their order", async () => {
    const release = await busy();
    for (let i = 0; i < 4; i++) await app.raiseAndFix();
    await marker();
    expect(await states()).toEqual([...Array(4).fill("pending"), "sending", "sending"]);
    release();
    const sent = (await app.settled()).reverse();
    expect(sent.map(({ state }) => state)).toEqual(Array(6).fill("delivered"));
    // Two that were claimed together may arrive in any order.
    const times = sent.map(({ sent_at }) => sent_at!);
    expect(times).toEqual([...times].sort());
    expect(times[2]! >= times[1]! && times[5]! > times[1]!).toBe(true);
  });

  test("a slow host does not hold up another", async () => {
    const release = await busy();
    for (let i = 0; i < 25; i++) await app.raiseAndFix();
    // The slow one still holds both of its places.
    await marker();
    expect(receiver.connections).toBe(2);
    release();
    expect(await app.settled()).toHaveLength(27);
    expect(receiver.arrivals).toHaveLength(27);
  });

  test("fixed and reopened before it is sent: the event of the fix is sent as it was", async () => {
    const release = await busy();
    const issue = await app.raiseAndFix();
    await issueClient.reopen(issue.id);
    await world.call(world.admin, "PATCH", `/apps/${app.id}`, { name: `${app.name} renamed` });
    release();
    await app.settled();
    const { body } = receiver.arrivals[2]!;
    expect(body.app.name).toBe(app.name);
    expect(body.issue).toMatchObject({ id: issue.id, status: "fixed", fixed_at: issue.fixed_at });
  });

  test("a secret that is replaced before the sending signs it", async () => {
    const release = await busy();
    await app.raiseAndFix();
    await app.setSecret("the new secret");
    release();
    await app.settled();
    const { bytes, headers } = receiver.arrivals[2]!;
    expect(await verify("the new secret", bytes.toString(), headers["x-signature"] as string)).toBe(true);
  });

  test("a secret that is removed before the sending cancels it: nothing is sent", async () => {
    const release = await busy();
    await app.raiseAndFix();
    await app.removeSecret();
    release();
    const [newest] = await app.settled();
    expect(newest).toMatchObject({ state: "cancelled", outcome: "no_receiver", http_status: null });
    expect(receiver.arrivals).toHaveLength(2);
  });

  test("a notify URL that is changed before the sending is the one that is used", async () => {
    const release = await busy();
    const issue = await app.raiseAndFix();
    const next = await openReceiver("127.0.0.2");
    await world.call(world.admin, "PATCH", `/apps/${app.id}/webhook`, { notify_url: next.url });
    await expect.poll(() => next.arrivals.length).toBe(1);
    expect(next.arrivals[0]!.body.issue.id).toBe(issue.id);
    release();
    await app.settled();
    expect(receiver.arrivals).toHaveLength(2);
    await next.close();
  });

  test("the fix is answered first: nothing goes out before", async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await app.raise();
      const options = { method: "POST", headers: { authorization: `Bearer ${world.admin}` } };
      const answered = new Promise<number>((resolve, reject) => {
        const fix = request(`${world.address}/api/v1/issues/${id}/fix`, options, (answer) => {
          resolve(receiver.connections);
          answer.resume();
        });
        fix.on("error", reject).end();
      });
      expect(await answered).toBe(round);
      await arrivals(round + 1);
    }
  });

  test("a receiver that hangs delays no fix", async () => {
    const release = await busy();
    const { id } = await app.raise();
    // The receiver hangs until this is answered.
    await issueClient.fix(id);
    release();
    await app.settled();
  });

  test("a server that stops waits for what it is sending and records it; what it had not claimed is left to others", async () => {
    const release = await busy();
    const logger = pino({ level: "silent" });
    const store = await openStore(world.config, logger);
    const second = await startServer(world.config, store, logger);
    // The first server has no place left for this host: the second sends the next two, and the last stays.
    const held = await Promise.all([app.raise(), app.raise(), app.raise()]);
    const address = `http://127.0.0.1:${second.port}`;
    for (const { id } of held) {
      await world.callAt(address, world.admin, "POST", `/issues/${id}/fix`);
    }
    await arrivals(4);
    let atTheEnd: string[] | undefined;
    const stopping = second.close().then(async () => {
      atTheEnd = await states();
      await store.close();
    });
    const isUp = () =>
      fetch(`${address}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(isUp).toBe(false);
    await marker();
    expect(atTheEnd).toBeUndefined();
    expect(await states()).toEqual(["pending", ...Array(4).fill("sending")]);
    release();
    await stopping;
    expect(atTheEnd!.slice(1, 3)).toEqual(["delivered", "delivered"]);
    expect((await app.settled()).map(({ state }) => state)).toEqual(Array(5).fill("delivered"));
    expect(receiver.arrivals).toHaveLength(5);
  });
});
