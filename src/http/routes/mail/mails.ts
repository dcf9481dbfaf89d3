// /mails and /mail: what came of mails, and whether any are sent.
import { SHOWN_MAILS } from "../../../domain/mail/mail-limits.ts";
import { listMails } from "../../../storage/mail/mails.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { MailSchema, MailStateSchema, presentMail } from "../../../wire/mail/mail.ts";
import { openRoute, type Route } from "../../pipeline/route.ts";
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
];
