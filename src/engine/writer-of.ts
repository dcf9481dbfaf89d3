// Who has asked for a unit of work, and in which workspace: writers take turns with those of their workspace, and workspaces with each other.
import type { Member } from "../lib/async/fair-queue.ts";

interface WriterFields {
  actor?: { keyId?: string; personId?: string; reach?: { workspaceId?: string } };
  workspaceId?: unknown;
  app?: unknown;
}

/** Who writes: an actor's id, or the app to which a tool delivers; null for the server's own work. */
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
