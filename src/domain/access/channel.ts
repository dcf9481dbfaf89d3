// Channels: the ways in which people and tools act, what a name gets there (" via Slack"), and what an issue records of it (`chat_a`).

/** The channels through which people and tools act, with the words that a name gets there. */
export const CHANNEL_SUFFIX = {
  api: " via API",
  mcp: " via MCP",
  webhook: " via webhook",
  slack: " via Slack",
  teams: " via Teams",
  sentry: " via Sentry",
  "sentry-sdk": " via Sentry SDK",
  github: " via GitHub",
  gitlab: " via GitLab",
  gitea: " via Gitea",
  jira: " via Jira",
  "jira-data-center": " via Jira",
  linear: " via Linear",
  pull_request: " via pull request",
  interface: "",
  system: "",
} as const;
export type Channel = keyof typeof CHANNEL_SUFFIX;

/** The channel an issue records; null for the own interface. */
export type Via = "api" | "webhook" | "chat_a" | "chat_b" | "tracker" | null;

const VIA: Partial<Record<Channel, NonNullable<Via>>> = {
  api: "api",
  mcp: "api",
  webhook: "webhook",
  slack: "chat_a",
  teams: "chat_b",
  sentry: "tracker",
  "sentry-sdk": "tracker",
};

export function viaOf({ channel }: { channel: Channel }): Via {
  return VIA[channel] ?? null;
}
