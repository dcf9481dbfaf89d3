// /people/:id/reset-link and /reset-links: a new password for somebody who forgot theirs.
import { makeResetLink, noResetLink, resetPassword } from "../../../actions/access/reset-password.ts";
import { requireUnlikeOwner } from "../../../domain/access/password.ts";
import { resetAddress } from "../../../domain/access/sign-in-rules.ts";
import { hashPassword } from "../../../lib/crypto/password-hash.ts";
import { isLongToken, tokenHash } from "../../../lib/crypto/token.ts";
import { type FoundResetLink, findResetLink } from "../../../storage/access/reset-links.ts";
import { LookBody } from "../../../wire/access/invitation.ts";
import {
  NewResetLinkSchema,
  presentNewResetLink,
  presentResetLink,
  ResetLinkSchema,
  UseResetLinkBody,
} from "../../../wire/access/reset-link.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { authorOf, signedOutAuthor } from "../../pipeline/audit-author.ts";
import { openRoute, personRoute, type Route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";

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
      const input = { workspaceId: actor.reach.workspaceId, id, madeBy: actor.personId };
      const { token, expiresAt } = await services.performer.perform(makeResetLink, input, authorOf(call));
      const shown = presentNewResetLink(resetAddress(services.baseUrl, token), expiresAt);
      return { status: 201, body: presentData(shown) };
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
      // Hashing is dear: only for whoever has a link.
      const link = await requireLink(services, body.token);
      requireUnlikeOwner("password", body.password, link);
      const newHash = await hashPassword(body.password);
      const by = signedOutAuthor({ id: link.personId, name: link.name }, origin());
      await services.performer.perform(resetPassword, { hash: tokenHash(body.token), newHash }, by);
      return { status: 204, body: null };
    },
  }),
];

/** Throws `not_found`. */
async function requireLink({ reader, clock }: Services, token: string): Promise<FoundResetLink> {
  const link = isLongToken(token) ? await findResetLink(reader, tokenHash(token), clock()) : undefined;
  if (link === undefined) throw noResetLink();
  return link;
}
