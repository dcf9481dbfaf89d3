// Who did something, as the product shows it.
import { lookOf } from "../../lib/text/visible-text.ts";
import type { Grant } from "./grant.ts";

/** The channels through which people and tools act, with the words that a name gets there. */
const SUFFIX = {
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
export type Channel = keyof typeof SUFFIX;

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

/** Somebody with a grant, acting through a channel. Plain data: it travels with the input of an action. */
export interface Actor extends Grant {
  name: string;
  channel: Channel;
  /** The id of the person who acted: two people may have the same name. */
  personId?: string;
  /** The connection through which a connected tool acted, so that the tool isn't told of its own change. */
  connectionId?: string;
}

/** `<name> via API` for a key; a person's plain name in the interface; `Webhook` or `Sentry` where nobody is named. */
export function actorLabel({ name, channel }: Pick<Actor, "name" | "channel">): string {
  if (name !== "") return name + SUFFIX[channel];
  return channel === "webhook" ? "Webhook" : SUFFIX[channel].slice(" via ".length);
}

/** How an issue names who raised it: the reporter outside the team, if one is given, else the actor. */
export function raisedBy(actor: Actor, reporter: { name: string } | null): string {
  return reporter === null ? actorLabel(actor) : reporter.name + SUFFIX[actor.channel];
}

export function viaOf(actor: Actor): Via {
  return VIA[actor.channel] ?? null;
}

/** What follows " via " when something else than a person in the interface acted, as `lookOf` has it. */
const CHANNEL_LOOKS = Object.values(SUFFIX)
  .filter((suffix) => suffix !== "")
  .map((suffix) => lookOf(suffix.slice(" via ".length)));
/** Names that mean something by themselves, without anybody's name. */
const NOBODY = [...CHANNEL_LOOKS, ...["command line", "system", "unknown"].map(lookOf)];
const ENDS_LIKE_TOOL = new RegExp(
  `(?:^|[^\\p{L}\\p{N}])${lookOf("via")}[^\\p{L}\\p{N}]+(?:${CHANNEL_LOOKS.join("|")})$`,
  "u",
);

/** Whether a name, shown as it stands, can't be taken for a key's or a tool's, whatever it is written with. */
export function isPlainName(name: string): boolean {
  const look = lookOf(name).replace(/[^\p{L}\p{N}]+$/u, "");
  return !NOBODY.includes(look) && !ENDS_LIKE_TOOL.test(look);
}
