// Whether a connection works, as far as anybody can tell.

export const CONNECTION_STATES = ["waiting", "active", "paused", "off"] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

interface Facts {
  enabled: number;
  pausedAt: number | null;
  heardAt: number | null;
  sentAt: number | null;
}

/** A connection that nothing came or went through yet may not be set up at all: it waits, and isn't called active. */
export function connectionState({ enabled, pausedAt, heardAt, sentAt }: Facts): ConnectionState {
  if (enabled === 0) return "off";
  if (pausedAt !== null) return "paused";
  return heardAt === null && sentAt === null ? "waiting" : "active";
}
