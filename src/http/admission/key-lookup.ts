// Who is asking: finds the key of a request. What was found before counts only if nothing at all was written meanwhile,
// or no key of the workspace has ended: a revoked key is dead at once on every server.

import { touchKey } from "../../actions/access/change-key.ts";
import { LAST_USED_EVERY_MS } from "../../domain/limits.ts";
import { type FindByKey, sharePerTick } from "../../lib/async/share-per-tick.ts";
import { BoundedMap } from "../../lib/collections/bounded-map.ts";
import { isToken, tokenHash } from "../../lib/crypto/token.ts";
import {
  endOfKey,
  type FoundKey,
  findKey,
  findKeys,
  getKeysRevision,
  type Key,
  reachOf,
} from "../../storage/access/keys.ts";
import type { KeyActor } from "../pipeline/request-actor.ts";
import type { Services } from "../pipeline/services.ts";

interface Known {
  stamp: number;
  keysRevision: number;
  actor: KeyActor;
  /** The end of the key, or of a secret that was rotated: it is noticed by the clock, without anything being written. */
  expiresAt: number;
}

const MAX_KNOWN = 10_000;
/** A stamp that no reader ever gives. */
const NEVER = -1;

export class KeyRing {
  private readonly services: Services;
  private readonly known = new BoundedMap<string, Known>(MAX_KNOWN);
  private readonly findKey: FindByKey<FoundKey>;
  private readonly touched = new Map<string, number>();

  constructor(services: Services) {
    this.services = services;
    const { reader, clock } = services;
    const one = (hash: string) => findKey(reader, hash, clock());
    const many = (hashes: string[]) => findKeys(reader, hashes, clock());
    this.findKey = reader.isLocal ? one : sharePerTick({ one, many, keyOf: ({ secretHash }) => secretHash });
  }

  /** The key, where it is known and a local database says at once that it still holds; else undefined. */
  findNow(token: string, stamp: number | null): KeyActor | undefined {
    if (!this.services.reader.isLocal) return undefined;
    const known = this.known.get(tokenHash(token));
    const now = this.services.clock();
    if (known === undefined || now >= known.expiresAt || !this.holds(known, stamp)) return undefined;
    this.touch(known.actor.keyId, 0, now);
    return known.actor;
  }

  /** Undefined for what is no key, an unknown one, a revoked one, or one that ran out. */
  async find(token: string, stamp: number | null): Promise<KeyActor | undefined> {
    if (!isToken(token)) return undefined;
    const hash = tokenHash(token);
    const key = await this.findKey(hash);
    if (key === undefined) {
      this.known.delete(hash);
      return undefined;
    }
    const actor = actorOfKey(key);
    if (this.services.reader.isLocal) this.remember(hash, key, actor, stamp);
    this.touch(key.id, key.lastUsedAt ?? 0, this.services.clock());
    return actor;
  }

  private holds(known: Known, stamp: number | null): boolean {
    if (stamp !== null && known.stamp === stamp) return true;
    // A local database answers at once.
    const revision = getKeysRevision(this.services.reader, known.actor.reach.workspaceId) as number;
    if (revision !== known.keysRevision) return false;
    known.stamp = stamp ?? known.stamp;
    return true;
  }

  private remember(hash: string, key: FoundKey, actor: KeyActor, stamp: number | null): void {
    const { keysRevision } = key;
    this.known.set(hash, { stamp: stamp ?? NEVER, keysRevision, actor, expiresAt: endOfKey(key) });
  }

  private touch(keyId: string, lastUsedAt: number, now: number): void {
    const last = this.touched.get(keyId) ?? lastUsedAt;
    if (now - last < LAST_USED_EVERY_MS) return;
    this.touched.set(keyId, now);
    this.services.performer.perform(touchKey, { id: keyId }).catch(() => {});
  }
}

export function actorOfKey(key: Key & Pick<FoundKey, "requestRate">): KeyActor {
  return {
    keyId: key.id,
    name: key.name,
    channel: "api",
    role: key.role,
    reach: reachOf(key),
    reachKey: `${key.workspaceId} ${key.apps ?? "*"}`,
    workspaceRate: key.requestRate,
  };
}
