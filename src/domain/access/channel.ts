// Channels: the ways in which people and tools act, what a name gets there (" via Slack"), and what an issue records of it (`chat_a`).

/** The channels that are no tool's, with the words that a name gets there. */
export const OWN_CHANNEL_SUFFIX = {
  api: " via API",
  mcp: " via MCP",
  webhook: " via webhook",
  pull_request: " via pull request",
  interface: "",
  system: "",
} as const;
type OwnChannel = keyof typeof OWN_CHANNEL_SUFFIX;

/** A connected tool as a channel: all that the rules know of one. */
export interface ToolChannel {
  /** Its name in the list of tools. */
  tool: string;
  suffix: string;
  via: Via;
}

/** The channels through which people and tools act. */
export type Channel = OwnChannel | ToolChannel;

/** The channel an issue records; null for the own interface. */
export type Via = "api" | "webhook" | "chat_a" | "chat_b" | "tracker" | null;

const VIA: Partial<Record<OwnChannel, NonNullable<Via>>> = { api: "api", mcp: "api", webhook: "webhook" };

export function viaOf({ channel }: { channel: Channel }): Via {
  return typeof channel === "string" ? (VIA[channel] ?? null) : channel.via;
}

export function channelName(channel: Channel): string {
  return typeof channel === "string" ? channel : channel.tool;
}

/** What a name gets there. */
export function suffixOf(channel: Channel): string {
  return typeof channel === "string" ? OWN_CHANNEL_SUFFIX[channel] : channel.suffix;
}
