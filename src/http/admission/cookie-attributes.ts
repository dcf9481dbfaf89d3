// Cookies of our own. Over https their names have a prefix by which browsers make sure that nobody but this very host can
// have set them.
import type { IncomingMessage } from "node:http";

const ATTRIBUTES = "Path=/; HttpOnly; SameSite=Lax";

export function cookieOf({ headers }: IncomingMessage, baseUrl: string, name: string): string | undefined {
  const prefix = `${nameAt(baseUrl, name)}=`;
  const pairs = headers.cookie?.split(";").map((pair) => pair.trim());
  return pairs?.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
}

/** The value of `Set-Cookie`; `maxAge` in seconds, 0 has the browser forget it. */
export function setCookie(baseUrl: string, name: string, value: string, maxAge: number): string {
  const secure = isSecure(baseUrl) ? "; Secure" : "";
  return `${nameAt(baseUrl, name)}=${value}; ${ATTRIBUTES}; Max-Age=${maxAge}${secure}`;
}

function nameAt(baseUrl: string, name: string): string {
  return isSecure(baseUrl) ? `__Host-${name}` : name;
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith("https:");
}
