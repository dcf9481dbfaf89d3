// The way in for assistants: a key, or a token that a person gave them. A token is looked up for every request with its person as they are now.
import type { IncomingMessage } from "node:http";
import { touchKey } from "../../actions/access/change-key.ts";
import { covers } from "../../domain/access/oauth.ts";
import { LAST_USED_EVERY_MS } from "../../domain/limits.ts";
import { isAssistantToken, tokenHash } from "../../lib/crypto/token.ts";
import { findAssistant } from "../../storage/access/assistants.ts";
import { reachOf } from "../../storage/access/keys.ts";
import type { Admission, KeyActor } from "../pipeline/request-actor.ts";
import type { Services } from "../pipeline/services.ts";
import { bearerOf } from "./key-admission.ts";
import { actorOfKey } from "./key-lookup.ts";

/** `keys` lets in whoever has a key, and refuses everybody else. */
export function admitAssistants(services: Services, keys: Admission): Admission {
  const { reader, clock, performer } = services;

  async function assistantOf(request: IncomingMessage): Promise<KeyActor | undefined> {
    const token = bearerOf(request.headers.authorization) ?? "";
    const found = isAssistantToken(token) ? await findAssistant(reader, tokenHash(token)) : undefined;
    const now = clock();
    if (found === undefined || found.needsFactor === 1) return undefined;
    if (found.secretExpiresAt <= now || (found.expiresAt !== null && found.expiresAt <= now)) return undefined;
    const { workspaceId, personRole, personApps, role } = found;
    const person = { role: personRole, reach: reachOf({ workspaceId, apps: personApps }) };
    if (!covers(person, { role, reach: reachOf(found) })) return undefined;
    if (now - (found.lastUsedAt ?? 0) >= LAST_USED_EVERY_MS)
      performer.perform(touchKey, { id: found.id }).catch(() => {});
    return actorOfKey(found);
  }

  return {
    ...keys,
    async find(request, stamp, isPresence) {
      return (await assistantOf(request)) ?? keys.find(request, stamp, isPresence);
    },
  };
}
