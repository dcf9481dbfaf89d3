// Mail servers that misbehave: a mail is tried again with growing pauses, given up where all can see it, and never lost.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAIL_RETRY_MINUTES } from "../../../src/domain/limits/mail-limits.ts";
import { handOver, type SmtpFailure, type SmtpServer } from "../../../src/lib/network/smtp.ts";
import { listMails } from "../../../src/storage/mail/mails.ts";
import { presentMail } from "../../../src/wire/mail/mail.ts";
import { join, rowsOf } from "../../support/clients/person-client.ts";
import { MAIL_USER, type MailServer, openMailServer } from "../../support/fake-tools/mail-server.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const MINUTE = 60_000;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let mail: MailServer;
  let admin: string;
  let other: string;
  const logged: string[] = [];
  beforeAll(async () => {
    mail = await openMailServer();
    world = await createWorld(kind, { mail: mail.settings }, (line) => logged.push(line));
    admin = (await join(world, { role: "admin" })).cookie;
    other = await world.anotherServer();
  });
  afterAll(async () => {
    await world?.close();
    await mail?.close();
  });

  let people = 0;
  const invite = async (at = world.address) => {
    if (world.clock.offset > 10 * 60 * MINUTE) admin = await world.person("admin");
    const email = `p${++people}@example.net`;
    await world.callAt(at, admin, "POST", "/invitations", { role: "tester", email });
    return email;
  };
  // The API is not asked for mails: sessions end while a mail is tried for a day.
  const newest = async () => presentMail((await listMails(world.store.reader, world.store.workspace.id, 1))[0]!);
  const becomes = (fields: object) => expect.poll(newest).toMatchObject(fields);
  const countTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email)).length;
  const later = (minutes: number) => {
    world.clock.offset += minutes * MINUTE;
  };

  /** The pause after an attempt, once it has come to its end: while it goes on nobody else may try for two minutes. */
  const waitAfter = async (email: string, attempts: number) => {
    const now = Date.now() + world.clock.offset;
    await becomes({ address: email, state: "pending", attempts, outcome: expect.stringContaining(`try ${attempts}`) });
    return Date.parse((await newest()).due_at!) - now;
  };

  test.each([
    ["greylisting", { code: 451, at: "rcpt", message: "greylisted, come back later" }, "accept: 451 greylisted"],
    ["a mail put off at its end", { code: 452 }, "accept: 452"],
    ["a connection that drops in the middle of the mail", "drop", "accept: "],
  ] as const)("after %s it is tried again a minute later, and arrives once", async (_, mishap, outcome) => {
    mail.mishap(mishap);
    const email = await invite();
    await becomes({ address: email, state: "pending", attempts: 1, outcome: expect.stringContaining(outcome) });
    later(0.5);
    later(0.6);
    await becomes({ address: email, state: "sent", attempts: 2 });
    expect(countTo(email)).toBe(1);
  });

  test("what a mail server says of an address is neither logged nor kept", async () => {
    const next = `p${people + 1}@example.net`;
    mail.mishap({ code: 451, at: "rcpt", message: `try later <${next}> or ${next}: greylisted` });
    const email = await invite();
    await becomes({
      address: email,
      attempts: 1,
      outcome: "accept: 451 try later <(address)> or (address): greylisted",
    });
    later(1.1);
    await becomes({ address: email, state: "sent" });
    expect(logged.join("\n")).toContain("(address): greylisted");
    expect(logged.join("\n")).not.toContain(email);
    expect(JSON.stringify(await rowsOf(world, "select outcome from mail"))).not.toContain("@");
  });

  test("a mail that was taken before the connection dropped comes twice, and is not lost", async () => {
    mail.mishap("taken and dropped");
    const email = await invite();
    await becomes({ address: email, state: "pending", attempts: 1, outcome: expect.any(String) });
    later(1.1);
    await becomes({ address: email, state: "sent", attempts: 2 });
    expect(countTo(email)).toBe(2);
    const ids = mail.mails.filter(({ to }) => to.includes(email)).map(({ headers }) => headers["message-id"]);
    expect(new Set(ids).size).toBe(2);
  });

  test.each(["rcpt", "data"] as const)(
    "a mail refused for good at %s is given up at once, with the server's words",
    async (at) => {
      mail.mishap({ code: 550, at, message: "5.1.1 no such mailbox" });
      const email = await invite();
      await becomes({
        address: email,
        state: "failed",
        attempts: 1,
        outcome: expect.stringContaining("no such mailbox"),
      });
      expect(countTo(email)).toBe(0);
    },
  );

  test("pauses grow, and after the last attempt it is given up", async () => {
    const email = await invite();
    await becomes({ address: email, state: "sent" });
    mail.mishap(...[...MAIL_RETRY_MINUTES, 0].map((_, i) => ({ code: 451, message: `try ${i + 1}` })));
    const put = await invite();
    for (const [i, minutes] of MAIL_RETRY_MINUTES.entries()) {
      const wait = await waitAfter(put, i + 1);
      expect(wait / MINUTE).toBeGreaterThanOrEqual(minutes);
      expect(wait / MINUTE).toBeLessThan(minutes + 0.5);
      later(minutes + 0.5);
    }
    await becomes({ address: put, state: "failed", attempts: MAIL_RETRY_MINUTES.length + 1 });
    expect(countTo(put)).toBe(0);
  });

  test("two servers send each mail once", async () => {
    const emails = await Promise.all(Array.from({ length: 12 }, (_, i) => invite(i % 2 ? other : world.address)));
    await expect.poll(() => emails.map(countTo)).toEqual(emails.map(() => 1));
    await expect.poll(() => rowsOf(world, "select id from mail where state = 'pending'")).toEqual([]);
    expect(emails.map(countTo)).toEqual(emails.map(() => 1));
  });
});

describe("handing over", () => {
  const message = Buffer.from("Subject: x\r\n\r\nHello\r\n");
  const envelope = { from: "a@example.org", to: "b@example.net" };
  const failure = (server: SmtpServer, timeoutMs = 5_000) =>
    handOver({ server, envelope, message, name: "localhost", timeoutMs }).then(
      () => "accepted",
      ({ step, answer }: SmtpFailure) => `${step}: ${answer}`,
    );
  const withServer = async (
    options: Parameters<typeof openMailServer>[0],
    run: (mail: MailServer) => Promise<void>,
  ) => {
    const mail = await openMailServer(options);
    await run(mail).finally(() => mail.close());
  };

  test("a server that is not there fails at connecting", async () => {
    await withServer({}, async (mail) => {
      await mail.close();
      expect(await failure(mail.settings.smtp)).toMatch(/^connect: .*ECONNREFUSED/);
    });
  });

  test("a server that takes its time is waited for up to a limit, however slowly it speaks", async () => {
    await withServer({}, async (mail) => {
      mail.mishap("hang");
      expect(await failure(mail.settings.smtp, 500)).toBe("accept: nothing came of it within 0.5 s");
    });
  });

  test("where encryption is asked for and refused, nothing is said in the clear", async () => {
    await withServer({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"] }, async (mail) => {
      expect(await failure({ ...mail.settings.smtp, startTls: "required", ...MAIL_USER })).toMatch(/^tls: /);
      expect(mail.mails).toEqual([]);
    });
  });

  test("a certificate that is not trusted fails at encryption, with STARTTLS and from the first byte on", async () => {
    await withServer({ hideSTARTTLS: false }, async (mail) => {
      expect(await failure({ ...mail.settings.smtp, startTls: "required" })).toMatch(/^tls: .*certificate/i);
    });
    await withServer({ secure: true }, async (mail) => {
      expect(await failure({ ...mail.settings.smtp, secure: true })).toMatch(/^tls: .*certificate/i);
    });
  });

  test("smtps:// at a server that does not begin encrypted fails at encryption", async () => {
    await withServer({}, async (mail) => {
      expect(await failure({ ...mail.settings.smtp, secure: true }, 2_000)).toMatch(/^tls: /);
    });
  });

  test("a wrong password fails at signing in, the right one passes", async () => {
    await withServer({ authOptional: false, allowInsecureAuth: true }, async (mail) => {
      expect(await failure({ ...mail.settings.smtp, ...MAIL_USER, password: "wrong" })).toMatch(/^sign_in: 535/);
      expect(await failure({ ...mail.settings.smtp, ...MAIL_USER })).toBe("accepted");
      expect(await failure(mail.settings.smtp)).toMatch(/^accept: 530/);
    });
  });
});
