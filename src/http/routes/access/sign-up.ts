// /sign-up: a workspace of one's own, where the server lets anybody make one.
import { askToSignUp, noSignUp, signUp } from "../../../actions/workspace/sign-up.ts";
import { requireUnlikeOwner } from "../../../domain/access/password.ts";
import { readSignUpLink, signUpEmailHash } from "../../../domain/access/sign-up-link.ts";
import { Fault } from "../../../domain/fault.ts";
import { HOUR_MS } from "../../../lib/clock.ts";
import { isLongToken, tokenHash } from "../../../lib/crypto/token.ts";
import { windowAt } from "../../../lib/time-window.ts";
import { findSignUpByHash, type SignUp } from "../../../storage/access/sign-ups.ts";
import { signInScope } from "../../../storage/workspace/counters.ts";
import { LookBody } from "../../../wire/access/invitation.ts";
import { PersonMeSchema } from "../../../wire/access/person.ts";
import { AskToSignUpBody, presentSignUp, SignUpBody, SignUpSchema } from "../../../wire/access/sign-up.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { agentOf } from "../../admission/browser-of-request.ts";
import { signedOutAuthor } from "../../pipeline/audit-author.ts";
import { openRoute, type Route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";
import { asBrowserSessions, sessionsInBrowser } from "../../sign-in/browser-sessions.ts";
import { hashFor } from "../../sign-in/check-password.ts";
import { signedIn } from "../../sign-in/signed-in.ts";
import { clientAddress } from "../../transport/client-address.ts";

export const signUpRoutes: Route[] = [
  openRoute({
    method: "POST",
    path: "/sign-up",
    summary: "Ask for a mail with a link to make a workspace; the answer is the same whatever the address",
    body: AskToSignUpBody,
    response: null,
    async handle({ services, request, origin, body: { email } }) {
      requireSignUp(services);
      const network = signInScope("sign-up", tokenHash(clientAddress(request, services.trustedProxies)));
      const by = signedOutAuthor(undefined, origin());
      if (!(await services.performer.perform(askToSignUp, { email, network }, by))) throw tooMany(services.clock());
      return { status: 204, body: null };
    },
  }),
  openRoute({
    method: "POST",
    path: "/sign-up/look",
    summary: "Look at which e-mail address a link to make a workspace confirms, without using it",
    body: LookBody,
    response: dataOf(SignUpSchema),
    async handle({ services, body }) {
      requireSignUp(services);
      const { email, asked } = await requireLink(services, body.token);
      return { body: presentData(presentSignUp(email, asked)) };
    },
  }),
  openRoute({
    method: "POST",
    path: "/sign-up/use",
    summary: "Make a workspace by a link, as its first admin, and sign in",
    body: SignUpBody,
    response: dataOf(PersonMeSchema),
    async handle({ services, request, origin, body: { token, workspace, name, password } }) {
      requireSignUp(services);
      // Hashing is dear: only for whoever has a link.
      const { email, hash } = await requireLink(services, token);
      requireUnlikeOwner("password", password, { name, email });
      const passwordHash = await hashFor(services, email, password);
      const held = await sessionsInBrowser(services, request);
      const on = { inBrowser: asBrowserSessions(held), agent: agentOf(request) };
      const input = { hash, email, workspace, name, passwordHash, ...on };
      const session = await services.performer.perform(signUp, input, signedOutAuthor(undefined, origin()));
      return { status: 201, ...(await signedIn(services, session, false, { request, held })) };
    },
  }),
];

/** Throws `not_found` where nobody makes a workspace by themselves. */
function requireSignUp({ signIn }: Services): void {
  if (!signIn.signUp) throw new Fault("not_found", "On this server nobody makes a workspace by themselves.");
}

/** Throws `not_found`. */
async function requireLink({ reader, clock }: Services, text: string): Promise<Link> {
  const link = readSignUpLink(text);
  if (link === undefined || !isLongToken(link.token)) throw noSignUp();
  const { email } = link;
  const hash = tokenHash(link.token);
  const asked = await findSignUpByHash(reader, hash, clock());
  if (asked?.emailHash !== signUpEmailHash(email)) throw noSignUp();
  return { email, hash, asked };
}

interface Link {
  email: string;
  /** The hash of the token in the link. */
  hash: string;
  asked: SignUp;
}

function tooMany(now: number): Fault {
  const { secondsLeft } = windowAt(now, HOUR_MS);
  const minutes = Math.ceil(secondsLeft / 60);
  const message = `Too many requests for a workspace from this network: wait ${minutes} min and try again.`;
  return new Fault("rate_limited", message, undefined, secondsLeft);
}
