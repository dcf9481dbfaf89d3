// Mails with a link: invitations, and new passwords for those who forgot theirs.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RESET_MAILS_ASKED_AN_HOUR } from "../../../src/domain/limits/mail-limits.ts";
import { runRetentionJob } from "../../../src/engine/retention-job.ts";
import { ask, outcomeOf } from "../../support/checks/route-table.ts";
import { entriesOf, newest } from "../../support/clients/audit-client.ts";
import {
  accept,
  everythingOfWorld,
  join,
  rowsOf,
  SAME_ORIGIN,
  signIn,
  ui,
} from "../../support/clients/person-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { type MailServer, openMailServer } from "../../support/fake-tools/mail-server.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const MINUTE = 60_000;
const NEW = "quarry lamp seven";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let mail: MailServer;
  let admin: string;
  beforeAll(async () => {
    mail = await openMailServer();
    world = await createWorld(kind, { mail: mail.settings, trustedProxies: [] });
    admin = (await join(world, { role: "admin" })).cookie;
  });
  afterAll(async () => {
    await world?.close();
    await mail?.close();
  });
  /** Time only goes on: the newest mail is the one that a test is about. */
  const later = (minutes: number) => {
    world.clock.offset += minutes * MINUTE;
  };
  const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address));
  const mailTo = async (address: string, nth = 1) => {
    await expect.poll(() => mailsTo(address).length).toBe(nth);
    return mailsTo(address).at(-1)!;
  };
  const tokenIn = (text: string) => /#([\w-]{43})/.exec(text)![1]!;
  const invite = (email: string) => ask(world, admin, "POST", "/invitations", { role: "tester", email });
  const forgot = (email: string, headers = {}) =>
    ui(world.address, "POST", "/reset-links", { email }, { ...SAME_ORIGIN, ...headers });
  const listed = async () => (await ask(world, admin, "GET", "/mails")).body.data;

  /** Not only begun: what came of it is known. */
  const isPutOff = () =>
    expect.poll(async () => (await listed())[0]).toMatchObject({ attempts: 1, outcome: expect.stringContaining("4") });

  test("whoever is invited by e-mail gets a mail; its link and the one shown both work, until one is used", async () => {
    const made = await invite("grace@example.net");
    expect(made.body.data.mailed).toBe(true);
    const got = await mailTo("grace@example.net");
    expect(got.headers).toMatchObject({
      from: "Retest <retest@example.org>",
      to: "grace@example.net",
      subject: "Ada invites you to Retest",
      "auto-submitted": "auto-generated",
    });
    const token = tokenIn(got.text);
    expect(got.text).toContain(`http://localhost:3000/join#${token}`);
    expect(got.html).toContain(`href="http://localhost:3000/join#${token}"`);
    const shown = tokenIn(made.body.data.link);
    expect(token).not.toBe(shown);
    for (const one of [token, shown]) {
      expect((await ui(world.address, "POST", "/invitations/look", { token: one })).body.data.email).toBe(
        "grace@example.net",
      );
    }
    expect((await accept(world, { token, name: "Grace" })).status).toBe(201);
    expect(outcomeOf(await accept(world, { token: shown, name: "Grace" }))).toBe("404 not_found");
    expect((await listed())[0]).toMatchObject({ kind: "invitation", state: "sent", attempts: 1, due_at: null });
  });

  test("an invitation without an e-mail address is mailed to nobody", async () => {
    const before = (await listed()).length;
    const made = await ask(world, admin, "POST", "/invitations", { role: "tester" });
    expect(made.body.data.mailed).toBe(false);
    expect(await listed()).toHaveLength(before);
  });

  test("an invitation withdrawn before its mail could be sent is never mailed", async () => {
    mail.mishap({ code: 451 });
    const { id } = (await invite("late@example.net")).body.data;
    await isPutOff();
    await ask(world, admin, "DELETE", `/invitations/${id}`);
    later(2);
    await expect.poll(async () => (await listed())[0]).toMatchObject({ state: "cancelled", address: null });
    expect(mailsTo("late@example.net")).toEqual([]);
  });

  test("somebody who forgot their password gets a link by mail, and it ends every session", async () => {
    const { email, cookie } = await join(world);
    const asked = await forgot(email.toUpperCase());
    expect([asked.status, asked.body]).toEqual([204, undefined]);
    const got = await mailTo(email);
    expect(got.headers.subject).toBe("Set a new password for Retest");
    const token = tokenIn(got.text);
    expect((await ui(world.address, "POST", "/reset-links/use", { token, password: NEW })).status).toBe(204);
    expect((await signIn(world, email, NEW)).status).toBe(200);
    expect((await ui(world.address, "GET", "/me", undefined, { cookie })).status).toBe(401);
  });

  test("the answer is the same for an address that nobody has, and nothing is mailed there", async () => {
    const { email } = await join(world);
    const [known, unknown] = [await forgot(email), await forgot("nobody@example.net")];
    const faceOf = ({ status, body, headers }: typeof known) => {
      const { date, "x-request-id": id, ...rest } = Object.fromEntries(headers);
      return [status, body, Object.keys(rest).sort()];
    };
    expect(faceOf(unknown)).toEqual(faceOf(known));
    await mailTo(email);
    expect(mailsTo("nobody@example.net")).toEqual([]);
  });

  test("who has no password is mailed none by asking, as if nobody had the address; an admin's link gives them one", async () => {
    const { email, id } = await join(world);
    await behind(world, `update person set password_hash = null where id = '${id}'`);
    expect((await forgot(email)).status).toBe(204);
    expect(await rowsOf(world, `select id from mail where person_id = '${id}'`)).toEqual([]);
    expect(await newest(world)).not.toMatchObject({ action: "person.reset_asked" });
    expect((await ask(world, admin, "POST", `/people/${id}/reset-mail`)).status).toBe(204);
    const token = tokenIn((await mailTo(email)).text);
    expect((await ui(world.address, "POST", "/reset-links/use", { token, password: NEW })).status).toBe(204);
  });

  test("whoever asks again within twenty minutes ends no link that was mailed and not used; afterwards only the newest works", async () => {
    const { email, id } = await join(world);
    await forgot(email);
    const first = tokenIn((await mailTo(email)).text);
    for (const minutes of [0, 6, 13]) {
      later(minutes);
      expect((await forgot(email)).status).toBe(204);
      expect(await rowsOf(world, `select id from mail where person_id = '${id}'`)).toHaveLength(1);
    }
    expect((await ui(world.address, "POST", "/reset-links/look", { token: first })).status).toBe(200);
    later(2);
    await forgot(email);
    const second = tokenIn((await mailTo(email, 2)).text);
    const look = (token: string) => ui(world.address, "POST", "/reset-links/look", { token });
    expect(outcomeOf(await look(first))).toBe("404 not_found");
    expect((await look(second)).status).toBe(200);
  });

  test("while a mail with a link waits for the mail server, asking again makes no other", async () => {
    later(200);
    const { email, id } = await join(world);
    mail.mishap({ code: 451 });
    await forgot(email);
    await isPutOff();
    later(6);
    expect((await forgot(email)).status).toBe(204);
    const token = tokenIn((await mailTo(email)).text);
    expect(await rowsOf(world, `select id from mail where person_id = '${id}'`)).toHaveLength(1);
    expect((await ui(world.address, "POST", "/reset-links/use", { token, password: NEW })).status).toBe(204);
  });

  test("a stranger who asks for a mail leaves an admin's link whole, and an admin's link leaves the mailed one; using either ends both, also on two servers at once", async () => {
    later(120);
    const other = await world.anotherServer();
    const lookAt = async (token: string) => (await ui(world.address, "POST", "/reset-links/look", { token })).status;
    const use = (at: string, token: string) => ui(at, "POST", "/reset-links/use", { token, password: NEW });
    const passedOn = async (id: string) =>
      tokenIn((await ask(world, admin, "POST", `/people/${id}/reset-link`)).body.data.link);
    const { email, id } = await join(world);
    const first = await passedOn(id);
    await forgot(email);
    const mailed = tokenIn((await mailTo(email)).text);
    expect([await lookAt(first), await lookAt(mailed)]).toEqual([200, 200]);
    const second = await passedOn(id);
    expect([await lookAt(first), await lookAt(mailed), await lookAt(second)]).toEqual([404, 200, 200]);
    const answers = await Promise.all([use(world.address, mailed), use(other, second)]);
    expect(answers.map(outcomeOf).sort()).toEqual(["204", "404 not_found"]);
    expect([await lookAt(mailed), await lookAt(second)]).toEqual([404, 404]);
    // Each has its own hour.
    later(6);
    await forgot(email);
    const early = tokenIn((await mailTo(email, 2)).text);
    later(30);
    const late = await passedOn(id);
    later(31);
    expect([await lookAt(early), await lookAt(late)]).toEqual([404, 200]);
    const { reader, performer, files } = world.store;
    const clock = () => Date.now() + world.clock.offset;
    await runRetentionJob({
      reader,
      performer,
      files,
      clock,
      deliveryDays: 30,
      onError: (error) => expect(error).toBeUndefined(),
    });
    expect(await rowsOf(world, `select person_id from mailed_reset_link where person_id = '${id}'`)).toEqual([]);
    expect((await use(other, late)).status).toBe(204);
  });

  test("a network that asks too often in an hour is refused, whomever it asks for", async () => {
    later(200);
    const answers = [];
    for (let i = 0; i <= RESET_MAILS_ASKED_AN_HOUR; i++) answers.push((await forgot(`n${i}@example.net`)).status);
    expect(answers).toEqual([...Array.from({ length: RESET_MAILS_ASKED_AN_HOUR }, () => 204), 429]);
  });

  test("an admin has a reset link mailed; neither tokens nor addresses stand in the outbox or the audit log", async () => {
    const { id, email } = await join(world);
    expect((await ask(world, admin, "POST", `/people/${id}/reset-mail`)).status).toBe(204);
    expect(await newest(world)).toMatchObject({ action: "person.reset_link_made", details: { by_mail: true } });
    const token = tokenIn((await mailTo(email)).text);
    expect(await everythingOfWorld(world)).not.toContain(token);
    const outbox = JSON.stringify(await rowsOf(world, "select * from mail"));
    expect(outbox).not.toContain("@");
  });

  test("an admin mails no link to themselves, and is told if one went less than five minutes ago", async () => {
    const me = (await ask(world, admin, "GET", "/me")).body.data.id;
    const { id, email } = await join(world);
    const send = (to: string) => ask(world, admin, "POST", `/people/${to}/reset-mail`);
    const own = await send(me);
    expect([outcomeOf(own), await entriesOf(world, own)]).toEqual(["403 forbidden", []]);
    expect((await send(id)).status).toBe(204);
    await mailTo(email);
    const again = await send(id);
    expect([outcomeOf(again), await entriesOf(world, again)]).toEqual(["429 rate_limited", []]);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(240);
    later(6);
    expect((await send(id)).status).toBe(204);
    await mailTo(email, 2);
  });

  test("a person removed before the mail could be sent gets none", async () => {
    const { id, email } = await join(world);
    mail.mishap({ code: 451 });
    await ask(world, admin, "POST", `/people/${id}/reset-mail`);
    await isPutOff();
    await ask(world, admin, "DELETE", `/people/${id}`);
    later(2);
    await expect.poll(async () => (await listed())[0].state).toBe("cancelled");
    expect(mailsTo(email)).toEqual([]);
  });

  test("a mail for a new password that waited for over an hour is not sent any more", async () => {
    const { id, email } = await join(world);
    mail.mishap({ code: 451 });
    await ask(world, admin, "POST", `/people/${id}/reset-mail`);
    await isPutOff();
    later(70);
    await expect.poll(async () => (await listed())[0].state).toBe("cancelled");
    expect(mailsTo(email)).toEqual([]);
  });

  test("the doctor finds nothing wrong", async () => {
    expect(await world.problems()).toEqual([]);
  });
});

test.each(DATABASES.slice(0, 1))("without mail set up nothing is mailed, and links are made as ever", async (kind) => {
  const world = await createWorld(kind);
  try {
    const { cookie, email, id } = await join(world, { role: "admin" });
    expect((await ui(world.address, "GET", "/mail")).body.data).toEqual({ sends_mail: false });
    expect(outcomeOf(await ui(world.address, "POST", "/reset-links", { email }))).toBe("404 not_found");
    expect(outcomeOf(await ask(world, cookie, "POST", `/people/${id}/reset-mail`))).toBe("404 not_found");
    const made = await ask(world, cookie, "POST", "/invitations", { role: "tester", email: "x@example.net" });
    expect(made.body.data).toMatchObject({ mailed: false, link: expect.stringContaining("/join#") });
    expect((await ask(world, cookie, "GET", "/mails")).body.data).toEqual([]);
  } finally {
    await world.close();
  }
});
