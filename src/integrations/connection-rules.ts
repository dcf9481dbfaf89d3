// What a connection must hold before anything can be sent there, and what is sent.
import { HAPPENINGS, type HappeningKind, type Tool } from "../domain/connections/connection.ts";

/** What a connection must hold before anything can be sent there; tools without an entry are only listened to. */
const NEEDED: Partial<Record<Tool, { credentials: string[]; settings: string[] }>> = {
  slack: { credentials: ["webhook_url"], settings: [] },
  teams: { credentials: ["workflow_url"], settings: [] },
  github: { credentials: ["token"], settings: ["repository"] },
  jira: { credentials: ["email", "api_token"], settings: ["site_url", "project"] },
  linear: { credentials: ["api_key"], settings: ["team"] },
};

interface Held {
  tool: Tool;
  /** JSON. */
  settings: string;
  /** JSON. */
  credentials: string;
}

/** Whether anything can be sent there. */
export function canForward(held: Held): boolean {
  return lackingToForward(held)?.length === 0;
}

/** What is still to be put in before anything can be sent there; null of a tool that is only listened to. */
export function lackingToForward({ tool, settings, credentials }: Held): string[] | null {
  const needed = NEEDED[tool];
  if (needed === undefined) return null;
  const lacks = (json: string, names: readonly string[]) => names.filter((name) => !holds(json, [name]));
  return [
    ...lacks(settings, needed.settings).map((name) => `settings.${name}`),
    ...lacks(credentials, needed.credentials).map((name) => `credentials.${name}`),
  ];
}

/** Where a setting says to which address a credential is sent. */
const SENT_TO: Partial<Record<Tool, { setting: string; credential: string }>> = {
  github: { setting: "api_url", credential: "token" },
  jira: { setting: "site_url", credential: "api_token" },
  linear: { setting: "api_url", credential: "api_key" },
};

/**
 * The credential that a change would send to another address than the one it was entered for, unless it is named in the
 * change, too: else whoever may change the address could read it there. Null when there is none.
 */
export function carriedElsewhere(before: Held, after: Held, named: object): string | null {
  const sent = SENT_TO[before.tool];
  if (sent === undefined || Object.hasOwn(named, sent.credential)) return null;
  const [from, to] = [before, after].map(
    ({ settings }) => (JSON.parse(settings) as Record<string, unknown>)[sent.setting],
  );
  return from !== to && holds(before.credentials, [sent.credential]) ? sent.credential : null;
}

function holds(json: string, names: readonly string[]): boolean {
  const held = JSON.parse(json) as object;
  return names.every((name) => Object.hasOwn(held, name));
}

/** Whether it wants to hear of this. The setting `forward` lists what; without it everything is. */
export function forwardsTo(connection: Held, kind: HappeningKind): boolean {
  if (!canForward(connection)) return false;
  const { forward = HAPPENINGS } = JSON.parse(connection.settings) as { forward?: readonly HappeningKind[] };
  return kind === "test" || forward.includes(kind);
}
