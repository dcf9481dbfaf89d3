// /mails, /mail and /me/inbox-mail: what came of mails, whether any are sent, and what of one's inbox is.
import { chooseInboxMail } from "../../../actions/mail/inbox-mails.ts";
import { SHOWN_MAILS } from "../../../domain/limits/mail-limits.ts";
import { USUAL_INBOX_MAIL } from "../../../domain/mail/inbox-mail-schedule.ts";
import { findInboxMail } from "../../../storage/mail/inbox-mails.ts";
import { listMails } from "../../../storage/mail/mails.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { InboxMailSchema, MailSchema, MailStateSchema, presentMail } from "../../../wire/mail/mail.ts";
import { openRoute, personRoute, type Route } from "../../pipeline/route.ts";
import { managedList } from "../access/admin-list.ts";

export const mailRoutes: Route[] = [
  managedList({
    path: "/mails",
    summary: "List the newest mails, with what came of each",
    schema: MailSchema,
    read: ({ reader }, workspaceId) => listMails(reader, workspaceId, SHOWN_MAILS),
    present: presentMail,
  }),
  openRoute({
    method: "GET",
    path: "/mail",
    summary: "Get whether this server sends mail",
    response: dataOf(MailStateSchema),
    async handle({ services: { sendsMail } }) {
      return { body: presentData(JSON.stringify({ sends_mail: sendsMail })) };
    },
  }),
  personRoute({
    method: "GET",
    path: "/me/inbox-mail",
    summary: "Get what of your inbox is mailed to you",
    role: "viewer",
    response: dataOf(InboxMailSchema),
    async handle({ services: { reader }, actor }) {
      const { choice } = await findInboxMail(reader, actor.personId);
      return { body: presentData(JSON.stringify({ choice: choice ?? USUAL_INBOX_MAIL })) };
    },
  }),
  personRoute({
    method: "PUT",
    path: "/me/inbox-mail",
    summary: "Choose what of your inbox is mailed to you",
    role: "viewer",
    body: InboxMailSchema,
    response: dataOf(InboxMailSchema),
    async handle({ services: { performer }, actor, body: { choice } }) {
      await performer.perform(chooseInboxMail, { actor, choice });
      return { body: presentData(JSON.stringify({ choice })) };
    },
  }),
];
