// A delivery is decided by the webhook as it is when all of the delivery is there, not as it was when it began to come.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { webhookDoors } from "../../src/intake/webhook/webhook-doors.ts";
import { sign } from "../../src/lib/signature.ts";
import { Turns } from "../../src/lib/turns.ts";
import { openSqliteReader, openSqliteWriter } from "../../src/storage/sqlite.ts";
import { updateWebhook, type WebhookDoor } from "../../src/storage/webhooks.ts";
import { openRaw, request } from "../support/raw-socket.ts";
import { type Hook, openHook } from "../support/webhook-desk.ts";
import { worldOf } from "../support/world-of.ts";
import { DATABASES } from "../world.ts";

const BODY = JSON.stringify({ title: "Slow to come" });
const COMING_MS = 50;

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
    expect(await during(hook, () => hook.setSecret("new"))).toMatchObject({ status: 401, code: "invalid_signature" });
    const signed = [`x-signature: ${sign("newer", Buffer.from(BODY))}`];
    expect(await during(hook, () => hook.setSecret("newer"), signed)).toMatchObject({ status: 201 });
    expect(await during(hook, () => hook.setSecret("newest"), signed)).toMatchObject({ status: 401 });
  });

  test("reads otherwise: the delivery is read that way", async () => {
    const hook = await openHook(world);
    const change = { default_priority: "high", preset: "custom", mapping: { title: "{title}, mapped" } };
    expect(await during(hook, () => hook.configure(change))).toMatchObject({ status: 201 });
    expect(await hook.issues()).toMatchObject([{ text: "Slow to come, mapped", priority: "high" }]);
  });
});

describe("on sqlite, within one turn of the event loop", () => {
  const world = worldOf("sqlite");

  test("what another process commits is what deliveries of that turn are decided by", async () => {
    const hook = await openHook(world);
    const file = `${world.config.dataDir}/retest.db`;
    const reader = openSqliteReader(file);
    const other = openSqliteWriter(file);
    const turns = new Turns();
    const doors = webhookDoors({ ...reader, stamp: turns.shared(() => reader.stamp()) }, turns);
    const settled = (door: WebhookDoor) =>
      new Promise<WebhookDoor | undefined>((resolve) => doors.settle(hook.token, door, resolve));
    const commit = (change: Partial<WebhookDoor>) => {
      other.begin();
      updateWebhook(other, { ...found, ...change });
      other.commit();
    };
    const found = doors.find(hook.token) as WebhookDoor;
    const early = settled(found);
    commit({ secret: "set", enabled: 0 });
    const late = settled(doors.find(hook.token) as WebhookDoor);
    expect(await early).toMatchObject({ secret: "set", enabled: 0 });
    expect(await late).toMatchObject({ secret: "set", enabled: 0 });
    expect(doors.find(hook.token)).toMatchObject({ enabled: 0 });
    commit({ enabled: 1 });
    expect(doors.find(hook.token), "on again, in the turn in which it was seen off").toMatchObject({ enabled: 1 });
    const gone = settled(found);
    commit({ tokenHash: "another" });
    expect(await gone).toBeUndefined();
    expect(doors.find(hook.token)).toBeUndefined();
    other.close();
    await reader.close();
  });
});

/** What a delivery is answered whose body comes only after the webhook was changed. */
async function during(hook: Hook, change: () => Promise<unknown>, headers: string[] = []) {
  const connection = await openRaw(hook.address);
  connection.socket.write(request(`POST ${hook.path}`, [`content-length: ${BODY.length}`, ...headers]));
  await sleep(COMING_MS);
  await change();
  connection.socket.write(BODY);
  const [answer] = await connection.answers(1);
  return { status: answer!.status, code: answer!.body.error?.code };
}
