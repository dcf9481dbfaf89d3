// Whom the audit log names for a request: the key or the person, from where, and under which request id.
import type { AuditOrigin, Author } from "../../domain/workspace/audit-log.ts";
import type { KeyActor, PersonActor } from "./request-actor.ts";
import type { Call } from "./route.ts";

export function authorOf({ actor, origin }: Pick<Call, "origin"> & { actor: Call["actor"] }): Author {
  const { name } = actor;
  if (actor.channel === "interface") return { kind: "person", id: (actor as PersonActor).personId, name, ...origin() };
  return { kind: "key", id: (actor as KeyActor).keyId, name, ...origin() };
}

/** Somebody who is not signed in: the person they say they are, if there is such a one. */
export function signedOutAuthor(person: { id: string; name: string } | undefined, origin: AuditOrigin): Author {
  return { kind: "person", id: person?.id ?? null, name: person?.name ?? "unknown", ...origin };
}
