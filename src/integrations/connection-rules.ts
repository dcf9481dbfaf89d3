// What a connection must hold before anything can be sent there, and what is sent.
import type { EventType, IssueEventKind, Tool } from "../domain/connections/connection.ts";
import { TOOL_REGISTRY } from "./tool-registry.ts";

export interface HeldConnection {
  tool: Tool;
  /** An object, as JSON. */
  settings: string;
  /** An object, as JSON. */
  credentials: string;
}

/** Whether anything can be sent there. */
export function canForward(held: HeldConnection): boolean {
  return lackingToForward(held)?.length === 0;
}

/** What is still to be put in before anything can be sent there; null of a tool that is only listened to. */
export function lackingToForward({ tool, settings, credentials }: HeldConnection): string[] | null {
  const { needs } = TOOL_REGISTRY[tool];
  if (needs === null) return null;
  const lacks = (json: string, names: readonly string[]) => names.filter((name) => !holds(json, [name]));
  return [
    ...lacks(settings, needs.settings).map((name) => `settings.${name}`),
    ...lacks(credentials, needs.credentials).map((name) => `credentials.${name}`),
  ];
}

/** Whether something is entered under each of these names. */
export function holds(json: string, names: readonly string[]): boolean {
  const held = JSON.parse(json) as object;
  return names.every((name) => Object.hasOwn(held, name));
}

/** Whether it wants to hear of this. The setting `forward` lists what; without it, everything but comments: nobody has asked for those to be published. */
export function forwardsTo(connection: HeldConnection, kind: IssueEventKind): boolean {
  if (TOOL_REGISTRY[connection.tool].forwarder === null || !canForward(connection)) return false;
  const { forward } = JSON.parse(connection.settings) as { forward?: readonly IssueEventKind[] };
  if (kind === "test") return true;
  return forward?.includes(kind) ?? kind !== "commented";
}

/** Whether it is told of comments, and can change what it was told. */
export function changesComments(connection: HeldConnection): boolean {
  return TOOL_REGISTRY[connection.tool].changesComments === true && forwardsTo(connection, "commented");
}

/** Whether it is a program that is told of events, and not a tool that is told of issues. */
export function receivesEvents({ tool }: Pick<HeldConnection, "tool">): boolean {
  return TOOL_REGISTRY[tool].publisher !== undefined;
}

/** Whether it is a program that wants to hear of this. The setting `types` lists what; without it, everything. */
export function publishesTo(connection: HeldConnection, type: EventType): boolean {
  if (!receivesEvents(connection) || !canForward(connection)) return false;
  const { types } = JSON.parse(connection.settings) as { types?: readonly EventType[] };
  return types?.includes(type) ?? true;
}
