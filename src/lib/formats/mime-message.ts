// A mail as it goes over the wire: headers, and the same text twice, as plain text and as HTML.
import MailComposer from "nodemailer/lib/mail-composer";
import { oneLine } from "../text/text.ts";

export interface Mailbox {
  name: string | null;
  address: string;
}

export interface MimeMessage {
  from: Mailbox;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
  /** The message's id without angle brackets. */
  messageId: string;
  date: Date;
  headers: Record<string, string>;
}

/** No value can begin a header of its own, whatever it is made of: each is put on one line first, and encoded by the composer. */
export function buildMessage(message: MimeMessage): Promise<Buffer> {
  const { from, to, subject, text, html, messageId, date, headers } = message;
  return new MailComposer({
    from: mailboxOf(from),
    to: mailboxOf(to),
    subject: oneLine(subject),
    text,
    html,
    messageId: `<${oneLine(messageId)}>`,
    date,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value: { prepared: true, value: oneLine(value) } })),
    // Nothing is ever read from a file or another server because a text looks like an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

function mailboxOf({ name, address }: Mailbox): { name: string; address: string } {
  return { name: oneLine(name ?? ""), address: oneLine(address) };
}
