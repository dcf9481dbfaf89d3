// Creates, rotates and revokes API keys. A key's secret leaves here once and is never kept.

import type { Role } from "../../domain/access/grant.ts";
import { outlives } from "../../domain/access/key-end.ts";
import { Fault } from "../../domain/fault.ts";
import type { Target } from "../../domain/workspace/audit-log.ts";
import { isoTime } from "../../lib/clock.ts";
import { newToken, tokenHash } from "../../lib/crypto/token.ts";
import { newId } from "../../lib/ids.ts";
import {
  bumpKeysRevision,
  deleteKeySecrets,
  expireKeySecrets,
  getKey,
  insertKey,
  insertKeySecret,
  type Key,
  type ListedKey,
  lockKey,
  markKeyRevoked,
  markKeyUsed,
  updateKeyEnd,
} from "../../storage/access/keys.ts";
import { findPersonLocked } from "../../storage/access/people.ts";
import { reachDetail, record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { findApps } from "./find-scoped-apps.ts";
import { requireFullAdmin } from "./require-full-admin.ts";

export interface CreateKey {
  workspaceId: string;
  name: string;
  role: Role;
  /** Ids or names of apps; null reaches every app. */
  apps: string[] | null;
  /** Null: it never ends, or with the key that asks for it. */
  expiresAt?: number | null;
}

export interface NewSecret {
  key: ListedKey;
  token: string;
}

/**
 * Makes a key. One made with another key belongs to whoever made that. Throws `not_found` for an app that doesn't
 * exist, `invalid_request` for an end that is past or later than that of the asking key.
 */
export const createKey = defineAction({
  name: "createKey",
  async run(unit: UnitOfWork, input: CreateKey): Promise<NewSecret> {
    const { workspaceId, name, role } = input;
    const makerId = await requireFullAdmin(unit, workspaceId);
    requireToCome(unit, input.expiresAt ?? null);
    const maker = makerId === null ? undefined : await findPersonLocked(unit.tx, makerId);
    const askerEnd = await endOfAsker(unit, workspaceId);
    const expiresAt = input.expiresAt ?? askerEnd;
    requireNoLater(expiresAt, askerEnd);
    const key: ListedKey = {
      id: newId("key", unit.now),
      workspaceId,
      name,
      role,
      apps: await findApps(unit, { workspaceId, apps: null }, input.apps),
      createdAt: unit.now,
      lastUsedAt: null,
      revokedAt: null,
      createdBy: maker?.id ?? null,
      expiresAt,
      clientId: null,
      vouched: 0,
      maker: maker?.name ?? null,
    };
    insertKey(unit.tx, key);
    const made = addSecret(unit, key);
    const details = { role, apps: reachDetail(key.apps), ...endDetail(expiresAt) };
    record(unit, workspaceId, "key.created", { target: targetOf(key), details });
    return made;
  },
});

export interface RotateKey {
  workspaceId: string;
  id: string;
  overlapSeconds: number;
  /** A new end of the key; null: it keeps the one that it has. */
  expiresAt?: number | null;
}

/**
 * The old secret stays valid for the overlap, by default not at all, and never longer than it was. Throws `not_found`,
 * `invalid_request` for an end that is past, or later than that of the key that asks: only people and the command line prolong.
 */
export const rotateKey = defineAction({
  name: "rotateKey",
  async run(unit: UnitOfWork, { workspaceId, id, overlapSeconds, expiresAt = null }: RotateKey): Promise<NewSecret> {
    await requireFullAdmin(unit, workspaceId);
    const { maker } = await getKey(unit.tx, workspaceId, id);
    const before = await lockKey(unit.tx, workspaceId, id);
    if (before.clientId !== null) {
      throw new Fault("invalid_request", "This is an assistant that a person let in: it renews its tokens by itself.");
    }
    const key = { ...before, maker, expiresAt: expiresAt ?? before.expiresAt };
    requireToCome(unit, key.expiresAt);
    requireNoLater(key.expiresAt, await endOfAsker(unit, workspaceId));
    bumpKeysRevision(unit.tx, workspaceId);
    const until = Math.min(unit.now + 1_000 * overlapSeconds, before.expiresAt ?? Number.POSITIVE_INFINITY);
    // Without an overlap the secret is deleted, so that a clock that is behind can not keep it valid.
    if (until <= unit.now) deleteKeySecrets(unit.tx, key.id);
    else expireKeySecrets(unit.tx, key.id, until);
    if (expiresAt !== null) updateKeyEnd(unit.tx, key.id, expiresAt);
    const made = addSecret(unit, key);
    const details = { overlap_seconds: overlapSeconds, ...endDetail(expiresAt) };
    record(unit, workspaceId, "key.rotated", { target: targetOf(key), details });
    return made;
  },
});

/** Revokes a key: once this is answered, every server refuses it. Throws `not_found`. */
export const revokeKey = defineAction({
  name: "revokeKey",
  async run(unit: UnitOfWork, { workspaceId, id }: { workspaceId: string; id: string }): Promise<void> {
    await requireFullAdmin(unit, workspaceId);
    endKey(unit, await lockKey(unit.tx, workspaceId, id));
  },
});

/** Revokes a key that was taken for writing. */
export function endKey(unit: UnitOfWork, key: Key, why?: string): void {
  bumpKeysRevision(unit.tx, key.workspaceId);
  markKeyRevoked(unit.tx, key.id, unit.now);
  const details = why === undefined ? {} : { details: { why } };
  record(unit, key.workspaceId, "key.revoked", { target: targetOf(key), ...details });
}

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

/** Throws `invalid_request`. */
function requireToCome({ now }: UnitOfWork, expiresAt: number | null): void {
  if (expiresAt === null || expiresAt > now) return;
  throw new Fault("invalid_request", "expires_at: expected a time that is still to come.");
}

/** When the key that asks ends; null if it never does, or if it is no key that asks. */
async function endOfAsker({ tx, by }: UnitOfWork, workspaceId: string): Promise<number | null> {
  return by.kind === "key" && by.id !== null ? (await getKey(tx, workspaceId, by.id)).expiresAt : null;
}

/** Throws `invalid_request`. */
function requireNoLater(end: number | null, askerEnd: number | null): void {
  if (!outlives(end, askerEnd)) return;
  const latest = isoTime(askerEnd!);
  throw new Fault(
    "invalid_request",
    `expires_at: the key that asks for this ends at ${latest}: expected no later time.`,
  );
}

function endDetail(expiresAt: number | null): { expires_at?: string } {
  return expiresAt === null ? {} : { expires_at: isoTime(expiresAt) };
}

function addSecret(unit: UnitOfWork, key: ListedKey): NewSecret {
  const token = newToken();
  insertKeySecret(unit.tx, key.id, tokenHash(token));
  return { key, token };
}
