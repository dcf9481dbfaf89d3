// /me/email-link: one's e-mail address, confirmed by a link that was mailed there.
import {
  confirmEmail,
  mailEmailLink,
  noEmailLink,
  requireEmailLink,
  withdrawEmailLink,
} from "../../../actions/access/confirm-email.ts";
import { isLongToken, tokenHash } from "../../../lib/crypto/token.ts";
import { LookBody } from "../../../wire/access/invitation.ts";
import { PersonMeSchema, presentPersonMe } from "../../../wire/access/person.ts";
import { EmailLinkSchema, presentEmailLink } from "../../../wire/access/sign-in.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { requireMail } from "../../admission/require-mail.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import type { PersonActor } from "../../pipeline/request-actor.ts";
import { personRoute, type Route } from "../../pipeline/route.ts";

export const emailLinkRoutes: Route[] = [
  personRoute({
    method: "POST",
    path: "/me/email-link",
    summary: "Have a link mailed that confirms your e-mail address: the new one that waits, or else yours",
    role: "viewer",
    response: null,
    async handle(call) {
      requireMail(call.services, "nothing can be confirmed by a link");
      await call.services.performer.perform(mailEmailLink, whoseLink(call.actor), authorOf(call));
      return { status: 204, body: null };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/me/email-link",
    summary: "Keep your e-mail address: a link that was mailed to another one changes nothing any more",
    role: "viewer",
    response: null,
    async handle({ services, actor }) {
      await services.performer.perform(withdrawEmailLink, whoseLink(actor));
      return { status: 204, body: null };
    },
  }),
  personRoute({
    method: "POST",
    path: "/me/email-link/look",
    summary: "Look at the e-mail address that a link confirms, without using it",
    role: "viewer",
    body: LookBody,
    response: dataOf(EmailLinkSchema),
    async handle({ services, actor, body }) {
      const input = { personId: actor.personId, hash: hashOf(body.token) };
      const link = await requireEmailLink(services.reader, input, services.clock());
      return { body: presentData(JSON.stringify(presentEmailLink(link))) };
    },
  }),
  personRoute({
    method: "POST",
    path: "/me/email-link/use",
    summary: "Confirm your e-mail address by the link that was mailed there",
    role: "viewer",
    body: LookBody,
    response: dataOf(PersonMeSchema),
    async handle(call) {
      const { services, actor, body } = call;
      const input = { ...whoseLink(actor), hash: hashOf(body.token) };
      const { id, name, email, role } = await services.performer.perform(confirmEmail, input, authorOf(call));
      const me = { id, name, email, role, apps: actor.reach.apps as string[] | null };
      return {
        body: presentData(
          presentPersonMe({ ...me, operator: actor.isOperator, needs_second_factor: actor.needsFactor }),
        ),
      };
    },
  }),
];

/** Throws `not_found` for what can be no token. */
function hashOf(token: string): string {
  if (!isLongToken(token)) throw noEmailLink();
  return tokenHash(token);
}

function whoseLink({ reach: { workspaceId }, personId }: PersonActor) {
  return { workspaceId, personId };
}
