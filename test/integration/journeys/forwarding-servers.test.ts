// Two servers that raise and send at once: each thing is told once, in the order of the issue's life, and nothing is left.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { openChannel } from "../../support/fake-tools/connected-channel.ts";
import { openReceiver, type Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const ISSUES = 40;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());

  test("two servers tell of every issue once, raised before fixed", async () => {
    const servers = [world.address, await world.anotherServer()];
    const channel = await openChannel(world, receiver.url);
    const body = { app: channel.app.id, text: "At once" };
    await Promise.all(
      Array.from({ length: ISSUES }, async (_, i) => {
        const { data } = (await world.callAt(servers[i % 2]!, world.admin, "POST", "/issues", body)).body;
        await world.callAt(servers[(i + 1) % 2]!, world.admin, "POST", `/issues/${data.id}/fix`);
      }),
    );
    const forwards = (await channel.settled()).reverse();
    expect(forwards).toHaveLength(2 * ISSUES);
    expect(new Set(forwards.map(({ attempts }) => attempts))).toEqual(new Set([1]));
    expect(receiver.arrivals).toHaveLength(2 * ISSUES);
    const codes = (await issueClient.list(`app=${channel.app.id}&status=fixed&limit=200`)).data.map(({ id }) => id);
    for (const id of codes) {
      const told = receiver.arrivals.filter(({ bytes }) => bytes.includes(id));
      expect(told).toHaveLength(2);
      expect(forwards.filter(({ issue_id }) => issue_id === id).map((forward) => forward.kind)).toEqual([
        "raised",
        "fixed",
      ]);
    }
  });
});
