// The settings of mail, read from one address.
import { expect, test } from "vitest";
import { readMailSettings } from "../../../../src/startup/mail-settings.ts";

const FROM = "Retest <retest@example.com>";
const smtpOf = (url: string) => readMailSettings({ RETEST_SMTP_URL: url, RETEST_MAIL_FROM: FROM })!.smtp;
const fromOf = (from: string) =>
  readMailSettings({ RETEST_SMTP_URL: "smtp://localhost", RETEST_MAIL_FROM: from })!.from;

test("without both no mail is sent, with one of them the other is asked for", () => {
  expect(readMailSettings({})).toBe(null);
  expect(() => readMailSettings({ RETEST_SMTP_URL: "smtp://localhost" })).toThrow("RETEST_MAIL_FROM must be given");
  expect(() => readMailSettings({ RETEST_MAIL_FROM: FROM })).toThrow("RETEST_SMTP_URL must be given");
});

test.each([
  ["smtp://mail.example.com", { host: "mail.example.com", port: 587, secure: false, startTls: "required", user: null }],
  ["smtps://a:b@mail.example.com", { port: 465, secure: true, user: "a", password: "b" }],
  ["smtp://u%40x:p%3A%2F@mail.example.com:2525", { port: 2525, user: "u@x", password: "p:/" }],
  ["smtp://localhost:25", { port: 25, startTls: "optional" }],
  ["smtp://[::1]:25", { host: "::1", startTls: "optional" }],
  ["smtp://mail.example.com?tls=off", { startTls: "off" }],
  ["smtp://127.0.0.1?tls=required", { startTls: "required" }],
])("%s is read", (url, expected) => {
  expect(smtpOf(url)).toMatchObject(expected);
});

test.each([
  "mail.example.com",
  "http://mail.example.com",
  "smtp://",
  "smtp://mail.example.com/folder",
  "smtp://mail.example.com?tls=maybe",
  "smtps://mail.example.com?tls=off",
  "smtp://mail.example.com?pool=true",
  "smtp://:secret@mail.example.com",
  "smtp://a:100%@mail.example.com",
])("%s is refused with a sentence that names the setting and shows no password", (url) => {
  expect(() => smtpOf(url)).toThrow(/^RETEST_SMTP_URL (?!.*(secret|100%@))/);
});

test.each([
  ["retest@example.com", { name: null, address: "retest@example.com" }],
  [FROM, { name: "Retest", address: "retest@example.com" }],
  ['"Quality, Inc." <q@example.com>', { name: "Quality, Inc.", address: "q@example.com" }],
])("%s is whom mails are from", (from, expected) => {
  expect(fromOf(from)).toEqual(expected);
});

test.each(["retest", "a@b@c", "Retest <retest>", "a@b, c@d", "a@b\r\nBcc: c@d", "<a@b> x"])(
  "%j is nobody that mails can be from",
  (from) => {
    expect(() => fromOf(from)).toThrow("RETEST_MAIL_FROM must be of the form");
  },
);
