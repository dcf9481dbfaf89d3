// Who did something, as the product shows it.
import { lookOf } from "../../lib/text/visible-text.ts";
import { type Channel, OWN_CHANNEL_SUFFIX, suffixOf, type ToolChannel } from "./channel.ts";
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
  if (name !== "") return name + suffixOf(channel);
  return channel === "webhook" ? "Webhook" : suffixOf(channel).slice(" via ".length);
}

/** How an issue names who raised it: the reporter outside the team, if one is given, else the actor. */
export function raisedBy(actor: Actor, reporter: { name: string } | null): string {
  return reporter === null ? actorLabel(actor) : reporter.name + suffixOf(actor.channel);
}

/** Says of a name whether, shown as it stands, it can't be taken for a key's or one of these tools', whatever it is written with. */
export function plainNames(tools: readonly ToolChannel[]): (name: string) => boolean {
  // What follows " via " when something else than a person in the interface acted.
  const channels = [...Object.values(OWN_CHANNEL_SUFFIX), ...tools.map(({ suffix }) => suffix)]
    .filter((suffix) => suffix !== "")
    .map((suffix) => lookOf(suffix.slice(" via ".length)));
  // Names that mean something by themselves, without anybody's name.
  const nobody = [...channels, ...["command line", "system", "unknown"].map(lookOf)];
  const endsLikeTool = new RegExp(
    `(?:^|[^\\p{L}\\p{N}])${lookOf("via")}[^\\p{L}\\p{N}]+(?:${channels.join("|")})$`,
    "u",
  );
  return (name) => {
    const look = lookOf(name).replace(/[^\p{L}\p{N}]+$/u, "");
    return !nobody.includes(look) && !endsLikeTool.test(look);
  };
}
