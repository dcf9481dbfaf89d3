// What the inputs of actions call the thing they are about, and whoever asks for it.
export interface Subject {
  actor?: { reach: { workspaceId: string } };
  /** In place of an actor, where that is a tool. */
  workspaceId?: string;
  app?: unknown;
  id?: unknown;
}

export function subjectOf(input: unknown): Subject {
  return input ?? {};
}
