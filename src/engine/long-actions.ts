// Which units take long enough that others who write would notice, and who asks for a unit.
import type { ActionName } from "./catalogue.ts";

/** So many are written in a few milliseconds. */
const MANY = 20;
/** A delivery whose body has more characters takes as long to write as many rows. */
const LARGE_BODY = 65_536;
/** A part of something long, made short enough that others hardly notice. */
const PARTS: ReadonlySet<ActionName> = new Set(["recordRun", "recordRunOnce"]);

/** They read or write all of an app or a section, however little they are given. */
const WHOLE: ReadonlySet<ActionName> = new Set(["importRunbook", "restoreSection"]);

interface Sizes {
  entries?: unknown[];
  checks?: unknown;
  sections?: { checks?: unknown[] }[];
  platforms?: unknown;
}

export function lengthOf(name: ActionName, input: unknown): "short" | "part" | "long" {
  if (PARTS.has(name) || hasLargeBody(input)) return "part";
  return WHOLE.has(name) || hasManyRows(name, input) ? "long" : "short";
}

/** Whether so much of it is computed here, rather than in the database, that it would hold up all requests that the same thread serves. */
export function isHeavy(name: ActionName, input: unknown): boolean {
  return name !== "receiveDelivery" && lengthOf(name, input) !== "short";
}

function hasLargeBody(input: unknown): boolean {
  const { received } = (input ?? {}) as { received?: { body?: string | null } };
  return (received?.body?.length ?? 0) > LARGE_BODY;
}

function hasManyRows(name: ActionName, input: unknown): boolean {
  const { entries, checks, sections, platforms } = (input ?? {}) as Sizes;
  // A platform more is a row more for every check.
  if (name === "changeApp") return platforms !== undefined;
  const own = (entries?.length ?? 0) + (Array.isArray(checks) ? checks.length : 0);
  const inside = Array.isArray(sections) ? sections.reduce((sum, one) => sum + (one.checks?.length ?? 0), 0) : 0;
  return own + inside > MANY;
}

/** By an id that stays, or the app that a tool has delivered to; null for what the server does by itself. */
export function askerOf(input: unknown): string | null {
  const { actor, app } = (input ?? {}) as { actor?: { keyId?: string; personId?: string }; app?: unknown };
  return actor?.personId ?? actor?.keyId ?? (typeof app === "string" ? app : null);
}
