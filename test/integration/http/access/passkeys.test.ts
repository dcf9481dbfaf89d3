// Passkeys as a second factor: bound to the server's address, to one challenge that is answered once, and counting upwards.
import { beforeAll, describe, expect, test } from "vitest";
import { ask, outcomeOf } from "../../../support/checks/route-table.ts";
import { addTotp, finish, giveEachTestAMinute, halfSignIn } from "../../../support/clients/factor-client.ts";
import { join, SAME_ORIGIN, ui } from "../../../support/clients/person-client.ts";
import { SoftwarePasskey, type Wrong } from "../../../support/clients/software-passkey.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const MINUTE = 60_000;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let other: string;
  beforeAll(async () => {
    other = await world.anotherServer();
  });
  giveEachTestAMinute(world);

  const beginIn = async (cookie: string) => (await ask(world, cookie, "POST", "/me/second-factors/passkey")).body.data;
  const add = (cookie: string, passkey: unknown) =>
    ask(world, cookie, "POST", "/me/second-factors", { kind: "passkey", name: "Key", passkey });
  const withPasskey = async (counter = 0) => {
    const person = await join(world);
    const key = new SoftwarePasskey(counter);
    const { challenge } = await beginIn(person.cookie);
    const added = await add(person.cookie, key.make(challenge));
    expect(added.status).toBe(201);
    return { ...person, key, recoveryCodes: added.body.data.recovery_codes as string[] };
  };
  const challengeOf = async (half: string, at = world.address) =>
    (await ui(at, "POST", "/session/second-factor/passkey", undefined, { ...SAME_ORIGIN, cookie: half })).body.data;

  test("a passkey is added, comes with recovery codes, and signs in as the second step", async () => {
    const { email, cookie, key, recoveryCodes } = await withPasskey(7);
    expect(recoveryCodes).toHaveLength(10);
    const half = await halfSignIn(world, email);
    expect(half.needs).toEqual(["passkey", "recovery"]);
    const asked = await challengeOf(half.cookie, other);
    expect(asked).toMatchObject({ rpId: "localhost", known: [{ id: key.id, transports: ["internal"] }] });
    const done = await finish(world.address, half.cookie, { passkey: key.sign(asked.challenge) });
    expect([done.status, done.body.data]).toMatchObject([200, { email }]);
    const begun = await beginIn(cookie);
    expect(begun).toMatchObject({ rp: { id: "localhost" }, user: { name: email }, known: [{ id: key.id }] });
  });

  test("a passkey that was made elsewhere, for another challenge, twice, or is somebody's already is not added", async () => {
    const { cookie } = await join(world);
    const wrong: Wrong[] = [
      { origin: "http://localhost:3001" },
      { origin: "https://evil.example" },
      { host: "evil.example" },
      { challenge: "x".repeat(43) },
      { type: "webauthn.get" },
    ];
    for (const one of wrong) {
      const { challenge } = await beginIn(cookie);
      const refused = await add(cookie, new SoftwarePasskey().make(challenge, one));
      expect([outcomeOf(refused), refused.body.error.message]).toEqual([
        "400 invalid_request",
        expect.stringMatching(/^passkey: /),
      ]);
    }
    const key = new SoftwarePasskey();
    const made = key.make((await beginIn(cookie)).challenge);
    expect((await add(cookie, made)).status).toBe(201);
    expect(outcomeOf(await add(cookie, made))).toBe("400 invalid_request");
    const another = (await join(world)).cookie;
    expect(outcomeOf(await add(another, key.make((await beginIn(another)).challenge)))).toBe("409 name_taken");
    const { challenge } = await beginIn(cookie);
    world.clock.offset += 5 * MINUTE;
    expect(outcomeOf(await add(cookie, new SoftwarePasskey().make(challenge)))).toBe("400 invalid_request");
  });

  test("what was signed elsewhere, for another challenge or with another key signs nobody in", async () => {
    const { email, key } = await withPasskey();
    const stranger = (await withPasskey()).key;
    const { cookie } = await halfSignIn(world, email);
    const tries: [SoftwarePasskey, Wrong][] = [
      [key, { origin: "http://127.0.0.1:3000" }],
      [key, { host: "evil.example" }],
      [key, { challenge: "x".repeat(43) }],
      [stranger, {}],
    ];
    for (const [by, wrong] of tries) {
      const { challenge } = await challengeOf(cookie);
      expect(outcomeOf(await finish(world.address, cookie, { passkey: by.sign(challenge, wrong) }))).toBe(
        "401 unauthorized",
      );
    }
    world.clock.offset += MINUTE;
    const { challenge } = await challengeOf(cookie);
    const signed = key.sign(challenge);
    const forged = { ...signed, signature: key.sign("y".repeat(43)).signature };
    expect((await finish(world.address, cookie, { passkey: forged })).status).toBe(401);
    // The challenge is spent, although the answer to it was wrong.
    expect((await finish(world.address, cookie, { passkey: signed })).status).toBe(401);
    const next = await challengeOf(cookie);
    expect((await finish(world.address, cookie, { passkey: key.sign(next.challenge) })).status).toBe(200);
  });

  test("an answer is taken once, also by two servers at once, and not for another sign-in", async () => {
    for (let i = 0; i < 3; i++) {
      const { email, key } = await withPasskey();
      const [half, second] = [await halfSignIn(world, email), await halfSignIn(world, email)];
      const { challenge } = await challengeOf(half.cookie);
      const passkey = key.sign(challenge);
      expect((await finish(world.address, second.cookie, { passkey })).status).toBe(401);
      const answers = await Promise.all([
        finish(world.address, half.cookie, { passkey }),
        finish(other, half.cookie, { passkey }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      world.clock.offset += MINUTE;
    }
  });

  test("a passkey whose counter goes back or stands still is a copy, and is refused", async () => {
    const { email, key } = await withPasskey(7);
    for (const [counter, status] of [
      [9, 200],
      [9, 401],
      [8, 401],
      [0, 401],
      [10, 200],
    ] as const) {
      const { cookie } = await halfSignIn(world, email);
      const { challenge } = await challengeOf(cookie);
      const answer = await finish(world.address, cookie, { passkey: key.sign(challenge, { counter }) });
      expect([counter, answer.status]).toEqual([counter, status]);
    }
  });

  test("a passkey confirms that it is still oneself, and its challenge needs half a session or a whole one", async () => {
    const { cookie, key } = await withPasskey();
    await addTotp(world, cookie);
    world.clock.offset += 11 * MINUTE;
    expect(outcomeOf(await ask(world, cookie, "POST", "/me/second-factors/passkey"))).toBe("403 confirmation_needed");
    const { challenge } = (await ask(world, cookie, "POST", "/session/confirm/passkey")).body.data;
    const confirm = (passkey: unknown) =>
      ui(world.address, "POST", "/session/confirm", { passkey }, { ...SAME_ORIGIN, cookie });
    expect(outcomeOf(await confirm(key.sign(challenge, { host: "evil.example" })))).toBe("400 invalid_request");
    const next = (await ask(world, cookie, "POST", "/session/confirm/passkey")).body.data;
    const confirmed = await confirm(key.sign(next.challenge));
    expect(confirmed.status).toBe(204);
    expect((await ask(world, confirmed.cookie!, "POST", "/me/recovery-codes")).status).toBe(201);
    const none = await ui(world.address, "POST", "/session/second-factor/passkey");
    expect(outcomeOf(none)).toBe("401 unauthorized");
  });
});
