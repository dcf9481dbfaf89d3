// /sign-in, /session/proxy, /session/confirm/issuer, /invitations/accept-with-oidc, /me/sign-in, /me/identities and /people/:id/identities:
// signing in by the word of an issuer or a proxy.
import * as z from "zod";
import { wrongPassword } from "../../../actions/access/change-person.ts";
import { noInvitation } from "../../../actions/access/invite-person.ts";
import { unlinkIdentities } from "../../../actions/access/link-identity.ts";
import { failSignIn, passSignIn } from "../../../actions/access/sign-in.ts";
import { signInWithIdentity } from "../../../actions/access/sign-in-with-identity.ts";
import { PROXY_ISSUER, proxyRefusal, SIGN_IN_REFUSALS } from "../../../domain/access/identity.ts";
import { Fault } from "../../../domain/fault.ts";
import { isLongToken, tokenHash } from "../../../lib/crypto/token.ts";
import { findEmailLink } from "../../../storage/access/email-links.ts";
import { listIdentitiesOf } from "../../../storage/access/identities.ts";
import { findInvitation } from "../../../storage/access/invitations.ts";
import { getPerson } from "../../../storage/access/people.ts";
import { findFirstWorkspace } from "../../../storage/workspace/workspaces.ts";
import { LookBody } from "../../../wire/access/invitation.ts";
import { PersonMeSchema } from "../../../wire/access/person.ts";
import {
  ConnectBody,
  OwnSignInSchema,
  presentOwnSignIn,
  SentToIssuerSchema,
  SignInWaysSchema,
} from "../../../wire/access/sign-in.ts";
import { WorkspaceChoiceSchema } from "../../../wire/access/workspace-choice.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { agentOf } from "../../admission/browser-of-request.ts";
import { proxyUser, readProxyUser } from "../../admission/proxy-user.ts";
import { signedOutAuthor } from "../../pipeline/audit-author.ts";
import { type Call, openRoute, personRoute, type Reply, type Route } from "../../pipeline/route.ts";
import { asBrowserSessions, sessionsInBrowser } from "../../sign-in/browser-sessions.ts";
import { checkOwnPassword } from "../../sign-in/check-password.ts";
import { nameFrom, sendToIssuer } from "../../sign-in/oidc-sign-in.ts";
import { signedIn } from "../../sign-in/signed-in.ts";
import { managedEnd } from "./admin-list.ts";
import { choosing } from "./choose-workspace.ts";

type Purpose = Parameters<typeof sendToIssuer>[2];
type OpenCall = Pick<Call, "services" | "request" | "origin">;

export const signInWayRoutes: Route[] = [
  openRoute({
    method: "GET",
    path: "/sign-in",
    summary: "List the ways to sign in",
    response: dataOf(SignInWaysSchema),
    async handle({ services, request }) {
      const { password, oidc, signUp: sign_up } = services.signIn;
      const email = proxyUser(services, request);
      const ways = {
        password,
        sign_up,
        oidc: oidc && { name: oidc.name },
        proxy: email === undefined ? null : { email },
      };
      return { body: presentData(JSON.stringify(ways)) };
    },
  }),
  openRoute({
    method: "POST",
    path: "/session/proxy",
    summary: "Sign in as whom a trusted proxy names",
    response: dataOf(z.union([PersonMeSchema, WorkspaceChoiceSchema])),
    handle: signInByProxy,
  }),
  openRoute({
    method: "POST",
    path: "/invitations/accept-with-oidc",
    summary: "Accept an invitation by signing in with the issuer",
    body: LookBody,
    response: dataOf(SentToIssuerSchema),
    async handle(call) {
      const { reader, clock } = call.services;
      const { token } = call.body;
      const invitation = isLongToken(token) ? await findInvitation(reader, tokenHash(token), clock()) : undefined;
      if (invitation === undefined) throw noInvitation();
      return goToIssuer(call, { returnTo: "/", invitation: tokenHash(token) });
    },
  }),
  personRoute({
    method: "GET",
    path: "/me/sign-in",
    summary: "Get the ways in which you sign in",
    role: "viewer",
    beforeFactor: true,
    response: dataOf(OwnSignInSchema),
    async handle({ services: { reader, clock }, actor }) {
      const person = await getPerson(reader, actor.reach.workspaceId, actor.personId);
      const identities = await listIdentitiesOf(reader, person.id);
      const link = await findEmailLink(reader, person.id, clock());
      return { body: presentData(JSON.stringify(presentOwnSignIn(person, identities, link))) };
    },
  }),
  personRoute({
    method: "POST",
    path: "/me/identities",
    summary: "Connect your account to who you are at the issuer; it takes the password",
    role: "viewer",
    body: ConnectBody,
    response: dataOf(SentToIssuerSchema),
    async handle(call) {
      const { actor, body, services } = call;
      const { person, attempt } = await checkOwnPassword(call, "identity_link", body.current_password);
      if (person === null) throw wrongPassword();
      await services.performer.perform(passSignIn, attempt);
      const { workspaceId } = actor.reach;
      const connects = { personId: actor.personId, workspaceId, session: actor.sessionHash };
      return goToIssuer(call, { returnTo: "/account", connects });
    },
  }),
  personRoute({
    method: "POST",
    path: "/session/confirm/issuer",
    summary: "Sign in again with the issuer, to change what you sign in with",
    role: "viewer",
    beforeFactor: true,
    response: dataOf(SentToIssuerSchema),
    handle: (call) => {
      const { personId, sessionHash: session } = call.actor;
      return goToIssuer(call, { returnTo: "/account", confirms: { personId, session } });
    },
  }),
  managedEnd("/people/:id/identities", "Disconnect a person from who they are at the issuer", unlinkIdentities),
];

/** Throws `not_found` where there is no issuer, `unavailable` while it can't be used. */
async function goToIssuer(call: OpenCall, purpose: Purpose): Promise<Reply> {
  const { services } = call;
  const { oidc } = services.signIn;
  if (oidc === null) throw new Fault("not_found", "This server has no issuer to sign in with.");
  const sent = await sendToIssuer(services, oidc, purpose, signedOutAuthor(undefined, call.origin()));
  if (typeof sent === "string") throw new Fault("unavailable", SIGN_IN_REFUSALS[sent]);
  const { location, cookies } = sent;
  return { body: presentData(JSON.stringify({ location })), headers: { "set-cookie": cookies } };
}

/** Throws `unauthorized` where no proxy is believed, `forbidden` for somebody who has no account here. */
async function signInByProxy(call: OpenCall): Promise<Reply> {
  const { services, request } = call;
  const email = readProxyUser(services, request);
  if (email === undefined) throw new Fault("unauthorized", "No proxy that this server trusts says who you are.");
  if (email === null) throw new Fault("unauthorized", "The proxy must name you by one e-mail address, and once.");
  const by = signedOutAuthor(undefined, call.origin());
  const held = await sessionsInBrowser(services, request);
  const outcome = await services.performer.perform(
    signInWithIdentity,
    {
      firstWorkspaceId: (await findFirstWorkspace(services.reader))!.id,
      anybodyInvites: services.signIn.signUp,
      claims: { issuer: PROXY_ISSUER, subject: email, email, isVerified: true },
      name: nameFrom({}, email),
      invitation: null,
      join: null,
      vouched: { by: "proxy", for: email },
      inBrowser: asBrowserSessions(held),
      agent: agentOf(request),
    },
    by,
  );
  if ("refused" in outcome) {
    services.onRefusedIdentity(outcome.refused, by);
    await services.performer.perform(failSignIn, { purpose: "proxy" }, by);
    throw new Fault("forbidden", proxyRefusal(outcome.refused));
  }
  // A second factor is up to whoever has signed them in.
  if ("choices" in outcome) return choosing(services.baseUrl, outcome);
  return signedIn(services, outcome, true, { request, held });
}
