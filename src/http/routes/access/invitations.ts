// /invitations
import {
  acceptInvitation,
  chooseEmail,
  invite,
  noInvitation,
  withdrawInvitation,
} from "../../../actions/access/invite-person.ts";
import { joinLink } from "../../../domain/access/link-addresses.ts";
import { requireUnlikeOwner } from "../../../domain/access/password.ts";
import { isLongToken, tokenHash } from "../../../lib/crypto/token.ts";
import { findInvitation, findListedInvitation, listInvitations } from "../../../storage/access/invitations.ts";
import { reachOf } from "../../../storage/access/keys.ts";
import { listApps } from "../../../storage/apps/apps.ts";
import {
  AcceptInvitationBody,
  InvitationSchema,
  InviteBody,
  LookBody,
  NewInvitationSchema,
  OfferSchema,
  presentInvitation,
  presentNewInvitation,
  presentOffer,
} from "../../../wire/access/invitation.ts";
import { PersonMeSchema } from "../../../wire/access/person.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { agentOf } from "../../admission/browser-of-request.ts";
import { authorOf, signedOutAuthor } from "../../pipeline/audit-author.ts";
import { openRoute, personRoute, type Route } from "../../pipeline/route.ts";
import { asBrowserSessions, sessionsInBrowser } from "../../sign-in/browser-sessions.ts";
import { hashFor, requirePasswordSignIn } from "../../sign-in/check-password.ts";
import { signedIn } from "../../sign-in/signed-in.ts";
import { managedEnd, managedList } from "./admin-list.ts";

export const invitationRoutes: Route[] = [
  managedList({
    path: "/invitations",
    summary: "List invitations that have not been accepted yet",
    schema: InvitationSchema,
    read: ({ reader, clock }, workspaceId) => listInvitations(reader, workspaceId, clock()),
    present: presentInvitation,
  }),
  personRoute({
    method: "POST",
    path: "/invitations",
    summary: "Invite somebody; the link is shown only once",
    role: "admin",
    unscoped: true,
    body: InviteBody,
    response: dataOf(NewInvitationSchema),
    async handle(call) {
      const { services, actor, body } = call;
      const { role, apps = null, email = null } = body;
      const input = {
        workspaceId: actor.reach.workspaceId,
        role,
        apps,
        email,
        createdBy: actor.personId,
        mail: services.sendsMail,
      };
      const { invitation, token } = await services.performer.perform(invite, input, authorOf(call));
      const link = joinLink(services.baseUrl, token);
      const shown = presentNewInvitation(
        { ...invitation, inviter: actor.name },
        link,
        services.sendsMail && email !== null,
      );
      return { status: 201, body: presentData(JSON.stringify(shown)) };
    },
  }),
  managedEnd("/invitations/:id", "Withdraw an invitation", withdrawInvitation),
  openRoute({
    method: "POST",
    path: "/invitations/look",
    summary: "Look at an invitation without accepting it",
    body: LookBody,
    response: dataOf(OfferSchema),
    async handle({ services: { reader, clock }, body: { token } }) {
      const found = isLongToken(token) ? await findListedInvitation(reader, tokenHash(token), clock()) : undefined;
      if (found === undefined) throw noInvitation();
      const reach = reachOf(found);
      const apps = reach.apps === null ? null : (await listApps(reader, reach)).map(({ name }) => name);
      return { body: presentData(JSON.stringify(presentOffer(found, apps))) };
    },
  }),
  openRoute({
    method: "POST",
    path: "/invitations/accept",
    summary: "Accept an invitation and sign in",
    body: AcceptInvitationBody,
    response: dataOf(PersonMeSchema),
    async handle({ services, request, origin, body }) {
      requirePasswordSignIn(services);
      const hash = tokenHash(body.token);
      const { reader, clock } = services;
      const invitation = isLongToken(body.token) ? await findInvitation(reader, hash, clock()) : undefined;
      // Hashing is dear: only for whoever was invited.
      if (invitation === undefined) throw noInvitation();
      const email = chooseEmail(invitation, body.email ?? null);
      requireUnlikeOwner("password", body.password, { name: body.name, email });
      const passwordHash = await hashFor(services, email, body.password);
      const held = await sessionsInBrowser(services, request);
      const inBrowser = asBrowserSessions(held);
      const confirmsByMail = services.signIn.signUp;
      const input = { hash, name: body.name, email, passwordHash, confirmsByMail, inBrowser, agent: agentOf(request) };
      const by = signedOutAuthor(undefined, origin());
      const session = await services.performer.perform(acceptInvitation, input, by);
      return { status: 201, ...(await signedIn(services, session, false, { request, held })) };
    },
  }),
];
