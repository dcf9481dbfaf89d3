// Mails about inboxes: to whom, when, of what; and that a flood is one mail.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planInboxMail } from "../../../src/actions/mail/inbox-mails.ts";
import { takeMail } from "../../../src/actions/mail/mail-attempts.ts";
import { createSealer } from "../../../src/lib/crypto/sealer.ts";
import { ask, dataOf, outcomeOf } from "../../support/checks/route-table.ts";
import { accept, invite, join, rowsOf, ui } from "../../support/clients/person-client.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { type MailServer, openMailServer } from "../../support/fake-tools/mail-server.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const MINUTE = 60_000;

/** `RETEST_TEST_DELIVERIES=10000` sends as many as an hour may bring. */
const DELIVERIES = Number(process.env.RETEST_TEST_DELIVERIES ?? 300);
/** A second for each: a machine that others keep busy takes its time. */
const LONGEST_MS = DELIVERIES * 1_000;
const PARTS = 5;
const AT_ONCE = 16;

interface Somebody {
  id: string;
  name: string;
  email: string;
  cookie: string;
}

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let mail: MailServer;
  let app: string;
  let other: string;
  let third: string;
  let admin: string;
  let issue: string;
  beforeAll(async () => {
    mail = await openMailServer();
    world = await createWorld(kind, { mail: mail.settings, webhookRate: 0 });
    // In the middle of a day, whenever the test runs: digests come in the morning.
    world.clock.offset = 36 * 60 * MINUTE - ((Date.now() + 24 * 60 * MINUTE) % (24 * 60 * MINUTE));
    app = (await world.app()).id;
    other = (await world.app()).id;
    third = (await world.app()).id;
    admin = (await join(world, { role: "admin" })).cookie;
    issue = (await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Card is declined" })).id;
    // Who sends beside the first: of two one sends.
    await world.anotherServer();
  });
  afterAll(async () => {
    await world?.close();
    await mail?.close();
  });

  const later = (minutes: number) => {
    world.clock.offset += minutes * MINUTE;
  };
  let people = 0;
  /** With an address that is known to be theirs, because they were invited by it. */
  const newcomer = async (): Promise<Somebody> => {
    const name = `Person${++people}`;
    const email = `${name.toLowerCase()}@example.net`;
    const token = await invite(world, { email, role: "tester" });
    const { body, cookie } = await accept(world, { token, name, email });
    return { id: body.data.id, name, email, cookie: cookie! };
  };
  const mention = async ({ name }: Somebody, times = 1) => {
    for (let n = 0; n < times; n++) await dataOf(world, "POST", `/issues/${issue}/comments`, { text: `@${name} look` });
  };
  const mailsTo = ({ email }: Somebody) => mail.mails.filter(({ to }) => to.includes(email));
  const comes = async (who: Somebody, nth = 1) => {
    await expect.poll(() => mailsTo(who).length).toBe(nth);
    await expect.poll(() => waiting(who)).toEqual([]);
    return mailsTo(who).at(-1)!;
  };
  const waiting = (who: Somebody) =>
    rowsOf(world, `select id, due_at, attempts from mail where person_id = '${who.id}' and state = 'pending'`);
  /** Somebody found what is new, and either planned a mail or saw that there is none to send. */
  const isPlanned = () =>
    expect.poll(() => rowsOf(world, "select 1 from inbox_entry where unmailed is not null")).toEqual([]);
  const isDropped = (who: Somebody) => expect.poll(() => waiting(who)).toEqual([]);
  const isDueOrUnderWay = async (who: Somebody) => {
    const mails = (await waiting(who)) as { due_at: number; attempts: number }[];
    return mails.some(({ due_at: at, attempts }) => attempts > 0 || Number(at) <= Date.now() + world.clock.offset);
  };
  const dueAt = async (who: Somebody) => {
    await isPlanned();
    const [{ due_at: at }] = (await waiting(who)) as [{ due_at: number }];
    return Number(at);
  };
  /** When the one that waits is due, in minutes from now. */
  const dueIn = async (who: Somebody) => Math.round(((await dueAt(who)) - Date.now() - world.clock.offset) / MINUTE);
  /** Of one app alone. */
  const scope = async ({ id }: Somebody, to: string) =>
    expect(outcomeOf(await ask(world, admin, "PATCH", `/people/${id}`, { apps: [to] }))).toBe("200");
  const choose = (who: Somebody, choice: string) => ask(world, who.cookie, "PUT", "/me/inbox-mail", { choice });

  test("what comes within a minute is one mail, with the words of the inbox", async () => {
    const who = await newcomer();
    expect((await ask(world, who.cookie, "GET", "/me/inbox-mail")).body.data).toEqual({ choice: "at_once" });
    await mention(who, 3);
    await ask(world, admin, "PUT", `/issues/${issue}/assignees`, { people: [who.id] });
    expect(await dueIn(who)).toBe(1);
    expect(mailsTo(who)).toEqual([]);
    later(1);
    const got = await comes(who);
    expect(got.headers.subject).toBe("2 unread in your Retest inbox");
    expect(got.text).toContain("You were mentioned 3 times");
    expect(got.text).toContain("assigned an issue to you");
    expect(got.text).toContain(`http://localhost:3000/issues/${issue}`);
    expect(got.html).toContain("Card is declined");
    const [listed] = (await ask(world, admin, "GET", "/mails")).body.data;
    expect(listed).toMatchObject({ kind: "inbox", state: "sent", address: who.email });
  });

  test("what was read before the minute is over is mailed to nobody", async () => {
    const who = await newcomer();
    await mention(who);
    await isPlanned();
    await ask(world, who.cookie, "POST", "/inbox/read");
    later(2);
    await isDropped(who);
    expect(mailsTo(who)).toEqual([]);
  });

  test("the next mail comes an hour later, also if they have looked; each tells what is new alone", async () => {
    const who = await newcomer();
    await mention(who);
    await isPlanned();
    later(2);
    await comes(who);
    await ask(world, admin, "PUT", `/issues/${issue}/assignees`, { people: [who.id] });
    expect(await dueIn(who)).toBe(60);
    await ask(world, who.cookie, "POST", "/inbox/read");
    await ask(world, admin, "PUT", `/issues/${issue}/assignees`, { people: [] });
    await ask(world, admin, "PUT", `/issues/${issue}/assignees`, { people: [who.id] });
    expect(await dueIn(who)).toBe(60);
    later(61);
    expect((await comes(who, 2)).headers.subject).toContain("assigned an issue to you: ");
  });

  test("what went out of reach since it came is neither mailed nor counted", async () => {
    const [some, all] = [await newcomer(), await newcomer()];
    const beside = (await dataOf(world, "POST", "/issues", { app: other, check: "PAY-1", text: "Elsewhere" })).id;
    for (const who of [all, some]) {
      await mention(who);
      await dataOf(world, "POST", `/issues/${beside}/comments`, { text: `@${who.name} secret` });
    }
    await isPlanned();
    await scope(some, app);
    await scope(all, third);
    later(2);
    const got = await comes(some);
    expect(got.headers.subject).toContain("mentioned you: ");
    expect(got.raw).not.toContain("Elsewhere");
    await isDropped(all);
    expect(mailsTo(all)).toEqual([]);
  });

  test("reach that is taken away between two attempts counts, too", async () => {
    const who = await newcomer();
    await mention(who);
    await isPlanned();
    mail.mishap({ code: 451 });
    later(2);
    await expect
      .poll(() => rowsOf(world, `select 1 from mail where person_id = '${who.id}' and outcome like '%451%'`), {
        timeout: 120_000,
      })
      .toHaveLength(1);
    await scope(who, third);
    later(2);
    await isDropped(who);
    expect(mailsTo(who)).toEqual([]);
  });

  test("nobody who chose to get nothing, was removed, or whose address is not known to be theirs gets a mail", async () => {
    const [off, removed, unsure, late] = [await newcomer(), await newcomer(), await newcomer(), await newcomer()];
    await behind(world, `update person set email_confirmed_at = null where id = '${unsure.id}'`);
    await choose(off, "off");
    for (const who of [off, removed, unsure, late]) await mention(who);
    await isPlanned();
    expect([await waiting(off), await waiting(unsure)]).toEqual([[], []]);
    await ask(world, admin, "DELETE", `/people/${removed.id}`);
    await choose(late, "off");
    expect(await waiting(late)).toEqual([]);
    later(70);
    await isDropped(removed);
    for (const who of [off, removed, unsure, late]) expect(mailsTo(who)).toEqual([]);
    expect((await ask(world, late.cookie, "GET", "/me/inbox-mail")).body.data).toEqual({ choice: "off" });
    expect(outcomeOf(await choose(late, "hourly"))).toBe("400 invalid_request");
  });

  test("what comes while a mail is under way is in the next one", async () => {
    const who = await newcomer();
    await mention(who);
    await isPlanned();
    // Taken by a server that never says what came of it.
    await behind(world, `update mail set attempts = 1 where person_id = '${who.id}'`);
    await ask(world, admin, "PUT", `/issues/${issue}/assignees`, { people: [who.id] });
    expect(await world.store.performer.perform(planInboxMail, { personId: who.id })).toBe(false);
    expect(
      await rowsOf(world, `select 1 from inbox_entry where person_id = '${who.id}' and unmailed = 1`),
    ).toHaveLength(1);
    later(3);
    const got = await comes(who);
    expect(got.headers.subject).toBe("2 unread in your Retest inbox");
    await isPlanned();
  });

  test("what is older than two days when mail is set up is not mailed", async () => {
    const who = await newcomer();
    await mention(who);
    await behind(world, `update inbox_entry set at = at - 200000000, unmailed = 1 where person_id = '${who.id}'`);
    await isPlanned();
    await behind(world, `delete from mail where person_id = '${who.id}'`);
    await behind(world, `update inbox_entry set unmailed = 1 where person_id = '${who.id}'`);
    await isPlanned();
    expect(await waiting(who)).toEqual([]);
  });

  test("10,000 things that happen in an hour send one mail, though two servers look", async () => {
    const who = await newcomer();
    const before = mail.mails.length;
    for (let minute = 0; minute < 60; minute += 6) {
      await behind(world, floodSql(kind, who.id, app, 1_000, minute, Date.now() + world.clock.offset));
      await isPlanned();
      expect((await waiting(who)).length + mailsTo(who).length).toBeGreaterThan(0);
      expect((await waiting(who)).length).toBeLessThanOrEqual(1);
      later(6);
      // A clock that goes on by six minutes while a mail is handed over would have another server take it for lost.
      await expect.poll(() => isDueOrUnderWay(who)).toBe(false);
    }
    await expect.poll(() => mailsTo(who).length).toBe(1);
    expect(mail.mails.length - before).toBe(1);
    expect(mailsTo(who)[0]!.text.match(/^\* /gm)!.length).toBeLessThanOrEqual(20);
  });

  test(
    `${DELIVERIES} real deliveries in an hour, half of which fix what somebody watches, send them one mail`,
    async () => {
      const who = await newcomer();
      const before = mail.mails.length;
      const hook = await openHook(world);
      await hook.configure({ recoveries: "fix" });
      const second = await world.anotherServer();
      const each = DELIVERIES / PARTS / 2;
      for (let part = 0; part < PARTS; part++) {
        const alert = (n: number) => ({ title: "Disk full", source: "probe", external_id: `d-${part}-${n}` });
        await someAtOnce(each, (n) => arrives(201, () => hook.deliver(alert(n))));
        await behind(world, watchSql(who.id, hook.app.id));
        await someAtOnce(each, (n) => arrives(200, () => hook.deliver({ ...alert(n), recovered: true }, {}, second)));
        await isPlanned();
        expect((await waiting(who)).length).toBeLessThanOrEqual(1);
        later(12);
        await expect.poll(() => isDueOrUnderWay(who)).toBe(false);
      }
      expect(await rowsOf(world, `select id from inbox_entry where person_id = '${who.id}'`)).toHaveLength(
        DELIVERIES / 2,
      );
      await expect.poll(() => mailsTo(who).length).toBe(1);
      // Nobody gets more than one mail, whatever is in their inboxes from before.
      const sent = mail.mails.slice(before).flatMap(({ to }) => to);
      expect(sent).toHaveLength(new Set(sent).size);
      // An hour after the first, which came when twelve minutes were over.
      later(13);
      expect((await comes(who, 2)).headers.subject).toBe("More than 20 unread in your Retest inbox");
    },
    LONGEST_MS,
  );

  test("of two servers that plan at once one writes the mail, and of two that take it one gets it", async () => {
    const who = await newcomer();
    const { performer } = world.store;
    await mention(who);
    await Promise.all(Array.from({ length: 6 }, () => performer.perform(planInboxMail, { personId: who.id })));
    await isPlanned();
    const [first, ...more] = (await waiting(who)) as { id: string }[];
    const { id } = first!;
    expect(more).toEqual([]);
    await behind(world, `update mail set due_at = 1, since = since - 120000 where id = '${id}'`);
    await Promise.all(Array.from({ length: 6 }, () => performer.perform(takeMail, { id })));
    const [{ attempts }] = (await waiting(who)) as [{ attempts: number }];
    expect(Number(attempts)).toBe(1);
    later(3);
    await comes(who);
  });

  test("a digest comes in the morning, once, and changing one's mind moves what waits", async () => {
    const who = await newcomer();
    await choose(who, "daily");
    await mention(who);
    const [due, morning] = [await dueIn(who), await dueAt(who)];
    expect(due).toBeGreaterThan(60);
    await choose(who, "at_once");
    expect(await dueIn(who)).toBeLessThanOrEqual(1);
    await choose(who, "daily");
    later(due - 60);
    await mention(who);
    expect(await dueAt(who)).toBe(morning);
    expect(mailsTo(who)).toEqual([]);
    later(61);
    expect((await comes(who)).headers.subject).toBe("Your day in Retest: 1 unread");
  });

  test("a mail is stopped by one click in the mailbox, at either server, without a session; what waits is gone", async () => {
    const who = await newcomer();
    await mention(who);
    await isPlanned();
    later(2);
    const { headers, text } = await comes(who);
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const url = /^<(.+)>$/.exec(headers["list-unsubscribe"]!)![1]!;
    expect(text).toContain(`Stop these mails: ${url}`);
    await mention(who);
    await isPlanned();
    expect((await waiting(who)).length).toBe(1);
    const stop = (from: string, body: RequestInit = {}) =>
      fetch(from.replace(world.config.baseUrl, world.address), { method: "POST", ...body });
    // RFC 8058 has it sent as a form, without a cookie, from nowhere.
    const form = { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
    expect((await stop(url, form)).status).toBe(204);
    expect((await ask(world, who.cookie, "GET", "/me/inbox-mail")).body.data).toEqual({ choice: "off" });
    expect(await waiting(who)).toEqual([]);
    // Twice, and in other forms, is as good.
    const parts = new FormData();
    parts.set("List-Unsubscribe", "One-Click");
    for (const body of [{ body: parts }, { body: "{", headers: { "content-type": "application/json" } }, {}])
      expect((await stop(url, body)).status).toBe(204);
  });

  test("a link that is changed, of something else, or too large a form stops nothing; of somebody removed it does no harm", async () => {
    const who = await newcomer();
    const seal = (purpose: string) => createSealer(world.config.secretKey, purpose).seal("inbox mails", who.id);
    const stop = async (token: string, body?: string) => {
      const response = await fetch(`${world.address}/unsubscribe?token=${token}`, {
        method: "POST",
        body: body ?? null,
      });
      return [
        response.status,
        response.status === 204 ? "" : ((await response.json()) as { error: { code: string } }).error.code,
      ];
    };
    const token = seal("unsubscribe/v1");
    for (const wrong of ["", "x", token.slice(1), `${token}A`, seal("browser/v1")])
      expect(await stop(wrong)).toEqual([404, "not_found"]);
    expect(await stop(token, "x".repeat(5_000))).toEqual([413, "too_large"]);
    expect((await ask(world, who.cookie, "GET", "/me/inbox-mail")).body.data).toEqual({ choice: "at_once" });
    const { cookie } = await join(world, { role: "admin" });
    expect(outcomeOf(await ask(world, cookie, "DELETE", `/people/${who.id}`))).toBe("204");
    expect(await stop(token)).toEqual([204, ""]);
    expect(await rowsOf(world, `select 1 from inbox_mail where person_id = '${who.id}'`)).toEqual([]);
  });

  test("without a session nobody chooses, and the doctor finds nothing wrong", async () => {
    expect(outcomeOf(await ui(world.address, "PUT", "/me/inbox-mail", { choice: "off" }))).toBe("401 unauthorized");
    expect(await world.problems()).toEqual([]);
  });
});

/** So many entries of different things at one moment, as 1,000 deliveries would leave them. */
function floodSql(kind: string, personId: string, appId: string, count: number, part: number, at: number): string {
  const numbers =
    kind === "sqlite"
      ? `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) n`
      : `generate_series(1, ${count}) n(i)`;
  return `insert into inbox_entry (id, person_id, app_id, kind, subject, actor, times, at, revision, unmailed)
    select 'inb_flood${part}_' || i, '${personId}', '${appId}', 'fixed', 'x${part}_' || i, 'CI', 1, ${at}, 1, 1 from ${numbers}`;
}

/** Has somebody watch every open issue of an app. */
function watchSql(person: string, app: string): string {
  return `insert into watcher (issue_id, person_id, reason) select id, '${person}', 'chosen' from issue where app_id = '${app}' and status = 'open'`;
}

/** As tools do, whoever is told that the server has no time comes again; only then what had been taken before may be a duplicate. */
async function arrives(expected: number, deliver: () => Promise<{ status: number }>): Promise<void> {
  let { status } = await deliver();
  const isLate = status === 503;
  while (status === 503) ({ status } = await deliver());
  expect(isLate ? [expected, 200] : [expected]).toContain(status);
}

/** As many times as is asked for, some of them at once. */
async function someAtOnce(times: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
