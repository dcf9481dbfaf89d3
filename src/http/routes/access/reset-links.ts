// /people/:id/reset-link and /reset-links: a new password for somebody who forgot theirs.
import { askForReset, mailResetLink } from "../../../actions/access/ask-for-reset.ts";
import { makeResetLink, noResetLink, resetPassword } from "../../../actions/access/reset-password.ts";
import { resetAddress } from "../../../domain/access/link-addresses.ts";
import { requireUnlikeOwner } from "../../../domain/access/password.ts";
import { Fault } from "../../../domain/fault.ts";
import { HOUR_MS } from "../../../lib/clock.ts";
import { isLongToken, tokenHash } from "../../../lib/crypto/token.ts";
import { windowAt } from "../../../lib/time-window.ts";
import { type FoundResetLink, findResetLink } from "../../../storage/access/reset-links.ts";
import { signInScope } from "../../../storage/workspace/counters.ts";
import { LookBody } from "../../../wire/access/invitation.ts";
import {
  AskForResetBody,
  NewResetLinkSchema,
  presentNewResetLink,
  presentResetLink,
  ResetLinkSchema,
  UseResetLinkBody,
} from "../../../wire/access/reset-link.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { requireMail } from "../../admission/require-mail.ts";
import { authorOf, signedOutAuthor } from "../../pipeline/audit-author.ts";
import { openRoute, personRoute, type Route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";
import { hashFor, requirePasswordSignIn } from "../../sign-in/check-password.ts";
import { clientAddress } from "../../transport/client-address.ts";

export const resetLinkRoutes: Route[] = [
  personRoute({
    method: "POST",
    path: "/people/:id/reset-link",
    summary: "Make a link with which a person sets a new password; it is shown only once",
    role: "admin",
    unscoped: true,
    response: dataOf(NewResetLinkSchema),
    async handle(call) {
      const { services, actor, id } = call;
      requirePasswordSignIn(services);
      const input = { workspaceId: actor.reach.workspaceId, id, madeBy: actor.personId };
      const { token, expiresAt } = await services.performer.perform(makeResetLink, input, authorOf(call));
      const shown = presentNewResetLink(resetAddress(services.baseUrl, token), expiresAt);
      return { status: 201, body: presentData(shown) };
    },
  }),
  personRoute({
    method: "POST",
    path: "/people/:id/reset-mail",
    summary: "Send a person a mail with a link to set a new password",
    role: "admin",
    unscoped: true,
    response: null,
    async handle(call) {
      const { services, actor, id } = call;
      requirePasswordSignIn(services);
      requireMail(services);
      const input = { workspaceId: actor.reach.workspaceId, id, madeBy: actor.personId };
      await services.performer.perform(mailResetLink, input, authorOf(call));
      return { status: 204, body: null };
    },
  }),
  openRoute({
    method: "POST",
    path: "/reset-links",
    summary:
      "Ask for a mail with a link to set a new password; the answer is the same whether or not there is such a person",
    body: AskForResetBody,
    response: null,
    async handle({ services, request, origin, body: { email } }) {
      requirePasswordSignIn(services);
      requireMail(services);
      const address = tokenHash(clientAddress(request, services.trustedProxies));
      const input = { email, network: signInScope("reset", address) };
      const by = signedOutAuthor(undefined, origin());
      if (!(await services.performer.perform(askForReset, input, by))) throw tooMany(services.clock());
      return { status: 204, body: null };
    },
  }),
  openRoute({
    method: "POST",
    path: "/reset-links/look",
    summary: "Look at whom a reset link is for, without using it",
    body: LookBody,
    response: dataOf(ResetLinkSchema),
    async handle({ services, body }) {
      return { body: presentData(presentResetLink(await requireLink(services, body.token))) };
    },
  }),
  openRoute({
    method: "POST",
    path: "/reset-links/use",
    summary: "Set a new password by a reset link; every session ends",
    body: UseResetLinkBody,
    response: null,
    async handle({ services, origin, body }) {
      requirePasswordSignIn(services);
      // Hashing is dear: only for whoever has a link.
      const link = await requireLink(services, body.token);
      requireUnlikeOwner("password", body.password, link);
      const newHash = await hashFor(services, link.email, body.password);
      const by = signedOutAuthor({ id: link.personId, name: link.name }, origin());
      await services.performer.perform(resetPassword, { hash: tokenHash(body.token), newHash }, by);
      return { status: 204, body: null };
    },
  }),
];

function tooMany(now: number): Fault {
  const { secondsLeft } = windowAt(now, HOUR_MS);
  const minutes = Math.ceil(secondsLeft / 60);
  const message = `Too many requests for a new password from this network: wait ${minutes} min and try again.`;
  return new Fault("rate_limited", message, undefined, secondsLeft);
}

/** Throws `not_found`. */
async function requireLink({ reader, clock }: Services, token: string): Promise<FoundResetLink> {
  const link = isLongToken(token) ? await findResetLink(reader, tokenHash(token), clock()) : undefined;
  if (link === undefined) throw noResetLink();
  return link;
}
