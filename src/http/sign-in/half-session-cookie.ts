// The cookie of a sign-in of which only the password is done. It is another one than a session's, so no route takes it for that.
import type { IncomingMessage } from "node:http";
import { noHalfSession } from "../../domain/access/second-factor.ts";
import { HALF_SESSION_MINUTES } from "../../domain/limits.ts";
import { isLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { findHalfSession, type HalfSession } from "../../storage/access/half-sessions.ts";
import { cookieOf, setCookie } from "../admission/cookie-attributes.ts";
import type { Services } from "../pipeline/services.ts";

const NAME = "retest-half";

/** Throws `unauthorized`. */
export async function requireHalfSession(services: Services, request: IncomingMessage): Promise<HalfSession> {
  const { reader, baseUrl, clock } = services;
  const token = cookieOf(request, baseUrl, NAME);
  const found =
    token !== undefined && isLongToken(token) ? await findHalfSession(reader, tokenHash(token), clock()) : undefined;
  if (found === undefined) throw noHalfSession();
  return found;
}

export function halfSessionCookie(baseUrl: string, token: string): string {
  return setCookie(baseUrl, NAME, token, HALF_SESSION_MINUTES * 60);
}

export function noHalfSessionCookie(baseUrl: string): string {
  return setCookie(baseUrl, NAME, "", 0);
}
