// The sessions that one browser has: the one that it is in, in the cookie that every request is admitted by, and those of the same person in other
// workspaces, in a cookie that is only read to go there.
import type { IncomingMessage } from "node:http";
import type { BrowserSession } from "../../actions/access/sign-in.ts";
import { isSessionAlive, type OpenAccount, SIGN_IN_CHOICE_MS, staysBeside } from "../../domain/access/sign-in-rules.ts";
import { MAX_SIGNED_IN, SESSION_LIFE_MS } from "../../domain/limits.ts";
import { isLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { type FoundSession, listSessions } from "../../storage/access/sessions.ts";
import { cookieOf, setCookie } from "../admission/cookie-attributes.ts";
import { sessionTokenOf } from "../admission/session-cookie.ts";
import type { Services } from "../pipeline/services.ts";

const OTHERS = "retest-others";
const CHOICE = "retest-choice";

/** A session of the browser with its token, which leaves here only as a cookie. */
export interface HeldSession extends FoundSession {
  token: string;
  isCurrent: boolean;
}

/** The browser's sessions, also expired ones: those are ended at the next sign-in. */
export async function sessionsInBrowser(
  { reader, baseUrl }: Services,
  request: IncomingMessage,
): Promise<HeldSession[]> {
  const current = sessionTokenOf(request, baseUrl);
  const tokens = [...(current === undefined ? [] : [current]), ...otherTokens(request, baseUrl)];
  if (tokens.length === 0) return [];
  const byHash = new Map(tokens.map((token) => [tokenHash(token), token]));
  const found = await listSessions(reader, [...byHash.keys()]);
  return found.map((session) => {
    const token = byHash.get(session.hash)!;
    return { ...session, token, isCurrent: token === current };
  });
}

/** Sessions in the form that actions take. */
export function asBrowserSessions(held: readonly HeldSession[]): BrowserSession[] {
  return held.map(({ hash, email, workspaceId }) => ({ hash, email, workspaceId }));
}

/** The cookie of those that stay when `opened` is the one that the browser is in; none where there is nothing to say. */
export function othersCookies(
  { baseUrl, clock }: Pick<Services, "baseUrl" | "clock">,
  request: IncomingMessage,
  held: readonly HeldSession[],
  opened: OpenAccount,
): string[] {
  const now = clock();
  const kept = held.filter((one) => staysBeside(one, opened) && isSessionAlive(one, now)).map(({ token }) => token);
  if (kept.length === 0) return noOthersCookies(request, baseUrl);
  return [setCookie(baseUrl, OTHERS, kept.slice(0, MAX_SIGNED_IN).join("."), SESSION_LIFE_MS / 1_000)];
}

/** Has the browser forget the others, if it has any. */
function noOthersCookies(request: IncomingMessage, baseUrl: string): string[] {
  return cookieOf(request, baseUrl, OTHERS) === undefined ? [] : [setCookie(baseUrl, OTHERS, "", 0)];
}

export function choiceCookie(baseUrl: string, token: string): string {
  return setCookie(baseUrl, CHOICE, token, SIGN_IN_CHOICE_MS / 1_000);
}

/** Has the browser forget what a sign-in was right for. */
export function noChoiceCookie(baseUrl: string): string[] {
  return [setCookie(baseUrl, CHOICE, "", 0)];
}

/** The hash of the token that lets the browser open accounts for which a sign-in was right; undefined without one. */
export function choiceHashOf(request: IncomingMessage, baseUrl: string): string | undefined {
  const token = cookieOf(request, baseUrl, CHOICE);
  return token !== undefined && isLongToken(token) ? tokenHash(token) : undefined;
}

/** What a browser must forget beside its session when it signs out; nothing where it has nothing. */
export function noBrowserCookies(request: IncomingMessage, baseUrl: string): string[] {
  const hasChoice = cookieOf(request, baseUrl, CHOICE) !== undefined;
  return [...noOthersCookies(request, baseUrl), ...(hasChoice ? noChoiceCookie(baseUrl) : [])];
}

/** The sessions and choices that end when the browser signs out. */
export function endedWith(request: IncomingMessage, baseUrl: string, sessionHash: string) {
  const hashes = [sessionHash, ...otherTokens(request, baseUrl).map(tokenHash)];
  return { hashes, choice: choiceHashOf(request, baseUrl) ?? null };
}

function otherTokens(request: IncomingMessage, baseUrl: string): string[] {
  return (cookieOf(request, baseUrl, OTHERS) ?? "").split(".").slice(0, MAX_SIGNED_IN).filter(isLongToken);
}
