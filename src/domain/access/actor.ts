// Who did something, as the product shows it.
import { lookOf } from "../../lib/text/visible-text.ts";
import { CHANNEL_SUFFIX, type Channel } from "./channel.ts";
import type { Grant } from "./grant.ts";

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
  if (name !== "") return name + CHANNEL_SUFFIX[channel];
  return channel === "webhook" ? "Webhook" : CHANNEL_SUFFIX[channel].slice(" via ".length);
}

/** How an issue names who raised it: the reporter outside the team, if one is given, else the actor. */
export function raisedBy(actor: Actor, reporter: { name: string } | null): string {
  return reporter === null ? actorLabel(actor) : reporter.name + CHANNEL_SUFFIX[actor.channel];
}

/** What follows " via " when something else than a person in the interface acted, as `lookOf` has it. */
const CHANNEL_LOOKS = Object.values(CHANNEL_SUFFIX)
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
