// What a connection must hold before anything can be sent there, and what is sent.
import type { EventType, IssueEventKind } from "../domain/connections/connection.ts";
import { toolNamed } from "./tool-registry.ts";

export interface HeldConnection {
  tool: string;
  /** The settings, an object as JSON. */
  settings: string;
  /** The credentials, an object as JSON. */
  credentials: string;
}

/** Whether issues can be sent to the tool. */
export function canForward(held: HeldConnection): boolean {
  return lackingToForward(held)?.length === 0;
}

/** Fields that are missing before anything can be sent; null for a tool that only sends. */
export function lackingToForward({ tool, settings, credentials }: HeldConnection): string[] | null {
  const { needs } = toolNamed(tool);
  if (needs === null) return null;
  const lacks = (json: string, names: readonly string[]) => names.filter((name) => !holds(json, [name]));
  return [
    ...lacks(settings, needs.settings).map((name) => `settings.${name}`),
    ...lacks(credentials, needs.credentials).map((name) => `credentials.${name}`),
  ];
}

/** Whether each of these names has a value. */
export function holds(json: string, names: readonly string[]): boolean {
  const held = JSON.parse(json) as object;
  return names.every((name) => Object.hasOwn(held, name));
}

/**
 * Whether a connection gets events of this kind: those that the setting `forward` lists, by default all but comments,
 * which nobody asked to publish.
 */
export function forwardsTo(connection: HeldConnection, kind: IssueEventKind): boolean {
  if (toolNamed(connection.tool).forwarder === null || !canForward(connection)) return false;
  const { forward } = JSON.parse(connection.settings) as { forward?: readonly IssueEventKind[] };
  if (kind === "test") return true;
  return forward?.includes(kind) ?? kind !== "commented";
}

/** Whether the tool is told of comments, and can change those it was told of. */
export function changesComments(connection: HeldConnection): boolean {
  return toolNamed(connection.tool).changesComments === true && forwardsTo(connection, "commented");
}

/** Whether it is a program that gets events, and not a tool that gets issues. */
export function receivesEvents({ tool }: Pick<HeldConnection, "tool">): boolean {
  return toolNamed(tool).publisher !== undefined;
}

/** Whether a program gets events of this type: those that the setting `types` lists, by default all. */
export function publishesTo(connection: HeldConnection, type: EventType): boolean {
  if (!receivesEvents(connection) || !canForward(connection)) return false;
  const { types } = JSON.parse(connection.settings) as { types?: readonly EventType[] };
  return types?.includes(type) ?? true;
}
