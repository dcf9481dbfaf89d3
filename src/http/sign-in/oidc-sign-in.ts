// Sends people to the issuer, and takes them in, or back with the reason, when they return.
import type { IncomingMessage } from "node:http";
import { linkIdentity } from "../../actions/access/link-identity.ts";
import { confirmSession } from "../../actions/access/show-factor.ts";
import { failSignIn } from "../../actions/access/sign-in.ts";
import { claimReturn, signInWithIdentity } from "../../actions/access/sign-in-with-identity.ts";
import {
  askingAgain,
  type Claims,
  hasSignedInSince,
  type SignInRefusal,
  saysVerified,
} from "../../domain/access/identity.ts";
import { isSessionAlive } from "../../domain/access/sign-in-rules.ts";
import { MAX_RETURN_PATH } from "../../domain/limits.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import { tokenHash } from "../../lib/crypto/token.ts";
import { IssuerError, type IssuerFailure, type IssuerWord } from "../../lib/network/open-id-issuer.ts";
import { ownPath } from "../../lib/network/own-path.ts";
import { type FoundSession, findSession } from "../../storage/access/sessions.ts";
import { findFirstWorkspace } from "../../storage/workspace/workspaces.ts";
import { personName } from "../../wire/access/person-name.ts";
import { personEmail } from "../../wire/fields.ts";
import { agentOf } from "../admission/browser-of-request.ts";
import { sessionCookie, sessionHashOf } from "../admission/session-cookie.ts";
import type { Services, SignInWays } from "../pipeline/services.ts";
import { asBrowserSessions, choiceCookie, sessionsInBrowser } from "./browser-sessions.ts";
import { noVisitCookies, type Visit, visitCookies, visitOf } from "./oidc-visit.ts";
import { signedInCookies } from "./signed-in.ts";

/** Where somebody is sent, and what their browser is to keep. */
export interface Sent {
  location: string;
  cookies: string[];
}

type Oidc = NonNullable<SignInWays["oidc"]>;
type Purpose = Pick<Visit, "invitation" | "connects" | "confirms"> & { returnTo: string };

/** A browser that the issuer has sent back: what it was sent there for, what it asks for now, and who that is in the audit log. */
interface Return {
  oidc: Oidc;
  visit: Visit;
  request: IncomingMessage;
  by: Author;
}

const REASONS: Record<IssuerFailure, SignInRefusal> = {
  away: "issuer_away",
  refused: "issuer_refused",
  wrong: "not_believed",
};

/** Sends the browser to the issuer, or says why not. */
export async function sendToIssuer(
  services: Services,
  { issuer }: Oidc,
  { returnTo, ...purpose }: Purpose,
  by: Author,
): Promise<Sent | SignInRefusal> {
  try {
    const { location, checks } = await issuer.begin(purpose.confirms === undefined ? {} : askingAgain(issuer.url));
    const visit = { checks, begunAt: services.clock(), returnTo: ownPath(returnTo, MAX_RETURN_PATH), ...purpose };
    return { location, cookies: visitCookies(services, visit) };
  } catch (error) {
    return reasonOf(services, error, by);
  }
}

/** Takes the browser back from the issuer: to where it was going, or to a page that says why not. */
export async function takeFromIssuer(
  services: Services,
  oidc: Oidc,
  request: IncomingMessage,
  by: Author,
): Promise<Sent> {
  const visit = visitOf(services, request);
  const came = await comeBack(services, { oidc, visit, request, by });
  const cookies = noVisitCookies(services.baseUrl);
  if (typeof came !== "string") return { location: came.location, cookies: [...cookies, ...came.cookies] };
  return { location: refusedAt(came, visit?.connects !== undefined || visit?.confirms !== undefined), cookies };
}

/** The address of the page that says why. */
export function refusedAt(reason: SignInRefusal, isSignedIn = false): string {
  return `${isSignedIn ? "/account" : "/sign-in"}?refused=${reason}`;
}

/** The browser may have come without a visit, or with one that is over. */
async function comeBack(
  services: Services,
  { oidc, visit, request, by }: Omit<Return, "visit"> & { visit: Visit | undefined },
): Promise<Sent | SignInRefusal> {
  const search = new URL(request.url ?? "", services.baseUrl).search;
  if (visit === undefined || new URLSearchParams(search).get("state") !== visit.checks.state) {
    services.onRefusedIdentity("expired", by);
    return "expired";
  }
  const refuse = async (reason: SignInRefusal) => {
    services.onRefusedIdentity(reason, by);
    await services.performer.perform(failSignIn, { purpose: "oidc" }, by);
    return reason;
  };
  const { state } = visit.checks;
  const isFirst = await services.performer.perform(claimReturn, { hash: tokenHash(state), begunAt: visit.begunAt });
  if (!isFirst) return refuse("used");
  let word: IssuerWord;
  try {
    word = await oidc.issuer.finish(search, visit.checks);
  } catch (error) {
    const reason = reasonOf(services, error, by);
    if (reason === "not_believed") await services.performer.perform(failSignIn, { purpose: "oidc" }, by);
    return reason;
  }
  const came = await take(services, { oidc, visit, request, by }, word);
  return typeof came === "string" ? refuse(came) : { location: visit.returnTo, cookies: came };
}

/** What the visit was for. Gives the cookies that come of it, or why it was in vain. */
function take(services: Services, back: Return, word: IssuerWord): Promise<string[] | SignInRefusal> {
  const { connects, confirms } = back.visit;
  if (connects !== undefined) return connect(services, back, word, connects);
  if (confirms !== undefined) return confirm(services, back, word, confirms);
  return signIn(services, back, word);
}

/** The cookies of the session, or why there is none. */
async function signIn(
  services: Services,
  { oidc, visit, request, by }: Return,
  word: IssuerWord,
): Promise<string[] | SignInRefusal> {
  const { reader, performer } = services;
  const claims = claimsOf(word);
  const { id: firstWorkspaceId } = (await findFirstWorkspace(reader))!;
  const held = await sessionsInBrowser(services, request);
  const outcome = await performer.perform(
    signInWithIdentity,
    {
      firstWorkspaceId,
      anybodyInvites: services.signIn.signUp,
      claims,
      name: nameFrom(word.said, claims.email),
      invitation: visit.invitation ?? null,
      join: oidc.join,
      vouched: { by: "oidc", for: null },
      inBrowser: asBrowserSessions(held),
      agent: agentOf(request),
    },
    by,
  );
  if ("refused" in outcome) return outcome.refused;
  if ("choices" in outcome) return [choiceCookie(services.baseUrl, outcome.token)];
  return signedInCookies(services, outcome, { request, held });
}

/** Connects an identity, only in the session that asked for it: nobody is connected by having been sent here. */
async function connect(
  services: Services,
  { request, by }: Return,
  { issuer, subject }: IssuerWord,
  { workspaceId, ...asked }: NonNullable<Visit["connects"]>,
): Promise<string[] | SignInRefusal> {
  const session = await sameSession(services, asked, request);
  if (session === undefined) return "session_over";
  const { personId, name } = session;
  const input = { workspaceId, personId, identity: { issuer, subject } };
  return (await services.performer.perform(linkIdentity, input, { ...by, id: personId, name })) ?? [];
}

/** Confirms who sits there, only in the session that asked for it; for people without a password. */
async function confirm(
  services: Services,
  { visit, request, by }: Return,
  { issuer, subject, authTime }: IssuerWord,
  asked: NonNullable<Visit["confirms"]>,
): Promise<string[] | SignInRefusal> {
  const session = await sameSession(services, asked, request);
  if (session === undefined) return "session_over";
  if (!hasSignedInSince(visit.begunAt, authTime)) return "not_again";
  const { personId, name, hash } = session;
  const shown = { kind: "identity", identity: { issuer, subject } } as const;
  const input = { personId, hash, shown, attempt: [] };
  const token = await services.performer.perform(confirmSession, input, { ...by, id: personId, name });
  return token === null ? "not_you" : [sessionCookie(services.baseUrl, token)];
}

/** The session in which something was asked for, if the browser still has it. */
async function sameSession(
  { reader, baseUrl, clock }: Services,
  { personId, session: hash }: { personId: string; session: string },
  request: IncomingMessage,
): Promise<FoundSession | undefined> {
  const session = sessionHashOf(request, baseUrl) === hash ? await findSession(reader, hash) : undefined;
  return session?.personId === personId && isSessionAlive(session, clock()) ? session : undefined;
}

/** Throws what is no failure of the issuer's. */
function reasonOf({ onRefusedIdentity }: Services, error: unknown, by: Author): SignInRefusal {
  if (!(error instanceof IssuerError)) throw error;
  const reason = REASONS[error.why];
  onRefusedIdentity(reason, by, error.code);
  return reason;
}

function claimsOf({ issuer, subject, said }: IssuerWord): Claims {
  const email = personEmail.safeParse(said.email);
  return { issuer, subject, email: email.data ?? null, isVerified: email.success && saysVerified(issuer, said) };
}

/** The first that can be a person's name here. */
export function nameFrom(said: Record<string, unknown>, email: string | null): string {
  const parts = [said.given_name, said.family_name].filter((part) => typeof part === "string").join(" ");
  const candidates = [said.name, parts, said.preferred_username, email?.split("@")[0], email];
  const names = candidates.map((one) => personName.safeParse(one)).filter(({ success }) => success);
  return names[0]?.data ?? "New person";
}
