// Who gave cause to something, for all that follows from it.
import { type Actor, actorLabel } from "../domain/access/actor.ts";

export interface Cause {
  /** As the product shows them. */
  by: string;
  /** Of a tool: it is not told of what it did. */
  connectionId?: string | undefined;
  /** Of a person: they know of it already. */
  personId?: string | undefined;
}

export function causeOf(actor: Actor): Cause {
  return { by: actorLabel(actor), connectionId: actor.connectionId, personId: actor.personId };
}
