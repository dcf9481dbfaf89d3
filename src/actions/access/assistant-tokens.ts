// The tokens of an assistant: given, renewed, taken back. A token for renewing works once, and again while its answer may be lost; one
// that comes later, or beside what was given in its place, ends the assistant.
import { covers } from "../../domain/access/oauth.ts";
import { notFound } from "../../domain/fault.ts";
import {
  ACCESS_TOKEN_MS,
  KEEP_CLIENT_MS,
  LONGEST_ASSISTANT_MS,
  REFRESH_TOKEN_MS,
  RETRY_REFRESH_MS,
} from "../../domain/limits/oauth-limits.ts";
import { HOUR_MS } from "../../lib/clock.ts";
import { newAssistantToken, newLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { findAssistant, lacksFactor, listAssistantsOf } from "../../storage/access/assistants.ts";
import {
  deleteKeySecrets,
  expireKeySecrets,
  findKeyLocked,
  findKeyOfAnyWorkspace,
  insertKeySecret,
  type Key,
  reachOf,
  updateKeyEnd,
} from "../../storage/access/keys.ts";
import {
  deleteCodesOf,
  deleteRefreshTokensOf,
  dropClients,
  dropEndedCodes,
  findRefreshToken,
  insertRefreshToken,
  lockRefreshToken,
  markRefreshTokenUsed,
  spendRefreshTokensOf,
} from "../../storage/access/oauth.ts";
import { findPersonLocked, type Person } from "../../storage/access/people.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { endKey } from "./change-key.ts";

export interface Tokens {
  access: string;
  refresh: string;
  /** Seconds until the access token expires. */
  seconds: number;
  key: Key;
}

/** Gives an assistant new tokens in place of its present ones. */
export function giveTokens({ tx, now }: UnitOfWork, key: Key): Tokens {
  const end = Math.min(now + REFRESH_TOKEN_MS, key.createdAt + LONGEST_ASSISTANT_MS);
  const accessEnd = Math.min(now + ACCESS_TOKEN_MS, end);
  const [access, refresh] = [newAssistantToken(), newLongToken()];
  deleteKeySecrets(tx, key.id);
  insertKeySecret(tx, key.id, tokenHash(access));
  expireKeySecrets(tx, key.id, accessEnd);
  insertRefreshToken(tx, { hash: tokenHash(refresh), keyId: key.id, expiresAt: end, usedAt: null });
  updateKeyEnd(tx, key.id, end);
  return { access, refresh, seconds: Math.floor((accessEnd - now) / 1_000), key };
}

/** Null if the token is not good any more, or its person may no longer give what they gave. */
export const renewTokens = defineAction({
  name: "renewTokens",
  async run(unit: UnitOfWork, { token, clientId }: { token: string; clientId: string }): Promise<Tokens | null> {
    const { tx, now } = unit;
    const hash = tokenHash(token);
    const taken = await takeKeyOf(unit, (await findRefreshToken(tx, hash))?.keyId);
    const refresh = await lockRefreshToken(tx, hash);
    if (taken === null || refresh === undefined || taken.key.clientId !== clientId) return null;
    const { key, person } = taken;
    if (refresh.usedAt !== null && refresh.usedAt + RETRY_REFRESH_MS <= now) {
      endAssistant(unit, key, "token_used_twice");
      return null;
    }
    if (refresh.expiresAt <= now) return null;
    if (!covers({ role: person.role, reach: reachOf(person) }, { role: key.role, reach: reachOf(key) })) {
      endAssistant(asItself(unit, key), key, "beyond_its_person");
      return null;
    }
    if (key.vouched === 0 && (await lacksFactor(tx, person.id))) return null;
    // The token before this one is spent with all that was given for it: only this one may be shown again.
    spendRefreshTokensOf(tx, key.id);
    markRefreshTokenUsed(tx, hash, refresh.usedAt ?? now);
    return giveTokens(unit, key);
  },
});

/** Whichever of its tokens it brings: the assistant ends. What is no token of this client ends nothing. */
export const revokeToken = defineAction({
  name: "revokeToken",
  async run(unit: UnitOfWork, { token, clientId }: { token: string; clientId: string }): Promise<void> {
    const hash = tokenHash(token);
    const keyId = (await findRefreshToken(unit.tx, hash))?.keyId ?? (await findAssistant(unit.tx, hash))?.id;
    const taken = await takeKeyOf(unit, keyId);
    if (taken !== null && taken.key.clientId === clientId) {
      endAssistant(asItself(unit, taken.key), taken.key, "signed_out");
    }
  },
});

/** One of a person's own. Throws `not_found`. */
export const endOwnAssistant = defineAction({
  name: "endOwnAssistant",
  async run(unit: UnitOfWork, { personId, id }: { personId: string; id: string }): Promise<void> {
    const taken = await takeKeyOf(unit, id);
    if (taken === null || taken.key.clientId === null || taken.person.id !== personId) throw notFound("assistant");
    endAssistant(unit, taken.key);
  },
});

/** The key of an assistant, unless it has ended. */
export async function endAssistantKey(unit: UnitOfWork, workspaceId: string, id: string, why: string): Promise<void> {
  const key = await findKeyLocked(unit.tx, workspaceId, id);
  if (key !== undefined) endAssistant(unit, key, why);
}

/**
 * The assistants that a person, who was taken for writing, has let in: all, and those that are about to come in, or those that have more
 * than the person by now.
 */
export async function endAssistantsOf(unit: UnitOfWork, person: Person, which: "all" | "beyond"): Promise<void> {
  if (which === "all") deleteCodesOf(unit.tx, person.id);
  for (const { id, role, workspaceId, apps } of await listAssistantsOf(unit.tx, person.id, unit.now)) {
    const isCovered = covers(
      { role: person.role, reach: reachOf(person) },
      { role, reach: reachOf({ workspaceId, apps }) },
    );
    const why = which === "all" ? "with_its_person" : "beyond_its_person";
    if (which === "all" || !isCovered) await endAssistantKey(unit, person.workspaceId, id, why);
  }
}

/** Forgets what can't be used any more: codes, tokens, and clients that nobody lets in. */
export const purgeAssistants = defineAction({
  name: "purgeAssistants",
  async run({ tx, now }: UnitOfWork, _input: null): Promise<void> {
    // A code that comes twice is noticed for an hour.
    dropEndedCodes(tx, now - HOUR_MS, now);
    dropClients(tx, now - KEEP_CLIENT_MS);
  },
});

/** One that nobody has used for too long, unless it was renewed since it was found. */
export const endRunOutAssistant = defineAction({
  name: "endRunOutAssistant",
  async run(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
    const taken = await takeKeyOf(unit, id);
    if (taken !== null && taken.key.expiresAt! <= unit.now) endAssistant(unit, taken.key, "not_used");
  },
});

/** What an assistant does to itself is its own doing in the audit log. */
function asItself(unit: UnitOfWork, { id, name }: Key): UnitOfWork {
  return { ...unit, by: { ...unit.by, kind: "key", id, name } };
}

function endAssistant(unit: UnitOfWork, key: Key, why?: string): void {
  deleteKeySecrets(unit.tx, key.id);
  deleteRefreshTokensOf(unit.tx, key.id);
  endKey(unit, key, why);
}

/** Locks the person before the key, as their removal does, so that neither waits for the other in a circle. */
async function takeKeyOf(unit: UnitOfWork, keyId: string | undefined): Promise<{ key: Key; person: Person } | null> {
  const seen = keyId === undefined ? undefined : await findKeyOfAnyWorkspace(unit.tx, keyId);
  const person = seen?.createdBy == null ? undefined : await findPersonLocked(unit.tx, seen.createdBy);
  const key = person && (await findKeyLocked(unit.tx, person.workspaceId, seen!.id));
  return key === undefined || person === undefined ? null : { key, person };
}
