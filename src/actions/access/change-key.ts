// Creates, rotates and revokes API keys. A key's secret leaves here once and is never kept.

import type { Role } from "../../domain/access/grant.ts";
import type { Target } from "../../domain/workspace/audit-log.ts";
import { newToken, tokenHash } from "../../lib/crypto/token.ts";
import { newId } from "../../lib/ids.ts";
import {
  bumpKeysRevision,
  deleteKeySecrets,
  expireKeySecrets,
  insertKey,
  insertKeySecret,
  type Key,
  lockKey,
  markKeyRevoked,
  markKeyUsed,
} from "../../storage/access/keys.ts";
import { reachDetail, record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { findApps } from "./find-scoped-apps.ts";

export interface CreateKey {
  workspaceId: string;
  name: string;
  role: Role;
  /** Ids or names; null reaches every app. */
  apps: string[] | null;
}

export interface NewSecret {
  key: Key;
  token: string;
}

/** Throws `not_found` for an app that doesn't exist. */
export const createKey = defineAction({
  name: "createKey",
  async run(unit: UnitOfWork, input: CreateKey): Promise<NewSecret> {
    const { workspaceId, name, role } = input;
    const key: Key = {
      id: newId("key", unit.now),
      workspaceId,
      name,
      role,
      apps: await findApps(unit, workspaceId, input.apps),
      createdAt: unit.now,
      lastUsedAt: null,
      revokedAt: null,
    };
    insertKey(unit.tx, key);
    const made = addSecret(unit, key);
    record(unit, workspaceId, "key.created", { target: targetOf(key), details: { role, apps: reachDetail(key.apps) } });
    return made;
  },
});

/** The old secret stays valid for the overlap, by default not at all. Throws `not_found`. */
export const rotateKey = defineAction({
  name: "rotateKey",
  async run(unit: UnitOfWork, input: { workspaceId: string; id: string; overlapSeconds: number }): Promise<NewSecret> {
    const key = await lockKey(unit.tx, input.workspaceId, input.id);
    bumpKeysRevision(unit.tx, input.workspaceId);
    // Without an overlap the secret is deleted, so that a clock that is behind can not keep it valid.
    if (input.overlapSeconds === 0) deleteKeySecrets(unit.tx, key.id);
    else expireKeySecrets(unit.tx, key.id, unit.now + 1_000 * input.overlapSeconds);
    const made = addSecret(unit, key);
    const details = { overlap_seconds: input.overlapSeconds };
    record(unit, input.workspaceId, "key.rotated", { target: targetOf(key), details });
    return made;
  },
});

/** From the moment this is answered, the key is refused on every server. Throws `not_found`. */
export const revokeKey = defineAction({
  name: "revokeKey",
  async run(unit: UnitOfWork, input: { workspaceId: string; id: string }): Promise<void> {
    const key = await lockKey(unit.tx, input.workspaceId, input.id);
    bumpKeysRevision(unit.tx, input.workspaceId);
    markKeyRevoked(unit.tx, key.id, unit.now);
    record(unit, input.workspaceId, "key.revoked", { target: targetOf(key) });
  },
});

/** Notes that a key is in use. */
export const touchKey = defineAction({
  name: "touchKey",
  async run(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
    markKeyUsed(unit.tx, id, unit.now);
  },
});

function targetOf({ id, name }: Key): Target {
  return { kind: "key", id, name };
}

function addSecret(unit: UnitOfWork, key: Key): NewSecret {
  const token = newToken();
  insertKeySecret(unit.tx, key.id, tokenHash(token));
  return { key, token };
}
