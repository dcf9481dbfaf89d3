// A visit to the issuer: what is known of it is carried by the browser, encrypted, so that whichever server it comes back to can go on.
import type { IncomingMessage } from "node:http";
import { ISSUER_VISIT_MS } from "../../domain/limits.ts";
import type { Checks } from "../../lib/network/open-id-issuer.ts";
import type { Services } from "../pipeline/services.ts";
import { cookieOf, setCookie } from "./cookies.ts";

const NAME = "retest-oidc";
const CONTEXT = "visit to the issuer";

export interface Visit {
  checks: Checks;
  begunAt: number;
  /** Where to go afterwards: a path of our own. */
  returnTo: string;
  /** The hash of the token of the link that somebody joins by. */
  invitation?: string;
  /** Who is to be connected, and the hash of the session in which they asked for it. */
  connects?: { personId: string; workspaceId: string; session: string };
  /** Who is to show again that they are there, and the hash of the session that it counts for. */
  confirms?: { personId: string; session: string };
}

type Sealing = Pick<Services, "cipher" | "baseUrl" | "clock">;

export function visitCookie({ cipher, baseUrl }: Sealing, visit: Visit): string {
  return setCookie(baseUrl, NAME, cipher.encrypt(CONTEXT, JSON.stringify(visit)), ISSUER_VISIT_MS / 1_000);
}

/** Has the browser forget it. */
export function noVisitCookie(baseUrl: string): string {
  return setCookie(baseUrl, NAME, "", 0);
}

/** The visit that a browser comes back from; undefined if there is none, or it has taken too long. */
export function visitOf({ cipher, baseUrl, clock }: Sealing, request: IncomingMessage): Visit | undefined {
  const sealed = cookieOf(request, baseUrl, NAME);
  if (!sealed) return undefined;
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
