// A delivery is decided by the webhook as it is when all of the delivery is there, not as it was when it began to come.
import { describe, expect, test } from "vitest";
import { webhookFinder } from "../../../../src/intake/webhook/find-webhook.ts";
import { TickBatcher } from "../../../../src/lib/async/tick-batcher.ts";
import { sign } from "../../../../src/lib/crypto/body-signature.ts";
import { openSqliteReader, openSqliteWriter } from "../../../../src/storage/database/sqlite.ts";
import { updateWebhook, type WebhookEndpoint } from "../../../../src/storage/webhook/webhooks.ts";
import { openRaw, request } from "../../../support/clients/raw-socket.ts";
import { type Hook, openHook } from "../../../support/clients/webhook-client.ts";
import { nextBodyAwaited } from "../../../support/server/arrivals.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const BODY = JSON.stringify({ title: "Slow to come" });

describe.each(DATABASES)("on %s, a webhook that is changed while a delivery's body comes", (kind) => {
  const world = worldOf(kind);

  test("has another URL: the delivery is answered 404, and nothing is kept of it", async () => {
    const hook = await openHook(world);
    expect(await during(hook, () => hook.regenerate())).toMatchObject({ status: 404, code: "not_found" });
    expect(await hook.issues()).toEqual([]);
    expect((await hook.raised({ title: "At the new URL" })).text).toBe("At the new URL");
    expect(await hook.log(1)).toHaveLength(1);
  });

  test("is off: the delivery is answered 404", async () => {
    const hook = await openHook(world);
    expect(await during(hook, () => hook.configure({ enabled: false }))).toMatchObject({ status: 404 });
    expect(await hook.issues()).toEqual([]);
  });

  test("has a secret: the delivery must be signed with it", async () => {
    const hook = await openHook(world);
    expect(await during(hook, () => hook.setSecret("the new one"))).toMatchObject({
      status: 401,
      code: "invalid_signature",
    });
    const signed = [`x-signature: ${sign("the newer", Buffer.from(BODY))}`];
    expect(await during(hook, () => hook.setSecret("the newer"), signed)).toMatchObject({ status: 201 });
    expect(await during(hook, () => hook.setSecret("the newest"), signed)).toMatchObject({ status: 401 });
  });

  test("reads otherwise: the delivery is read that way", async () => {
    const hook = await openHook(world);
    const change = { default_priority: "high", preset: "custom", mapping: { title: "{title}, mapped" } };
    expect(await during(hook, () => hook.configure(change))).toMatchObject({ status: 201 });
    expect(await hook.issues()).toMatchObject([{ text: "Slow to come, mapped", priority: "high" }]);
  });
});

describe("on sqlite, the webhook of a token", () => {
  const world = worldOf("sqlite");

  test("is as it was when the tick of the event loop ended in which it was asked for, whoever changed it", async () => {
    const hook = await openHook(world);
    const file = `${world.config.dataDir}/retest.db`;
    const reader = openSqliteReader(file);
    const other = openSqliteWriter(file);
    const ticks = new TickBatcher();
    const find = webhookFinder({ ...reader, stamp: ticks.shared(() => reader.stamp()) });
    const found = find(hook.token) as WebhookEndpoint;
    const commit = (change: Partial<WebhookEndpoint>) => {
      other.begin();
      updateWebhook(other, { ...found, ...change });
      other.commit();
    };
    const asked = (count: number) =>
      Promise.all(
        Array.from(
          { length: count },
          () => new Promise<WebhookEndpoint | undefined>((resolve) => ticks.join(() => resolve(find(hook.token)))),
        ),
      );
    const waiting = asked(3);
    commit({ enabled: 0 });
    for (const webhook of await waiting) expect(webhook).toMatchObject({ enabled: 0 });
    commit({ secret: "set" });
    expect(find(hook.token), "outside the end of a tick").toMatchObject({ enabled: 1, secret: "set" });
    const late = asked(3);
    commit({ tokenHash: "another" });
    expect(await late).toEqual([undefined, undefined, undefined]);
    other.close();
    await reader.close();
  });
});

/** What a delivery is answered whose body comes only after the webhook was changed. */
async function during(hook: Hook, change: () => Promise<unknown>, headers: string[] = []) {
  const connection = await openRaw(hook.address);
  const begun = nextBodyAwaited(hook.path);
  connection.socket.write(request(`POST ${hook.path}`, [`content-length: ${BODY.length}`, ...headers]));
  await begun;
  await change();
  connection.socket.write(BODY);
  const [answer] = await connection.answers(1);
  return { status: answer!.status, code: answer!.body.error?.code };
}
