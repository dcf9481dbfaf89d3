// Mails are made of other people's words: whatever those are, they stay words.
import { expect, test } from "vitest";
import { invitationMail, resetMail } from "../../../../src/domain/mail/link-mails.ts";
import { htmlBody, textBody } from "../../../../src/domain/mail/mail-body.ts";
import { buildMessage } from "../../../../src/lib/formats/mime-message.ts";

const BASE = "https://retest.example.com";
const HOSTILE = `<img src=x onerror=alert(1)>"'&\r\nBcc: all@example.com\u202e`;

const mail = {
  subject: HOSTILE,
  paragraphs: [HOSTILE],
  list: [{ what: HOSTILE, title: HOSTILE, about: HOSTILE, url: `${BASE}/issues/"><script>` }],
  button: { label: HOSTILE, url: `${BASE}/"onclick="x` },
  footer: [HOSTILE],
  footerLink: { label: HOSTILE, url: `${BASE}/'x` },
};

test("whatever a text is made of, HTML has no tag and no attribute of it", () => {
  const html = htmlBody(mail);
  expect(html).not.toMatch(/<img|<script|onclick="x"/);
  const own = new Set([...html.matchAll(/<([a-z!][\w]*)/gi)].map(([, name]) => name!.toLowerCase()));
  expect([...own].sort()).toEqual(
    ["!doctype", "a", "body", "div", "head", "html", "meta", "p", "style", "table", "td", "title", "tr"].sort(),
  );
  expect([...html.matchAll(/href="([^"]*)"/g)].every(([, url]) => url!.startsWith(BASE))).toBe(true);
});

test("nothing is fetched by showing a mail, and it knows dark mode and narrow screens", () => {
  const html = htmlBody(mail);
  expect(html).not.toMatch(/<(img|link|iframe|script)|url\(|@import|<[^>]*src=/);
  expect(html).toContain("prefers-color-scheme:dark");
  expect(html).toContain("max-width:620px");
});

test("no value begins a header of its own", async () => {
  const message = await buildMessage({
    from: { name: HOSTILE, address: "retest@example.com" },
    to: { name: HOSTILE, address: "ada@example.net\r\nBcc: all@example.com" },
    subject: HOSTILE,
    text: textBody(mail),
    html: htmlBody(mail),
    messageId: "x@example.com\r\nBcc: all@example.com",
    date: new Date(0),
    headers: { "List-Unsubscribe": `<${BASE}/x>\r\nBcc: all@example.com` },
  });
  const head = message.toString().split("\r\n\r\n")[0]!;
  const names = head
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map((line) => line.slice(0, line.indexOf(":")));
  expect(names.sort()).toEqual(
    ["Content-Type", "Date", "From", "List-Unsubscribe", "MIME-Version", "Message-ID", "Subject", "To"].sort(),
  );
});

test("names are shown without what turns the direction of the text, in subjects too", () => {
  const { subject } = invitationMail(BASE, { inviter: "Ada\u202e gnp.exe", token: "t" });
  expect(subject).toBe("Ada gnp.exe invites you to Retest");
  expect(invitationMail(BASE, { inviter: null, token: "t" }).subject).toBe("You are invited to Retest");
});

test("the link stands in the text and in the HTML, with the address of the interface", () => {
  const reset = resetMail(`${BASE}/tools`, { name: "Ada", token: "tok", workspace: null });
  expect(textBody(reset)).toContain("Set a new password:\nhttps://retest.example.com/tools/reset#tok\n");
  expect(htmlBody(reset)).toContain('href="https://retest.example.com/tools/reset#tok"');
});
