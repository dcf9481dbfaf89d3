// `retest mail test`: sends one mail and says step by step what came of it, and what to do where it failed.

import { MAIL_TIMEOUT_SECONDS } from "../../domain/limits/mail-limits.ts";
import { htmlBody, type MailText, textBody } from "../../domain/mail/mail-body.ts";
import { systemClock } from "../../lib/clock.ts";
import { buildMessage } from "../../lib/formats/mime-message.ts";
import { newId } from "../../lib/ids.ts";
import { handOver, SmtpFailure, type SmtpServer, type SmtpStep } from "../../lib/network/smtp.ts";
import { type Config, readConfig } from "../../startup/config.ts";
import type { MailSettings } from "../../startup/mail-settings.ts";
import { personEmail } from "../../wire/fields.ts";
import { type CliCommand, requireNoMore, UsageError } from "../command.ts";
import type { Terminal } from "../terminal.ts";

const STEPS: Record<SmtpStep, string> = {
  connect: "Connected",
  tls: "Encryption",
  sign_in: "Signed in",
  accept: "Accepted",
};

export const mailTest: CliCommand = {
  name: "mail test",
  usage: "mail test ADDRESS",
  summary: "Sends a mail to an address with the settings of mail, and says what came of each step.",
  details: `It takes RETEST_SMTP_URL and RETEST_MAIL_FROM as the server does, needs no database, and waits for up to ${MAIL_TIMEOUT_SECONDS} seconds.`,
  async run(flags, terminal) {
    requireNoMore(flags, 1, "mail test");
    const address = personEmail.safeParse(flags.positionals[0] ?? "");
    if (!address.success) throw new UsageError("Name the address that the mail goes to. See: retest mail test --help");
    const config = readConfig(terminal.env);
    if (config.mail === null) throw new UsageError("No mail is set up: give RETEST_SMTP_URL and RETEST_MAIL_FROM.");
    return tryIt(terminal, config, config.mail, address.data);
  },
};

async function tryIt(
  terminal: Pick<Terminal, "print">,
  { baseUrl }: Config,
  { smtp, from }: MailSettings,
  to: string,
): Promise<number> {
  const text = testMail(baseUrl);
  const now = systemClock();
  const message = await buildMessage({
    from,
    to: { name: null, address: to },
    subject: text.subject,
    text: textBody(text),
    html: htmlBody(text),
    messageId: `${newId("mail", now)}@${from.address.slice(from.address.lastIndexOf("@") + 1)}`,
    date: new Date(now),
    headers: { "Auto-Submitted": "auto-generated" },
  });
  terminal.print(`From ${from.address} to ${to}, by ${smtp.host}:${smtp.port}`);
  try {
    await handOver({
      server: smtp,
      envelope: { from: from.address, to },
      message,
      name: new URL(baseUrl).hostname,
      timeoutMs: MAIL_TIMEOUT_SECONDS * 1_000,
      onStep: (step, about) => terminal.print(`ok      ${STEPS[step]}: ${about}`),
    });
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    terminal.print(`failed  ${STEPS[error.step]}: ${error.answer}`);
    terminal.print(adviceOn(error, smtp));
    return 1;
  }
  terminal.print(
    "The mail server has taken the mail. If it does not arrive, look into the spam folder, then into the log of that server.",
  );
  return 0;
}

function testMail(baseUrl: string): MailText {
  return {
    subject: "Mail from Retest works",
    paragraphs: [
      "This mail was sent by retest mail test. Invitations, reset links and inboxes can be mailed from here.",
    ],
    button: { label: "Open Retest", url: baseUrl },
    footer: ["You get this because somebody who runs Retest has named your address."],
  };
}

/** What to do about a failure. */
function adviceOn({ step, code, answer }: SmtpFailure, { secure, port, startTls, user }: SmtpServer): string {
  switch (step) {
    case "connect":
      return "Check the host and the port of RETEST_SMTP_URL, that a firewall lets this machine reach them, and that smtps:// stands with port 465 only, smtp:// with 587 or 25.";
    case "tls":
      if (/certificate|self.signed|altname/i.test(answer)) {
        return "The server's certificate is not trusted: use the name that it was made for, or give the authority's certificate with NODE_EXTRA_CA_CERTS.";
      }
      return secure
        ? `Port ${port} does not begin encrypted: use smtp:// in place of smtps://, most likely with port 587.`
        : `The server offers no encryption (STARTTLS)${startTls === "required" ? ", which is asked for: use smtps:// with port 465, or, in a network that you trust, put ?tls=off behind the address" : ""}.`;
    case "sign_in":
      return user === null
        ? "The server wants a user name and a password: put both into RETEST_SMTP_URL."
        : "The user name or the password in RETEST_SMTP_URL is wrong, or this server wants one made for applications. Signs such as @ : / # must be written as %40 %3A %2F %23.";
    case "accept":
      if (code !== null && code < 500) {
        return "The server puts it off for now; a mail of Retest would be tried again by itself. If it stays so, ask whoever runs the server.";
      }
      return user === null
        ? "The server does not take this mail. It may want a user name and a password, or not send for the address of RETEST_MAIL_FROM."
        : "The server does not take this mail: check that it may send for the address of RETEST_MAIL_FROM, and that the address it goes to exists.";
  }
}
