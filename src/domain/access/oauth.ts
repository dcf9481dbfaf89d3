// The rules by which an assistant is let in by a person (OAuth 2.1): where it may be sent back to, what it has to prove, how long it stays.
import { createHash } from "node:crypto";
import { visibleLine } from "../../lib/text/visible-text.ts";
import { MAX_CLIENT_NAME, MAX_REDIRECT } from "../limits/oauth-limits.ts";
import { hasRole, type Reach, ROLES, type Role, reaches } from "./grant.ts";

export const MCP_RESOURCE_PATH = "/mcp";
/** Where an assistant finds out who lets it in there (RFC 9728). */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";

/** Whether the resource that a client asks for (RFC 8707) is this server: there is no other here. */
export function isResource(baseUrl: string, given: string): boolean {
  return URL.canParse(given) && new URL(given).href === new URL(baseUrl + MCP_RESOURCE_PATH).href;
}

/** What a page could be made of, or what is no program's. */
const NO_PROGRAMS = new Set(
  [
    ...["javascript", "data", "blob", "file", "filesystem", "about", "vbscript", "ftp", "ws", "wss", "jar"],
    // A browser's own pages, and what starts another program with whatever the address says.
    ...["chrome", "edge", "resource", "view-source", "intent", "search", "search-ms", "mailto", "tel", "sms"],
  ].map((scheme) => `${scheme}:`),
);
/** Schemes with which Windows starts its own tools. */
const SYSTEM_TOOL = /^ms-/;
const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** What is wrong with an address that a client wants to be sent back to; null: nothing. */
export function redirectProblem(text: string): string | null {
  if (text.length > MAX_REDIRECT || !URL.canParse(text) || /[\p{Cc}\s\\]/u.test(text)) return "is not an address";
  const { protocol, username, password, hash } = new URL(text);
  if (hash !== "" || text.includes("#")) return "has a fragment";
  if (username !== "" || password !== "") return "names a user";
  if (NO_PROGRAMS.has(protocol) || SYSTEM_TOOL.test(protocol)) return "is not the address of a program";
  if (protocol === "http:" && !isOnSameMachine(text))
    return "must be https, unless it is on the same machine (127.0.0.1, [::1], localhost)";
  return null;
}

function isOnSameMachine(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === "http:" && LOOPBACK.has(hostname);
}

/**
 * The address must match to the letter, but a program on the person's own machine may listen on any port (RFC 8252).
 */
export function isRegistered(registered: readonly string[], given: string): boolean {
  if (registered.includes(given)) return true;
  if (redirectProblem(given) !== null || !isOnSameMachine(given)) return false;
  return registered.some((one) => isOnSameMachine(one) && withoutPort(one) === withoutPort(given));
}

function withoutPort(text: string): string {
  const url = new URL(text);
  url.port = "";
  return url.href;
}

/** Where a person is sent back to, with what the client is told. */
export function returnAddress(redirect: string, told: Record<string, string | undefined>): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(told)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}

export function isChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Whether the client that has the code is the one that asked for it (RFC 7636, S256). */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return createHash("sha256").update(verifier).digest("base64url") === challenge;
}

/** The name that a client gives itself, on one line and without invisible characters. */
export function clientName(given: string | undefined, redirect: string): string {
  const name = visibleLine(given ?? "")
    .slice(0, MAX_CLIENT_NAME)
    .toWellFormed()
    .trim();
  return name === "" ? `Assistant at ${redirectPlace(redirect)}` : name;
}

/** The place that an address leads to, as people are shown it. */
export function redirectPlace(redirect: string): string {
  const { protocol, host } = new URL(redirect);
  if (isOnSameMachine(redirect)) return "this computer";
  return protocol === "https:" ? host : `an app on this device (${protocol})`;
}

/** The role that a client asks for; null if it names none, or several: most ask for all that there are without a need of their own. */
export function roleAsked(scope: string | undefined): Role | null {
  const words = new Set((scope ?? "").split(" "));
  const asked = ROLES.filter((role) => words.has(role));
  return asked.length === 1 ? asked[0]! : null;
}

/** Whether somebody may still give what they once gave: who has less now has taken it back. */
export function covers(person: { role: Role; reach: Reach }, given: { role: Role; reach: Reach }): boolean {
  if (!hasRole(person.role, given.role)) return false;
  const { workspaceId } = given.reach;
  if (given.reach.apps === null) return person.reach.apps === null;
  return given.reach.apps.every((id) => reaches(person.reach, { workspaceId, id }));
}
