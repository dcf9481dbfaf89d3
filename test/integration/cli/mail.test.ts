// `retest mail test`: each step is said, and where one fails, what to do.
import { afterEach, expect, test } from "vitest";
import { retest } from "../../support/clients/run-cli.ts";
import { MAIL_USER, type MailServer, openMailServer } from "../../support/fake-tools/mail-server.ts";

const NOWHERE = { RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef", DATABASE_URL: "postgres://127.0.0.1:9/none" };
let mail: MailServer | undefined;
afterEach(async () => {
  await mail?.close();
  mail = undefined;
});

async function tryMail(options: Parameters<typeof openMailServer>[0], address: (port: number) => string) {
  mail = await openMailServer(options);
  return retest(["mail", "test", "ada@example.net"], {
    ...NOWHERE,
    RETEST_SMTP_URL: address(mail.port),
    RETEST_MAIL_FROM: "Retest <retest@example.org>",
  });
}
const signedIn = (password: string) => (port: number) =>
  `smtp://${MAIL_USER.user}:${encodeURIComponent(password)}@127.0.0.1:${port}`;

test("a mail that is accepted: every step is said, and it needs no database", async () => {
  const { code, stdout, stderr } = await tryMail({ allowInsecureAuth: true }, signedIn(MAIL_USER.password));
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/ok +Connected: 127\.0\.0\.1:\d+\n/);
  expect(stdout).toMatch(/ok +Encryption: the connection is not encrypted\n/);
  expect(stdout).toMatch(/ok +Signed in: as retest\n/);
  expect(stdout).toMatch(/ok +Accepted: 250 /);
  expect(stdout).not.toContain(MAIL_USER.password);
  expect(mail!.mails[0]).toMatchObject({ to: ["ada@example.net"], headers: { subject: "Mail from Retest works" } });
});

test.each<[string, Parameters<typeof openMailServer>[0], (port: number) => string, RegExp]>([
  ["a wrong password", { allowInsecureAuth: true }, signedIn("wrong"), /failed +Signed in: 535[^\n]*\nThe user name/],
  [
    "no encryption",
    { disabledCommands: ["STARTTLS"] },
    (port) => `smtp://127.0.0.1:${port}?tls=required`,
    /failed +Encryption: [^\n]*\nThe server offers/,
  ],
  [
    "a certificate of nobody",
    { hideSTARTTLS: false },
    (port) => `smtp://127.0.0.1:${port}`,
    /failed +Encryption: [^\n]*certificate[^\n]*\nThe server's certificate/i,
  ],
  ["nobody there", {}, () => "smtp://127.0.0.1:9", /failed +Connected: [^\n]*ECONNREFUSED[^\n]*\nCheck the host/],
])("%s is said with what to do about it", async (_, options, address, expected) => {
  const { code, stdout } = await tryMail(options, address);
  expect(stdout).toMatch(expected);
  expect(code).toBe(1);
});

test("a mail that is refused is said in the server's words", async () => {
  mail = await openMailServer();
  mail.mishap({ code: 550, message: "5.7.1 not your domain" });
  const settings = { ...NOWHERE, RETEST_SMTP_URL: `smtp://127.0.0.1:${mail.port}`, RETEST_MAIL_FROM: "a@example.org" };
  const { code, stdout } = await retest(["mail", "test", "ada@example.net"], settings);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/failed +Accepted: 550 5\.7\.1 not your domain\nThe server does not take/),
  ]);
});

test("without mail set up, or without an address, it says what is missing", async () => {
  expect((await retest(["mail", "test", "ada@example.net"], NOWHERE)).stderr).toContain("No mail is set up");
  expect((await retest(["mail", "test"], NOWHERE)).stderr).toContain("Name the address");
});
