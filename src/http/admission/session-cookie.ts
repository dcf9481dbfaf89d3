// The cookie that holds a session's token.
import type { IncomingMessage } from "node:http";
import { SESSION_LIFE_MS } from "../../domain/limits.ts";
import { isLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { cookieOf, setCookie } from "./cookie-attributes.ts";

const NAME = "retest";

/** The hash of the token in the request's cookie; undefined if it has none. */
export function sessionHashOf(request: IncomingMessage, baseUrl: string): string | undefined {
  const token = sessionTokenOf(request, baseUrl);
  return token === undefined ? undefined : tokenHash(token);
}

export function sessionTokenOf(request: IncomingMessage, baseUrl: string): string | undefined {
  const token = cookieOf(request, baseUrl, NAME);
  return token !== undefined && isLongToken(token) ? token : undefined;
}

export function sessionCookie(baseUrl: string, token: string): string {
  return setCookie(baseUrl, NAME, token, SESSION_LIFE_MS / 1_000);
}

/** Has the browser forget the session, and whatever it has kept of our answers. */
export function signedOutHeaders(baseUrl: string, more: readonly string[] = []): Record<string, string | string[]> {
  return { "set-cookie": [setCookie(baseUrl, NAME, "", 0), ...more], "clear-site-data": '"cache"' };
}
