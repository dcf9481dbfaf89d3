// Signing in in two steps: the password opens half a session, which is good for nothing but showing a second factor, once.
import { beforeAll, describe, expect, test } from "vitest";
import { makeResetLink } from "../../../../src/actions/access/reset-password.ts";
import { replaceSealed } from "../../../../src/actions/workspace/rotate-secret-key.ts";
import { reseal } from "../../../../src/domain/workspace/sealed-values.ts";
import { cipherOf } from "../../../../src/domain/workspace/secret-check.ts";
import { runRetentionJob } from "../../../../src/engine/retention-job.ts";
import { UI_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { DUMPED } from "../../../../src/storage/backup/dump.ts";
import { listSealedValues, type SealedRow } from "../../../../src/storage/workspace/read-sealed-values.ts";
import { ask, outcomeOf } from "../../../support/checks/route-table.ts";
import { newest } from "../../../support/clients/audit-client.ts";
import {
  addTotp,
  codeIn,
  finish,
  giveEachTestAMinute,
  halfSignIn,
  nowIn,
} from "../../../support/clients/factor-client.ts";
import {
  everythingOfWorld,
  isSignedIn,
  join,
  PASSWORD,
  rowsOf,
  SAME_ORIGIN,
  signIn,
  ui,
} from "../../../support/clients/person-client.ts";
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

  const withTotp = async (fields: Record<string, unknown> = {}) => {
    const person = await join(world, fields);
    return { ...person, ...(await addTotp(world, person.cookie)) };
  };
  const factorsOf = async (cookie: string) => (await ask(world, cookie, "GET", "/me/second-factors")).body.data;

  test("whoever has an authenticator app signs in with password and code; the password alone opens nothing", async () => {
    const { id, email, secret } = await withTotp();
    const half = await halfSignIn(world, email);
    expect(half.needs).toEqual(["totp", "recovery"]);
    expect(await isSignedIn(world.address, half.cookie)).toBe(false);
    const done = await finish(world.address, half.cookie, { code: codeIn(world, secret).replace(/^.{3}/, "$& ") });
    expect([done.status, done.body.data]).toEqual([
      200,
      {
        id: expect.any(String),
        name: "Ada",
        email,
        role: "viewer",
        apps: null,
        operator: false,
        needs_second_factor: false,
      },
    ]);
    expect(await isSignedIn(other, done.cookie!)).toBe(true);
    expect(done.headers.getSetCookie().some((cookie) => /^retest-half=;.*Max-Age=0/.test(cookie))).toBe(true);
    expect(await newest(world)).toMatchObject({
      action: "sign_in.succeeded",
      actor: { name: "Ada" },
      details: { second_factor: "totp" },
    });
    const { factors } = await factorsOf(done.cookie!);
    expect(factors).toMatchObject([{ id, kind: "totp", name: "Phone", last_used_at: expect.any(String) }]);
    // What was half done is done: it signs nobody in again.
    expect(outcomeOf(await finish(world.address, half.cookie, { code: codeIn(world, secret, 1) }))).toBe(
      "401 unauthorized",
    );
  });

  test("one set-up makes one factor, however often and wherever it is sent", async () => {
    const { cookie } = await join(world);
    const { secret, setup } = (await ask(world, cookie, "POST", "/me/second-factors/totp")).body.data;
    const send = (at: string, name: string) => {
      const body = { kind: "totp", name, setup, code: codeIn(world, secret) };
      return ui(at, "POST", "/me/second-factors", body, { ...SAME_ORIGIN, cookie });
    };
    const race = await Promise.all([send(world.address, "Phone"), send(other, "Tablet")]);
    expect(race.map(outcomeOf).sort()).toEqual(["201", "409 name_taken"]);
    expect(outcomeOf(await send(other, "Again"))).toBe("409 name_taken");
    expect((await factorsOf(cookie)).factors).toHaveLength(1);
  });

  test("half a session is refused by every route of the interface, and by the API", async () => {
    const { cookie } = await halfSignIn(world, (await withTotp()).email);
    // It may stand in either cookie.
    const asSession = cookie.replace("retest-half=", "retest=");
    const open = ["POST /session", "POST /session/second-factor", "POST /session/passkey"];
    for (const { method, path, open: isOpen } of UI_ROUTES) {
      if (isOpen === true || open.includes(`${method} ${path}`)) continue;
      for (const one of [cookie, asSession]) {
        const answer = await ui(world.address, method, path, undefined, { ...SAME_ORIGIN, cookie: one });
        expect([method, path, answer.status]).toEqual([method, path, 401]);
      }
    }
    expect((await fetch(`${world.address}/api/v1/apps`, { headers: { cookie } })).status).toBe(401);
  });

  test("half a session ends after five minutes, and with the password", async () => {
    const { id, email, secret, cookie } = await withTotp();
    const [late, changed] = [await halfSignIn(world, email), await halfSignIn(world, email)];
    world.clock.offset += 5 * MINUTE - 1_000;
    const change = { current_password: PASSWORD, new_password: "quarry lamp seven" };
    expect((await ask(world, cookie, "PUT", "/me/password", change)).status).toBe(204);
    expect(outcomeOf(await finish(world.address, changed.cookie, { code: codeIn(world, secret) }))).toBe(
      "401 unauthorized",
    );
    const again = await halfSignIn(world, email, "quarry lamp seven");
    world.clock.offset += 5 * MINUTE;
    for (const half of [late, again]) {
      const refused = await finish(world.address, half.cookie, { code: codeIn(world, secret) });
      expect([outcomeOf(refused), refused.body.error.message]).toEqual([
        "401 unauthorized",
        expect.stringContaining("begin again"),
      ]);
    }
    const { reader, performer, files } = world.store;
    const onError = (error: unknown) => expect(error).toBeUndefined();
    await runRetentionJob({ reader, performer, files, clock: () => nowIn(world), deliveryDays: 30, onError });
    expect(await rowsOf(world, `select hash from half_session where person_id = '${id}'`)).toEqual([]);
  });

  test("a code counts once, and none before it counts after it", async () => {
    const { email, secret } = await withTotp();
    world.clock.frozenAt = nowIn(world);
    const tries = [
      [codeIn(world, secret), 200],
      [codeIn(world, secret), 401],
      [codeIn(world, secret, -1), 401],
      [codeIn(world, secret, 1), 200],
      [codeIn(world, secret, 2), 401],
    ] as const;
    for (const [code, status] of tries) {
      const { cookie } = await halfSignIn(world, email);
      expect((await finish(world.address, cookie, { code })).status).toBe(status);
    }
    expect(await newest(world)).toMatchObject({ action: "sign_in.failed", details: { purpose: "second_factor" } });
  });

  test("of two servers that are shown one code at once, one signs in", async () => {
    for (let i = 0; i < 4; i++) {
      const { email, secret } = await withTotp();
      const halves = [await halfSignIn(world, email), await halfSignIn(world, email)];
      const code = codeIn(world, secret);
      const answers = await Promise.all([
        finish(world.address, halves[0]!.cookie, { code }),
        finish(other, halves[1]!.cookie, { code }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      world.clock.offset += MINUTE;
    }
  });

  test("a recovery code signs in once, on one of two servers, and new ones replace the old ones", async () => {
    const { email, cookie, recoveryCodes, secret } = await withTotp();
    expect(recoveryCodes).toHaveLength(10);
    const halves = [await halfSignIn(world, email), await halfSignIn(world, email)];
    const used = { recovery_code: recoveryCodes![0]!.toUpperCase() };
    const answers = await Promise.all([
      finish(world.address, halves[0]!.cookie, used),
      finish(other, halves[1]!.cookie, used),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await factorsOf(cookie)).toMatchObject({ recovery_codes_left: 9 });
    const made = (await ask(world, cookie, "POST", "/me/recovery-codes")).body.data.recovery_codes as string[];
    expect(await newest(world)).toMatchObject({ action: "person.recovery_codes_made" });
    const { cookie: half } = await halfSignIn(world, email);
    expect((await finish(world.address, half, { recovery_code: recoveryCodes![1] })).status).toBe(401);
    expect((await finish(world.address, half, { recovery_code: made[1] })).status).toBe(200);
    const kept = await everythingOfWorld(world);
    for (const hidden of [secret, ...recoveryCodes!, ...made]) {
      expect(kept).not.toContain(hidden);
      expect(kept).not.toContain(hidden.replaceAll("-", ""));
    }
  });

  test("wrong codes are counted as wrong passwords are, in the metrics too, and twenty in an hour end it for other browsers", async () => {
    const { email, secret } = await withTotp();
    world.clock.frozenAt = Math.ceil(nowIn(world) / (60 * MINUTE)) * 60 * MINUTE;
    const { cookie } = await halfSignIn(world, email);
    for (let i = 0; i < 5; i++) expect((await finish(world.address, cookie, { code: "000000" })).status).toBe(401);
    expect(outcomeOf(await finish(world.address, cookie, { code: codeIn(world, secret) }))).toBe("429 rate_limited");
    const metrics = await (await fetch(`${world.address}/metrics`)).text();
    expect(metrics).toMatch(/retest_failed_sign_ins_total\{reason="second_factor"\} [1-9]/);
    for (let i = 0; i < 15; i++) {
      if (i % 5 === 0) world.clock.frozenAt += MINUTE;
      expect((await finish(world.address, (await halfSignIn(world, email)).cookie, { code: "000000" })).status).toBe(
        401,
      );
    }
    world.clock.frozenAt += MINUTE;
    const right = { code: codeIn(world, secret) };
    const half = (await halfSignIn(world, email)).cookie;
    const refused = await finish(other, half, right);
    expect([outcomeOf(refused), refused.headers.get("retry-after")]).toEqual(["429 rate_limited", String(56 * 60)]);
    world.clock.frozenAt += 57 * MINUTE;
    const next = (await halfSignIn(world, email)).cookie;
    expect((await finish(other, next, { code: codeIn(world, secret) })).status).toBe(200);
  });

  test("adding a factor takes a code of its secret, of the person who began, within ten minutes", async () => {
    const { cookie } = await join(world);
    const begun = (await ask(world, cookie, "POST", "/me/second-factors/totp")).body.data;
    expect(begun.uri).toContain(`secret=${begun.secret}&issuer=Retest%20(localhost%3A3000)`);
    const add = (who: string, fields = {}) => {
      const body = { kind: "totp", name: "Phone", setup: begun.setup, code: codeIn(world, begun.secret), ...fields };
      return ask(world, who, "POST", "/me/second-factors", body);
    };
    for (const [who, fields, field] of [
      [cookie, { code: codeIn(world, begun.secret, 3) }, "code"],
      [cookie, { setup: "made up" }, "setup"],
      [(await join(world)).cookie, {}, "setup"],
    ] as const) {
      const refused = await add(who, fields);
      expect([outcomeOf(refused), refused.body.error.message.split(":")[0]]).toEqual(["400 invalid_request", field]);
    }
    expect((await add(cookie)).body.data.factor).toMatchObject({ kind: "totp", name: "Phone", last_used_at: null });
    expect(await newest(world)).toMatchObject({ action: "person.factor_added", details: { kind: "totp" } });
    world.clock.offset += 11 * MINUTE;
    const confirmed = await ui(
      world.address,
      "POST",
      "/session/confirm",
      { password: PASSWORD },
      { ...SAME_ORIGIN, cookie },
    );
    expect(outcomeOf(await add(confirmed.cookie!))).toBe("400 invalid_request");
  });

  test("factors are renamed and removed by their owner only, and the recovery codes go with the last one", async () => {
    const { email, cookie, id } = await withTotp();
    const second = await addTotp(world, cookie, "Tablet");
    expect(second.recoveryCodes).toBeNull();
    const half = await halfSignIn(world, email);
    const elsewhere = (await finish(world.address, half.cookie, { code: codeIn(world, second.secret) })).cookie!;
    expect(await isSignedIn(other, elsewhere)).toBe(true);
    const stranger = (await join(world)).cookie;
    for (const [who, method, of, body, expected] of [
      [stranger, "PATCH", id, { name: "Mine" }, "404 not_found"],
      [stranger, "DELETE", id, undefined, "404 not_found"],
      [cookie, "PATCH", id, { name: " " }, "400 invalid_request"],
      [cookie, "PATCH", id, { name: "Old phone" }, "200"],
      [cookie, "DELETE", second.id, undefined, "204"],
    ] as const)
      expect(outcomeOf(await ask(world, who, method, `/me/second-factors/${of}`, body))).toBe(expected);
    // Whoever has what is removed may be signed in with it: every other session ends, and this one stays.
    expect(await isSignedIn(other, elsewhere)).toBe(false);
    expect(await factorsOf(cookie)).toMatchObject({ factors: [{ name: "Old phone" }], recovery_codes_left: 10 });
    expect((await ask(world, cookie, "DELETE", `/me/second-factors/${id}`)).status).toBe(204);
    expect(await newest(world)).toMatchObject({ action: "person.factor_removed" });
    expect(await factorsOf(cookie)).toMatchObject({ factors: [], recovery_codes_left: 0 });
    expect(outcomeOf(await ask(world, cookie, "POST", "/me/recovery-codes"))).toBe("404 not_found");
    expect((await signIn(world, email)).body.data).toMatchObject({ email });
  });

  test("ten minutes after the password or a code was given, changing factors asks for it again", async () => {
    const { cookie, id, secret } = await withTotp();
    world.clock.offset += 10 * MINUTE;
    for (const [method, path, body] of [
      ["POST", "/me/second-factors/totp", undefined],
      ["POST", "/me/second-factors", { kind: "totp", name: "X", setup: "x", code: "123456" }],
      ["PATCH", `/me/second-factors/${id}`, { name: "X" }],
      ["DELETE", `/me/second-factors/${id}`, undefined],
      ["POST", "/me/recovery-codes", undefined],
    ] as const)
      expect(outcomeOf(await ask(world, cookie, method, path, body))).toBe("403 confirmation_needed");
    expect(await factorsOf(cookie)).toMatchObject({ confirmed: false });
    const confirm = (body: unknown, who = cookie) =>
      ui(world.address, "POST", "/session/confirm", body, { ...SAME_ORIGIN, cookie: who });
    const before = (await ask(world, cookie, "GET", "/sessions")).body.data;
    for (const wrong of [{ password: "a wrong guess" }, { code: "000000" }, {}, { password: PASSWORD, code: "000000" }])
      expect(outcomeOf(await confirm(wrong))).toBe("400 invalid_request");
    const code = codeIn(world, secret);
    const { status, cookie: next } = await confirm({ code });
    expect(status).toBe(204);
    expect(await factorsOf(next!)).toMatchObject({ confirmed: true });
    // The session goes on with a new token, and ends when it would have; the one before opens nothing.
    expect(await isSignedIn(other, cookie)).toBe(false);
    const [{ id: _listed, last_seen_at: _seen, ...session }] = before;
    expect((await ask(world, next!, "GET", "/sessions")).body.data).toMatchObject([session]);
    // That code is used, also for signing in.
    expect(outcomeOf(await confirm({ code }, next))).toBe("400 invalid_request");
    world.clock.offset += 11 * MINUTE;
    const last = (await confirm({ password: PASSWORD }, next)).cookie!;
    expect((await ask(world, last, "PATCH", `/me/second-factors/${id}`, { name: "X" })).status).toBe(200);
    // When the password is shown twice at once in one session, one request goes on, and the other is told that the session is over.
    const both = await Promise.all([
      confirm({ password: PASSWORD }, last),
      ui(other, "POST", "/session/confirm", { password: PASSWORD }, { ...SAME_ORIGIN, cookie: last }),
    ]);
    expect(both.map((answer) => answer.status).sort()).toEqual([204, 401]);
  });

  test("a reset link leaves the second factor standing, and ends a sign-in that is half done", async () => {
    const { email, secret, cookie } = await withTotp();
    const { id } = (await ask(world, cookie, "GET", "/me")).body.data;
    const half = await halfSignIn(world, email);
    const input = { workspaceId: world.store.workspace.id, id, madeBy: null };
    const { token } = await world.store.performer.perform(makeResetLink, input);
    const reset = await ui(world.address, "POST", "/reset-links/use", { token, password: "quarry lamp seven" });
    // Whoever opens it is not known as somebody who has signed in here before: that would let them guess faster.
    expect([reset.status, reset.headers.getSetCookie()]).toEqual([204, []]);
    expect(outcomeOf(await finish(world.address, half.cookie, { code: codeIn(world, secret) }))).toBe(
      "401 unauthorized",
    );
    const again = await halfSignIn(world, email, "quarry lamp seven");
    expect(again.needs).toEqual(["totp", "recovery"]);
    expect((await finish(world.address, again.cookie, { code: codeIn(world, secret) })).status).toBe(200);
  });

  test("the secret of an app is encrypted anew with everything else, and a backup has what people sign in with, but nothing half done", async () => {
    const { id, email, secret } = await withTotp();
    const next = cipherOf("fedcba9876543210fedcba9876543210");
    const former = cipherOf(world.config.secretKey);
    let found: SealedRow | undefined;
    for await (const rows of listSealedValues(world.store.reader)) found ??= rows.find((row) => row.id === id);
    expect(found).toMatchObject({ table: "second_factor", column: "secret", app: null });
    const turned = reseal({ next, former }, found!);
    expect(turned.was).toBe("former");
    const { performer } = world.store;
    expect(await performer.perform(replaceSealed, { row: found!, value: turned.value })).toBe(true);
    expect(await performer.perform(replaceSealed, { row: found!, value: turned.value })).toBe(false);
    // The value is sealed with the former key again, because this server was not given the next one.
    const row = { ...found!, value: turned.value };
    await performer.perform(replaceSealed, { row, value: reseal({ next: former, former: next }, row).value });
    const { cookie } = await halfSignIn(world, email);
    expect((await finish(world.address, cookie, { code: codeIn(world, secret) })).status).toBe(200);
    expect(DUMPED).toEqual(expect.arrayContaining(["second_factor", "recovery_code"]));
    for (const table of ["half_session", "passkey_challenge"]) expect(DUMPED).not.toContain(table);
  });

  test("an admin takes the factors of somebody who lost them away, but not their own; the list of people says who has one", async () => {
    const admin = await withTotp({ role: "admin" });
    const lost = await withTotp();
    const { data: me } = (await ask(world, lost.cookie, "GET", "/me")).body;
    const { data: own } = (await ask(world, admin.cookie, "GET", "/me")).body;
    const listed = async () => (await ask(world, admin.cookie, "GET", "/people")).body.data;
    expect((await listed()).find((one: { id: string }) => one.id === me.id)).toMatchObject({ second_factor: true });
    expect(outcomeOf(await ask(world, admin.cookie, "DELETE", `/people/${own.id}/second-factors`))).toBe(
      "403 forbidden",
    );
    expect(outcomeOf(await ask(world, admin.cookie, "DELETE", "/people/per_none/second-factors"))).toBe(
      "404 not_found",
    );
    expect((await ask(world, admin.cookie, "DELETE", `/people/${me.id}/second-factors`)).status).toBe(204);
    expect(await isSignedIn(other, lost.cookie)).toBe(false);
    expect(await newest(world)).toMatchObject({ action: "person.factors_taken", target: { id: me.id } });
    expect((await signIn(world, lost.email)).body.data).toMatchObject({ email: lost.email });
    expect((await listed()).find((one: { id: string }) => one.id === me.id)).toMatchObject({ second_factor: false });
    expect((await ask(world, admin.cookie, "DELETE", `/people/${me.id}`)).status).toBe(204);
    expect(await rowsOf(world, `select * from recovery_code where person_id = '${me.id}'`)).toEqual([]);
    expect(await world.problems()).toEqual([]);
  });
});
