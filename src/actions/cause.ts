// Who gave cause to something, for all that follows from it.
import { type Actor, actorLabel } from "../domain/access/actor.ts";

export interface Cause {
  /** The name that the product shows. */
  by: string;
  /** The connection of a tool that acted: it isn't told of its own change. */
  connectionId?: string | undefined;
  /** The person who acted: they know of it already. */
  personId?: string | undefined;
}

export function causeOf(actor: Actor): Cause {
  return { by: actorLabel(actor), connectionId: actor.connectionId, personId: actor.personId };
}
