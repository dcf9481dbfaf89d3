// A flood that the log keeps no more of: what needs no body to be refused is refused, though none comes.
import { describe, expect, test } from "vitest";
import { sign } from "../../../../src/lib/crypto/body-signature.ts";
import { exchangeRaw, openRaw, request } from "../../../support/clients/raw-socket.ts";
import { type Hook, openHook } from "../../../support/clients/webhook-client.ts";
import { nextArrival } from "../../../support/server/arrivals.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const LOGGED = 1_000;
const AT_ONCE = 50;
const LARGEST = 1_048_576;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 1 });

  test("deliveries without a signature are refused unread; others are read as before", async () => {
    const hook = await openHook(world);
    await hook.setSecret("a secret");
    const refused = { status: 401, code: "invalid_signature" };
    const shapeless = [[], ["x-signature: nonsense"], [`x-signature: sha256=${"0".repeat(63)}`]];
    for (const headers of shapeless) await expectRead(hook, headers, refused);
    await flood(hook, 401);
    const closing = [...shapeless, ["connection: close"]];
    await Promise.all(closing.map(async (headers) => expect(await unread(hook, headers, 10)).toEqual(refused)));
    await expectRead(hook, [`x-signature: sha256=${"0".repeat(64)}`], refused);
    expect(await unread(hook, [], LARGEST + 1)).toEqual({ status: 413, code: "too_large" });
    const body = JSON.stringify({ title: "Signed" });
    expect((await hook.deliver(body, { "x-signature": sign("a secret", Buffer.from(body)) })).status).toBe(201);
    expect((await hook.deliver(body)).status).toBe(401);
    await hook.setMode("testing");
    expect(await unread(hook, [], 10)).toEqual(refused);
  });

  test("what follows on the same connection is answered as ever", async () => {
    const hook = await openHook(world);
    await hook.setSecret("a secret");
    await flood(hook, 401);
    const body = JSON.stringify({ title: "Signed" });
    const sized = (headers: string[]) =>
      request(`POST ${hook.path}`, [`content-length: ${body.length}`, ...headers], body);
    const chunked = request(`POST ${hook.path}`, ["transfer-encoding: chunked"], "1\r\n \r\n0\r\n\r\n");
    const signed = sized([`x-signature: ${sign("a secret", Buffer.from(body))}`]);
    const answers = await exchangeRaw(hook.address, sized([]) + chunked + sized([]) + signed, 4);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 201]);
  });

  test("a webhook that was changed meanwhile is what the next delivery meets", async () => {
    const hook = await openHook(world);
    await hook.setSecret("a secret");
    await flood(hook, 401);
    const old = hook.path;
    await hook.regenerate();
    expect((await exchangeRaw(hook.address, request(`POST ${old}`, ["content-length: 2"], "{}")))[0]!.status).toBe(404);
    await hook.configure({ enabled: false });
    expect((await hook.deliver({ title: "Off" })).status).toBe(404);
    await hook.configure({ enabled: true });
    expect((await hook.deliver({ title: "Unsigned" })).status).toBe(401);
    await world.call(world.admin, "DELETE", `/apps/${hook.app.id}/webhook/secret`);
    expect((await hook.deliver({ title: "No longer asked for a signature" })).status).toBe(201);
    await hook.setMode("testing");
    expect(await unread(hook, [], 10)).toEqual({ status: 409, code: "not_live" });
  });

  test("deliveries over the limit are refused unread where none is signed", async () => {
    const hook = await openHook(world);
    await hook.deliver({ title: "The one of the hour" });
    expect((await hook.deliver({ title: "One too many" })).status).toBe(429);
    const refused = { status: 429, code: "rate_limited" };
    await expectRead(hook, [], refused);
    await flood(hook, 429);
    expect(await unread(hook, [], 10)).toEqual(refused);
    expect(await unread(hook, [], LARGEST + 1)).toEqual({ status: 413, code: "too_large" });
    const next = await openHook(world);
    expect((await next.deliver({ title: "Another app has its own hour" })).status).toBe(201);
  });
});

async function flood(hook: Hook, status: number): Promise<void> {
  for (let sent = 0; sent < LOGGED; sent += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => hook.deliver({ title: "Flood" })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
  }
}

/** What a delivery is answered with whose body never comes. */
async function unread(hook: Hook, headers: string[], length: number) {
  const connection = await openRaw(hook.address);
  connection.socket.write(request(`POST ${hook.path}`, [`content-length: ${length}`, ...headers]));
  const [answer] = await connection.answers(1);
  return { status: answer!.status, code: answer!.body.error.code };
}

/**
 * It is answered so once its body has come, and not before. Refused unread, it would have waited for a body as long as one does that is too
 * large, and that comes later.
 */
async function expectRead(hook: Hook, headers: string[], refused: { status: number; code: string }): Promise<void> {
  const connection = await openRaw(hook.address);
  const arrived = nextArrival(hook.path);
  connection.socket.write(request(`POST ${hook.path}`, ["content-length: 10", ...headers]));
  await arrived;
  expect(await unread(hook, [], LARGEST + 1)).toEqual({ status: 413, code: "too_large" });
  expect((await fetch(`${hook.address}/healthz`)).status).toBe(200);
  expect(await connection.answersSoFar(0), "answered before its body came").toEqual([]);
  connection.socket.write(" ".repeat(10));
  const [answer] = await connection.answers(1);
  expect({ status: answer!.status, code: answer!.body.error.code }).toEqual(refused);
}
