// Who has asked for a unit of work, and in which workspace: writers take turns with those of their workspace, and workspaces with each other.
import type { Member } from "../lib/async/fair-queue.ts";

interface WriterFields {
  actor?: { keyId?: string; personId?: string; reach?: { workspaceId?: string } };
  workspaceId?: unknown;
  app?: unknown;
}

/** By an id that stays, or the app that a tool has delivered to; null for what the server does by itself. */
export function writerOf(input: unknown): Member | null {
  const { actor, app } = (input ?? {}) as WriterFields;
  const who = actor?.personId ?? actor?.keyId ?? (typeof app === "string" ? app : null);
  return who === null ? null : { who, group: workspaceOf(input) };
}

export const NO_WORKSPACE = "";

export function workspaceOf(input: unknown): string {
  const { actor, workspaceId } = (input ?? {}) as WriterFields;
  return actor?.reach?.workspaceId ?? (typeof workspaceId === "string" ? workspaceId : NO_WORKSPACE);
}
