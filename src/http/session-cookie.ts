// The cookie that holds a session's token. Over https its name has a prefix by which browsers make sure that nobody but
// this very host can have set it.
import type { IncomingMessage } from "node:http";
import { SESSION_LIFE_MS } from "../domain/session.ts";
import { isLongToken, tokenHash } from "../lib/token.ts";

const ATTRIBUTES = "Path=/; HttpOnly; SameSite=Lax";

/** The hash of the token in the request's cookie; undefined if it has none. */
export function sessionHashOf({ headers }: IncomingMessage, baseUrl: string): string | undefined {
  const prefix = `${nameOf(baseUrl)}=`;
  const pairs = headers.cookie?.split(";").map((pair) => pair.trim());
  const token = pairs?.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
  return token !== undefined && isLongToken(token) ? tokenHash(token) : undefined;
}

export function sessionCookie(baseUrl: string, token: string): Record<string, string> {
  return setCookie(baseUrl, token, SESSION_LIFE_MS / 1_000);
}

/** Has the browser forget it. */
export function noSessionCookie(baseUrl: string): Record<string, string> {
  return setCookie(baseUrl, "", 0);
}

function setCookie(baseUrl: string, value: string, maxAge: number): Record<string, string> {
  const secure = isSecure(baseUrl) ? "; Secure" : "";
  return { "set-cookie": `${nameOf(baseUrl)}=${value}; ${ATTRIBUTES}; Max-Age=${maxAge}${secure}` };
}

function nameOf(baseUrl: string): string {
  return isSecure(baseUrl) ? "__Host-retest" : "retest";
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith("https:");
}
