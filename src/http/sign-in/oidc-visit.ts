// A visit to the issuer: what is known of it is carried by the browser, encrypted, so that whichever server it comes back to can go on.
import type { IncomingMessage } from "node:http";
import { ISSUER_VISIT_MS } from "../../domain/limits.ts";
import type { Checks } from "../../lib/network/open-id-issuer.ts";
import { cookieOf, setCookie } from "../admission/cookie-attributes.ts";
import type { Services } from "../pipeline/services.ts";

/** One cookie holds no more than 4,096 bytes with its name and attributes: where somebody returns to may take two. */
const NAMES = ["retest-oidc", "retest-oidc-2"];
const MAX_COOKIE = 3_800;
const CONTEXT = "visit to the issuer";

export interface Visit {
  checks: Checks;
  begunAt: number;
  /** Where to go afterwards: a path of our own. */
  returnTo: string;
  /** The hash of the token of the link that somebody joins by. */
  invitation?: string;
  /** The person to be connected, and the hash of the session in which they asked for it. */
  connects?: { personId: string; workspaceId: string; session: string };
  /** Who is to show again that they are there, and the hash of the session that it counts for. */
  confirms?: { personId: string; session: string };
}

type Sealing = Pick<Services, "cipher" | "baseUrl" | "clock">;

/** As many cookies as the visit takes; those left of a longer visit are removed. */
export function visitCookies({ cipher, baseUrl }: Sealing, visit: Visit): string[] {
  const seal = (one: Visit) => cipher.encrypt(CONTEXT, JSON.stringify(one));
  const whole = seal(visit);
  // Signing in counts for more than where it was begun.
  const sealed = whole.length > NAMES.length * MAX_COOKIE ? seal({ ...visit, returnTo: "/" }) : whole;
  return NAMES.map((name, i) => {
    const piece = sealed.slice(i * MAX_COOKIE, (i + 1) * MAX_COOKIE);
    return setCookie(baseUrl, name, piece, piece === "" ? 0 : ISSUER_VISIT_MS / 1_000);
  });
}

/** Cookies that make the browser forget the visit. */
export function noVisitCookies(baseUrl: string): string[] {
  return NAMES.map((name) => setCookie(baseUrl, name, "", 0));
}

/** The visit that a browser comes back from; undefined if there is none, or it has taken too long. */
export function visitOf({ cipher, baseUrl, clock }: Sealing, request: IncomingMessage): Visit | undefined {
  const sealed = NAMES.map((name) => cookieOf(request, baseUrl, name) ?? "").join("");
  if (sealed === "") return undefined;
  const visit = open(cipher, sealed);
  return visit !== undefined && Math.abs(clock() - visit.begunAt) < ISSUER_VISIT_MS ? visit : undefined;
}

/** Anybody may send anything for a cookie. */
function open(cipher: Sealing["cipher"], sealed: string): Visit | undefined {
  try {
    return JSON.parse(cipher.decrypt(CONTEXT, sealed)) as Visit;
  } catch {
    return undefined;
  }
}
