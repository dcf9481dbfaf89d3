// An e-mail address is confirmed by a link that is mailed there: a new one, or one that somebody had only written down.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EMAIL_LINKS_ASKED_AN_HOUR } from "../../../src/domain/limits/mail-limits.ts";
import { ask, outcomeOf } from "../../support/checks/route-table.ts";
import { newest } from "../../support/clients/audit-client.ts";
import { erase } from "../../support/clients/erasing.ts";
import { everythingOfWorld, join, PASSWORD, rowsOf, SAME_ORIGIN, signIn } from "../../support/clients/person-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { type MailServer, openMailServer } from "../../support/fake-tools/mail-server.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const HOUR = 3_600_000;
const SOON = { timeout: 120_000 };

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let other: string;
  let mail: MailServer;
  let admin: string;
  beforeAll(async () => {
    mail = await openMailServer();
    world = await createWorld(kind, { mail: mail.settings, trustedProxies: [] });
    other = await world.anotherServer();
    admin = (await join(world, { role: "admin" })).cookie;
  });
  afterAll(async () => {
    await world?.close();
    await mail?.close();
  });
  const later = (hours: number) => {
    world.clock.offset += hours * HOUR;
  };
  const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address));
  const mailTo = async (address: string, nth = 1) => {
    await expect.poll(() => mailsTo(address).length, SOON).toBe(nth);
    return mailsTo(address).at(-1)!;
  };
  const tokenTo = async (address: string, nth = 1) => /#([\w-]{43})/.exec((await mailTo(address, nth)).text)![1]!;
  const change = (cookie: string, email: string) =>
    ask(world, cookie, "PATCH", "/me", { email, current_password: PASSWORD });
  const use = (cookie: string, token: string, server = world.address) =>
    world.callAt(server, cookie, "POST", "/me/email-link/use", { token }, SAME_ORIGIN);
  const signInOf = async (cookie: string) => (await ask(world, cookie, "GET", "/me/sign-in")).body.data;
  const confirmedAt = async (id: string) => {
    const [row] = await rowsOf(world, `select email_confirmed_at from person where id = '${id}'`);
    return row!.email_confirmed_at;
  };

  test("a new address is theirs once its link is used; until then the old one works, and then is told", async () => {
    const { id, email, cookie } = await join(world);
    const to = `new-${email}`;
    const asked = await change(cookie, to);
    expect([asked.status, asked.body.data.email]).toEqual([200, email]);
    expect(await newest(world)).toMatchObject({ action: "person.email_link_asked", actor: { id } });
    expect((await signInOf(cookie)).email_link).toEqual({ email: to, expires_at: expect.stringMatching(/Z$/) });
    const got = await mailTo(to);
    expect(got.headers).toMatchObject({ subject: "Confirm your e-mail address for Retest" });
    const token = await tokenTo(to);
    expect(got.html).toContain(`href="http://localhost:3000/confirm-email#${token}"`);
    expect(await everythingOfWorld(world)).not.toContain(token);
    expect([(await signIn(world, email)).status, (await signIn(world, to)).status]).toEqual([200, 401]);
    expect(mailsTo(email)).toEqual([]);

    const used = await use(cookie, token, other);
    expect([used.status, used.body.data]).toMatchObject([200, { id, email: to }]);
    expect(await newest(world)).toMatchObject({ action: "person.email_confirmed", actor: { id }, target: { id } });
    expect([(await signIn(world, email)).status, (await signIn(world, to)).status]).toEqual([401, 200]);
    expect(await signInOf(cookie)).toMatchObject({ email_confirmed: true, email_link: null });
    const told = await mailTo(email);
    expect(told.headers.subject).toBe("Your e-mail address for Retest was changed");
    expect(told.text).not.toContain(to);
    await expect
      .poll(async () => rowsOf(world, `select kind, state, old_address from mail where person_id = '${id}'`), SOON)
      .toEqual([
        { kind: "email_link", state: "sent", old_address: null },
        { kind: "email_changed", state: "sent", old_address: null },
      ]);
    expect(outcomeOf(await use(cookie, token))).toBe("404 not_found");
  });

  test("whoever has no password is mailed the link, too, and not before they have shown again that it is they", async () => {
    const { id, email, cookie } = await join(world);
    await rowsOf(world, `update person set password_hash = null where id = '${id}'`);
    const [late, to] = [`late-${email}`, `new-${email}`];
    world.clock.offset += HOUR / 6;
    expect(outcomeOf(await ask(world, cookie, "PATCH", "/me", { email: late }))).toBe("403 confirmation_needed");
    world.clock.offset -= HOUR / 12;
    const asked = await ask(world, cookie, "PATCH", "/me", { email: to });
    expect([asked.status, asked.body.data.email]).toEqual([200, email]);
    const used = await use(cookie, await tokenTo(to));
    expect([used.status, used.body.data]).toMatchObject([200, { id, email: to }]);
    expect((await mailTo(email)).headers.subject).toBe("Your e-mail address for Retest was changed");
    expect(mailsTo(late)).toEqual([]);
  });

  test("an address that nobody confirmed is, by a link to it; nothing else changes, and nobody is told", async () => {
    const { id, email, cookie } = await join(world);
    expect(await confirmedAt(id)).toBeNull();
    expect((await ask(world, cookie, "POST", "/me/email-link")).status).toBe(204);
    expect((await use(cookie, await tokenTo(email))).body.data.email).toBe(email);
    expect(await confirmedAt(id)).not.toBeNull();
    expect(mailsTo(email)).toHaveLength(1);
    const nothing = await ask(world, cookie, "POST", "/me/email-link");
    expect([outcomeOf(nothing), nothing.body.error.message]).toEqual([
      "404 not_found",
      "Your e-mail address is confirmed already, and no other one waits for a link.",
    ]);
  });

  test("what a link is for can be seen before it is used, by whoever asked; others are told why it does nothing", async () => {
    const [one, two] = [await join(world), await join(world)];
    const to = `seen-${one.email}`;
    await change(one.cookie, to);
    // What waits for somebody says nothing of a link that is another's.
    await change(two.cookie, `seen-${two.email}`);
    const token = await tokenTo(to);
    const look = (cookie: string, text = token) =>
      world.callAt(other, cookie, "POST", "/me/email-link/look", { token: text }, SAME_ORIGIN);
    expect((await look(one.cookie)).body.data).toEqual({ email: to, expires_at: expect.stringMatching(/Z$/) });
    const refusals = [await look(two.cookie), await use(two.cookie, token), await look(one.cookie, "x".repeat(43))];
    later(25);
    const again = (await signIn(world, one.email)).cookie!;
    refusals.push(await look(again), await use(again, token));
    const anothers =
      "This link is for another account than the one you are signed in with. Sign in with the account that asked for it, and open the link again.";
    expect(refusals.map((answer) => [outcomeOf(answer), answer.body.error.message])).toEqual([
      ["404 not_found", anothers],
      ["404 not_found", anothers],
      [
        "404 not_found",
        "This link does not work: it was used, was replaced by a newer one, has expired, or never existed.",
      ],
      ["404 not_found", "This link has expired: it worked for 24 hours."],
      ["404 not_found", "This link has expired: it worked for 24 hours."],
    ]);
  });

  test("a link works for whoever asked alone, only the newest one, and none that was withdrawn", async () => {
    const [one, two] = [await join(world), await join(world)];
    const to = `newest-${one.email}`;
    await change(one.cookie, to);
    const first = await tokenTo(to);
    expect(outcomeOf(await use(two.cookie, first))).toBe("404 not_found");
    expect(outcomeOf(await use(one.cookie, "x"))).toBe("404 not_found");
    await ask(world, one.cookie, "POST", "/me/email-link");
    const second = await tokenTo(to, 2);
    expect(outcomeOf(await use(one.cookie, first))).toBe("404 not_found");
    expect((await ask(world, one.cookie, "DELETE", "/me/email-link")).status).toBe(204);
    expect(outcomeOf(await use(one.cookie, second))).toBe("404 not_found");
    expect((await signInOf(one.cookie)).email_link).toBeNull();
  });

  test("a link that waits to be mailed again is not, once another address was asked for", async () => {
    const { id, email, cookie } = await join(world);
    mail.mishap({ code: 451 });
    await change(cookie, `wrong-${email}`);
    await expect
      .poll(async () => rowsOf(world, `select outcome from mail where person_id = '${id}'`), SOON)
      .toMatchObject([{ outcome: expect.stringContaining("451") }]);
    later(0.001);
    await change(cookie, `right-${email}`);
    await mailTo(`right-${email}`);
    later(0.1);
    await expect
      .poll(async () => rowsOf(world, `select state from mail where person_id = '${id}' order by id`), SOON)
      .toEqual([{ state: "cancelled" }, { state: "sent" }]);
    expect([mailsTo(`wrong-${email}`).length, mailsTo(`right-${email}`).length]).toEqual([0, 1]);
  });

  test("it expires after a day, and ends with a new password", async () => {
    const [late, changed] = [await join(world), await join(world)];
    await change(late.cookie, `late-${late.email}`);
    await change(changed.cookie, `changed-${changed.email}`);
    const tokens = [await tokenTo(`late-${late.email}`), await tokenTo(`changed-${changed.email}`)];
    const next = { current_password: PASSWORD, new_password: "seven lanterns on the quay" };
    expect((await ask(world, changed.cookie, "PUT", "/me/password", next)).status).toBe(204);
    expect(outcomeOf(await use(changed.cookie, tokens[1]!))).toBe("404 not_found");
    later(24.1);
    const again = (await signIn(world, late.email)).cookie!;
    expect(outcomeOf(await use(again, tokens[0]!))).toBe("404 not_found");
    expect((await signInOf(again)).email_link).toBeNull();
    admin = (await join(world, { role: "admin" })).cookie;
  });

  test("of two who want one address, on two servers, the first to use the link gets it, and the other is told", async () => {
    const people = [await join(world), await join(world)];
    const to = `both-${people[0]!.email}`;
    for (const { cookie } of people) expect((await change(cookie, to)).status).toBe(200);
    await mailTo(to, 2);
    const tokens = mailsTo(to).map(({ text }) => /#([\w-]{43})/.exec(text)![1]!);
    // Each tries both: one is the other's.
    const tries = people.flatMap(({ cookie }, i) =>
      tokens.map((token) => use(cookie, token, i === 0 ? world.address : other)),
    );
    const outcomes = (await Promise.all(tries)).map(outcomeOf).sort();
    expect(outcomes).toEqual(["200", "404 not_found", "404 not_found", "409 name_taken"]);
    const invited = `invited-${people[0]!.email}`;
    const who = await join(world);
    await change(who.cookie, invited);
    const token = await tokenTo(invited);
    await behind(
      world,
      `update invitation set email = '${invited}', used_at = null, expires_at = ${8.64e15} where id = (select min(id) from invitation)`,
    );
    expect(outcomeOf(await use(who.cookie, token))).toBe("409 name_taken");
    await behind(world, `delete from invitation where email = '${invited}'`);
  });

  test("somebody asks for a few links in an hour, and then has to wait", async () => {
    const { email, cookie } = await join(world);
    const outcomes = [];
    for (let i = 0; i <= EMAIL_LINKS_ASKED_AN_HOUR; i++) outcomes.push(await change(cookie, `n${i}-${email}`));
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(EMAIL_LINKS_ASKED_AN_HOUR).fill(200), 429]);
    expect(Number(outcomes.at(-1)!.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("an address that somebody has is refused before anything is mailed", async () => {
    const [one, two] = [await join(world), await join(world)];
    expect(outcomeOf(await change(one.cookie, two.email))).toBe("409 name_taken");
    expect((await signInOf(one.cookie)).email_link).toBeNull();
  });

  test("it ends with the person, and neither the new nor the old address is left once they are erased", async () => {
    const { id, email, cookie } = await join(world);
    const [second, third] = [`second-${email}`, `third-${email}`];
    await change(cookie, second);
    const token = await tokenTo(second);
    mail.mishap({ code: 451 });
    expect((await use(cookie, token)).status).toBe(200);
    await expect
      .poll(async () => rowsOf(world, `select old_address, outcome from mail where old_address is not null`), SOON)
      .toEqual([{ old_address: email, outcome: expect.stringContaining("451") }]);
    await change(cookie, third);
    await tokenTo(third);
    await ask(world, admin, "DELETE", `/people/${id}`);
    expect(await rowsOf(world, `select email from email_link where person_id = '${id}'`)).toEqual([]);
    // A server of the version before would have left such a row.
    await behind(world, `insert into email_link values ('${id}', '${third}', null, 1, ${8.64e15})`);
    await erase(world, "person", second);
    const all = await everythingOfWorld(world);
    for (const address of [email, second, third]) expect(all).not.toContain(address);
  });

  test("the doctor finds nothing wrong", async () => {
    expect(await world.problems()).toEqual([]);
  });
});

test.each(DATABASES.slice(0, 1))(
  "without mail set up an address is changed at once, and no link can be sent",
  async (k) => {
    const world = await createWorld(k);
    try {
      const { cookie, email } = await join(world);
      const body = { email: `new-${email}`, current_password: PASSWORD };
      expect((await ask(world, cookie, "PATCH", "/me", body)).body.data.email).toBe(`new-${email}`);
      expect((await ask(world, cookie, "GET", "/me/sign-in")).body.data).toMatchObject({
        email_confirmed: false,
        email_link: null,
      });
      expect(outcomeOf(await ask(world, cookie, "POST", "/me/email-link"))).toBe("404 not_found");
    } finally {
      await world.close();
    }
  },
);
