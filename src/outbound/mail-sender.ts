// Sends the mails that wait: takes one, writes it as things are now, hands it over, keeps what came of it. A server that ends in between
// leaves it to another once the lease is over, so a mail may come twice, and is never lost.
import { planInboxMail } from "../actions/mail/inbox-mails.ts";
import { type FinishMail, finishMail, type MailNews, type TakenMail, takeMail } from "../actions/mail/mail-attempts.ts";
import { MAIL_TIMEOUT_MS, MAILS_AT_ONCE } from "../domain/limits/mail-limits.ts";
import { inboxMail } from "../domain/mail/inbox-mail-text.ts";
import { emailChangedMail, emailLinkMail, invitationMail, resetMail, signUpMail } from "../domain/mail/link-mails.ts";
import { htmlBody, type MailText, textBody } from "../domain/mail/mail-body.ts";
import { INBOX_MAILS, unsubscribeHeaders, unsubscribeUrl } from "../domain/mail/unsubscribe.ts";
import type { Performer } from "../engine/performer.ts";
import { createSemaphore } from "../lib/async/semaphore.ts";
import type { Clock } from "../lib/clock.ts";
import type { Sealer } from "../lib/crypto/sealer.ts";
import { buildMessage, type Mailbox } from "../lib/formats/mime-message.ts";
import { handOver, SmtpFailure, type SmtpServer } from "../lib/network/smtp.ts";
import type { Reader } from "../storage/database/database.ts";
import { listPeopleToMail } from "../storage/mail/inbox-mails.ts";
import { type DueMail, listDueMails } from "../storage/mail/mails.ts";
import { inboxEntryOf } from "../wire/inbox/inbox.ts";
import { type BackgroundSender, type SenderLoop, startSenderLoop } from "./sender-loop.ts";
import { WaitingLines } from "./waiting-lines.ts";

interface MailSenderOptions {
  reader: Reader;
  performer: Performer;
  /** What needs a key that this server was not given is left to others. */
  hasOtherKey(): boolean;
  clock: Clock;
  smtp: SmtpServer;
  from: Mailbox;
  baseUrl: string;
  /** Seals who stops mails by the link in one. */
  unsubscribing: Sealer;
  /** Called with the outcome of each attempt; `givenUp` after the last one. */
  onSent(end: FinishMail["end"] | "given_up", about: { id: string; kind: string; outcome: string }): void;
  onError(error: Error): void;
}

/** How long a mail that is being handed over may take when the server stops. */
const LAST_WORDS_MS = 5_000;
/** People whose inboxes are looked at between two looks for mails that are due. */
const INBOXES_AT_ONCE = 100;

export function startMailSender(options: MailSenderOptions): BackgroundSender {
  const { reader, performer, hasOtherKey, clock, onError } = options;
  const lines = new WaitingLines<DueMail>(createSemaphore(MAILS_AT_ONCE), clock);
  const stopping = new AbortController();
  const serve = async (id: string) => {
    const taken = await performer.perform(takeMail, { id });
    if (taken !== null) await carryOut(options, taken, stopping.signal);
  };
  const loop = startSenderLoop({
    onError,
    async look(sending) {
      if (hasOtherKey()) return false;
      const isMoreNews = await planInboxMails(options, sending);
      const isMore = await lines.read(
        (after, limit) => listDueMails(reader, clock(), after, limit),
        ({ id, workspaceId }) => ({ id, host: workspaceId, workspaceId }),
      );
      if (sending.closed) return false;
      for (const { id, release } of lines.take()) sending.send(serve(id).finally(release));
      return isMoreNews || isMore;
    },
  });
  return {
    wake: loop.wake,
    async close() {
      const timer = setTimeout(() => stopping.abort(), LAST_WORDS_MS);
      await loop.close();
      clearTimeout(timer);
    },
  };
}

/** Has mails planned about what is new in inboxes; true if there is more. */
async function planInboxMails({ reader, performer }: MailSenderOptions, sending: SenderLoop): Promise<boolean> {
  let isMore = false;
  for (const { personId } of await listPeopleToMail(reader, INBOXES_AT_ONCE)) {
    if (sending.closed) return false;
    if (await performer.perform(planInboxMail, { personId })) isMore = true;
  }
  return isMore;
}

async function carryOut(options: MailSenderOptions, taken: TakenMail, signal: AbortSignal): Promise<void> {
  const { id, attempts, news } = taken;
  const came = await send(options, taken, signal).catch((error: Error) => failed(options, error));
  const { givenUp } = await options.performer.perform(finishMail, { id, attempts, ...came });
  options.onSent(givenUp ? "given_up" : came.end, { id, kind: news.kind, outcome: came.outcome });
}

async function send(options: MailSenderOptions, taken: TakenMail, signal: AbortSignal) {
  const { smtp, from, baseUrl, clock } = options;
  const { news } = taken;
  const { text, headers = {} } = writtenOf(options, news);
  const host = from.address.slice(from.address.lastIndexOf("@") + 1);
  const message = await buildMessage({
    from,
    to: { name: news.name, address: news.address },
    subject: text.subject,
    text: textBody(text),
    html: htmlBody(text),
    // A mail that comes again has another link: it must not pass for the one that came before.
    messageId: `${taken.id}.${taken.attempts}@${host}`,
    date: new Date(clock()),
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", ...headers },
  });
  const envelope = { from: from.address, to: news.address };
  const name = new URL(baseUrl).hostname;
  const outcome = await handOver({ server: smtp, envelope, message, name, timeoutMs: MAIL_TIMEOUT_MS, signal });
  return { end: "sent", outcome: withoutAddresses(outcome) } as const;
}

/** What the server refuses for good is not tried again. That it refuses us, and not the mail, an operator can see to. */
function failed({ onError }: MailSenderOptions, error: Error): Pick<FinishMail, "end" | "outcome"> {
  if (!(error instanceof SmtpFailure)) {
    onError(error);
    return { end: "again", outcome: "it could not be written" };
  }
  const { step, code, answer } = error;
  const isForGood = step === "accept" && code !== null && code >= 500;
  return { end: isForGood ? "refused" : "again", outcome: `${step}: ${withoutAddresses(answer)}` };
}

/** Mail servers like to say whom they refuse; neither the log nor the table of mails says to which address one went. */
function withoutAddresses(answer: string): string {
  return answer.replaceAll(/[^\s<>()[\]",;:]+@[^\s<>()[\]",;:]+/g, "(address)");
}

function writtenOf(
  { baseUrl, unsubscribing }: MailSenderOptions,
  news: MailNews,
): { text: MailText; headers?: Record<string, string> } {
  switch (news.kind) {
    case "invitation":
      return { text: invitationMail(baseUrl, news) };
    case "reset":
      return { text: resetMail(baseUrl, news) };
    case "email_link":
      return { text: emailLinkMail(baseUrl, news) };
    case "sign_up":
      return { text: signUpMail(baseUrl, news) };
    case "email_changed":
      return { text: emailChangedMail(baseUrl, news) };
    case "inbox": {
      const stopUrl = unsubscribeUrl(baseUrl, unsubscribing.seal(INBOX_MAILS, news.personId));
      const entries = news.entries.map(inboxEntryOf);
      return { text: inboxMail(baseUrl, { ...news, entries, stopUrl }), headers: unsubscribeHeaders(stopUrl) };
    }
  }
}
