// What a connection must hold before anything can be sent there, and what is sent.
import type { EventType, IssueEventKind, Tool } from "../domain/connections/connection.ts";
import { TOOL_REGISTRY } from "./tool-registry.ts";

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
  const { needs } = TOOL_REGISTRY[tool];
  if (needs === null) return null;
  const lacks = (json: string, names: readonly string[]) => names.filter((name) => !holds(json, [name]));
  return [
    ...lacks(settings, needs.settings).map((name) => `settings.${name}`),
    ...lacks(credentials, needs.credentials).map((name) => `credentials.${name}`),
  ];
}

/**
 * The credential that a change would send to another address than the one it was entered for, unless it is named in the
 * change, too: else whoever may change the address could read it there. Null when there is none.
 */
export function carriedElsewhere(before: Held, after: Held, named: object): string | null {
  const { sentTo } = TOOL_REGISTRY[before.tool];
  if (sentTo === null || Object.hasOwn(named, sentTo.credential)) return null;
  const [from, to] = [before, after].map(
    ({ settings }) => (JSON.parse(settings) as Record<string, unknown>)[sentTo.setting],
  );
  return from !== to && holds(before.credentials, [sentTo.credential]) ? sentTo.credential : null;
}

function holds(json: string, names: readonly string[]): boolean {
  const held = JSON.parse(json) as object;
  return names.every((name) => Object.hasOwn(held, name));
}

/** Whether it wants to hear of this. The setting `forward` lists what; without it, everything but comments: nobody has asked for those to be published. */
export function forwardsTo(connection: Held, kind: IssueEventKind): boolean {
  if (TOOL_REGISTRY[connection.tool].forwarder === null || !canForward(connection)) return false;
  const { forward } = JSON.parse(connection.settings) as { forward?: readonly IssueEventKind[] };
  if (kind === "test") return true;
  return forward?.includes(kind) ?? kind !== "commented";
}

/** Whether it is a program that is told of events, and not a tool that is told of issues. */
export function receivesEvents({ tool }: Pick<Held, "tool">): boolean {
  return TOOL_REGISTRY[tool].publisher !== undefined;
}

/** Whether it is a program that wants to hear of this. The setting `types` lists what; without it, everything. */
export function publishesTo(connection: Held, type: EventType): boolean {
  if (!receivesEvents(connection) || !canForward(connection)) return false;
  const { types } = JSON.parse(connection.settings) as { types?: readonly EventType[] };
  return types?.includes(type) ?? true;
}
