// When a mail about an inbox is due, and what it says.
import { expect, test } from "vitest";
import { inboxMailDue } from "../../../../src/domain/mail/inbox-mail-schedule.ts";
import { inboxMail, type MailedEntry } from "../../../../src/domain/mail/inbox-mail-text.ts";
import { htmlBody, textBody } from "../../../../src/domain/mail/mail-body.ts";

const MINUTE = 60_000;
const NOON = Date.parse("2026-11-18T12:00:00Z");
const BASE = "https://retest.example.com";

test.each([
  ["nothing was mailed before: a minute later", null, 1],
  ["the last mail is long ago: a minute later", -500, 1],
  ["the last mail is less than an hour ago: an hour after it", -5, 55],
])("at once, %s", (_, mailed, minutes) => {
  const mailedAt = mailed === null ? null : NOON + mailed * MINUTE;
  const due = inboxMailDue("at_once", { since: NOON, mailedAt });
  expect((due - NOON) / MINUTE).toBe(minutes);
});

test.each([
  ["2026-11-18T12:00:00Z", "2026-11-19T06:00:00.000Z"],
  ["2026-11-18T05:59:59Z", "2026-11-18T06:00:00.000Z"],
  ["2026-11-18T06:00:00Z", "2026-11-19T06:00:00.000Z"],
])("a digest of what came at %s is due at %s", (since, due) => {
  const times = { since: Date.parse(since), mailedAt: null };
  expect(new Date(inboxMailDue("daily", times)).toISOString()).toBe(due);
});

const entry = (fields: Partial<MailedEntry> = {}): MailedEntry => ({
  kind: "mentioned",
  at: "2026-11-18T12:00:00.000Z",
  by: "Zoë",
  times: 1,
  app: { id: "app_1", name: "Harbour Shop" },
  issue: { id: "iss_1", code: "SHOP-12", title: "Card is declined" },
  cycle: null,
  comment: "com_1",
  connection: null,
  ...fields,
});
const mailOf = (entries: MailedEntry[], choice: "at_once" | "daily" = "at_once") =>
  inboxMail(BASE, { name: "Ann", choice, entries, stopUrl: `${BASE}/unsubscribe?token=x` });

test("a mail about one thing says what it is in its subject", () => {
  const mail = mailOf([entry()]);
  expect(mail.subject).toBe("Zoë mentioned you: SHOP-12 Card is declined");
  const text = textBody(mail);
  for (const part of [
    "* Zoë mentioned you\n  SHOP-12 Card is declined\n  Harbour Shop · 2026-11-18 12:00 UTC",
    `${BASE}/issues/iss_1#com_1`,
    `Open your inbox:\n${BASE}/inbox`,
    `${BASE}/account#mail`,
    `Stop these mails: ${BASE}/unsubscribe?token=x`,
  ]) {
    expect(text).toContain(part);
  }
});

test("a mail about many lists the newest 20, and says that there are more", () => {
  const many = (count: number) => Array.from({ length: count }, () => entry({ kind: "commented", times: 3 }));
  expect(mailOf(many(20)).subject).toBe("20 unread in your Retest inbox");
  const more = mailOf(many(21));
  expect([more.subject, more.list!.length, more.button!.label]).toEqual([
    "More than 20 unread in your Retest inbox",
    20,
    "See all in your inbox",
  ]);
  expect(mailOf(many(2), "daily").subject).toBe("Your day in Retest: 2 unread");
});

test("every kind has its sentence and its address; a cycle leads to itself, or to its report", () => {
  const cycle = { id: "cyc_1", name: "Release 2", status: "open" as const };
  const ofCycle = { kind: "cycle" as const, issue: null, comment: null };
  const list = mailOf([
    entry({ kind: "assigned", comment: null }),
    entry({ kind: "mentioned", times: 2 }),
    entry({ kind: "commented" }),
    entry({ kind: "fixed" }),
    entry({ kind: "retest" }),
    entry({ ...ofCycle, cycle }),
    entry({ ...ofCycle, cycle: { ...cycle, status: "closed" } }),
  ]).list!;
  expect(list.map(({ what }) => what)).toEqual([
    "Zoë assigned an issue to you",
    "You were mentioned 2 times, last by Zoë",
    "Zoë commented",
    "Zoë fixed an issue that you watch",
    "Zoë fixed an issue: it waits for your retest",
    "Zoë asks you to test in a cycle",
    "Zoë closed a cycle that you tested in",
  ]);
  expect([list[0]!.url, list[5]!.url, list[6]!.url]).toEqual([
    `${BASE}/issues/iss_1`,
    `${BASE}/apps/app_1?cycle=cyc_1`,
    `${BASE}/apps/app_1/cycles/cyc_1/report`,
  ]);
});

test("a hostile title stays a text of one line, and a long one is cut", () => {
  const title = `<img src=x>\u202e\r\nBcc: x ${"long ".repeat(900)}`;
  const mail = mailOf([entry({ issue: { id: "iss_1", code: "SHOP-12", title } })]);
  expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
  expect(mail.subject.length).toBeLessThan(130);
  expect(mail.list![0]!.title.length).toBeLessThan(170);
  expect(htmlBody(mail)).not.toContain("<img");
});
