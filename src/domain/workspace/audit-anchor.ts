// What vouches for an audit log: a code over its head that nobody can make without the operator's secret key. Whoever rewrites the
// database, the chain and its head included, can't make it fit.
import { hkdfSync } from "node:crypto";
import { HOUR_MS } from "../../lib/clock.ts";
import { isSameText } from "../../lib/crypto/constant-time-equal.ts";
import { hmacSha256 } from "../../lib/crypto/hmac.ts";
import type { SecretKeys } from "./secret-check.ts";

/** Replaces the code once a log was found changed from outside: it stays, whatever is written later. */
export const BROKEN = "broken";
/** How long servers of an older version, which write no codes, may run beside new ones. */
const SIDE_BY_SIDE_MS = HOUR_MS;

/** All that the code of a head covers. */
export interface AnchoredHead {
  /** Entries ever written to the log. */
  entries: number;
  lastId: string;
  lastAt: number;
  lastHash: string;
  /** The last entry that was forgotten; the oldest one kept is chained to its hash. */
  cutId: string;
  cutHash: string;
  /** The last entry that was written before there were codes; empty if there is none. */
  unanchoredId: string;
}

/** What the codes are made with, the newest first: while one secret key follows another, either vouches. */
export type AuditKeys = readonly [string, ...string[]];

/** What a server has to vouch for audit logs with, and to know whether it is the one to do so. */
export interface Vouching {
  auditKeys: AuditKeys;
  secretKeys: SecretKeys;
}

export function auditKeysOf({ secretKey, oldSecretKey }: SecretKeys): AuditKeys {
  return oldSecretKey === null ? [auditKeyOf(secretKey)] : [auditKeyOf(secretKey), auditKeyOf(oldSecretKey)];
}

function auditKeyOf(secretKey: string): string {
  return Buffer.from(hkdfSync("sha256", secretKey, "", "audit/v1", 32)).toString("hex");
}

/** The key with which its code was made; undefined if it was none of them. */
export function keyOfHead(
  keys: AuditKeys,
  workspaceId: string,
  head: AnchoredHead & { mac: string },
): string | undefined {
  return keys.find((key) => isSameText(head.mac, headMac(key, workspaceId, head)));
}

export function headMac(key: string, workspaceId: string, head: AnchoredHead): string {
  const { entries, lastId, lastAt, lastHash, cutId, cutHash, unanchoredId } = head;
  return macOf(key, ["head", workspaceId, entries, lastId, lastAt, lastHash, cutId, cutHash, unanchoredId]);
}

/** What covers all audit logs together. */
export interface AuditSince {
  /** When the first code was written. */
  at: number;
  /** Until when servers of an older version, which write no codes, may run beside new ones. */
  besideUntil: number;
  /** How many logs there are: one that is gone is missed. */
  logs: number;
}

/** `isNew`: no server has used the database before. */
export function beginSince(at: number, isNew: boolean, logs: number): AuditSince {
  return { at, besideUntil: isNew ? at : at + SIDE_BY_SIDE_MS, logs };
}

/** The stored form, with its code. */
export function sealSince(key: string, { at, besideUntil, logs }: AuditSince): string {
  return `${at} ${besideUntil} ${logs} ${macOf(key, ["since", at, besideUntil, logs])}`;
}

/** Opens it with the key that it was sealed with; null when that is none of these. */
export function openSince(keys: AuditKeys, sealed: string): (AuditSince & { key: string }) | null {
  const [at, besideUntil, logs] = sealed.split(" ").map(Number);
  const since = { at: at!, besideUntil: besideUntil!, logs: logs! };
  const key = keys.find((one) => isSameText(sealed, sealSince(one, since)));
  return key === undefined ? null : { ...since, key };
}

function macOf(key: string, fields: readonly (string | number)[]): string {
  return hmacSha256(key, Buffer.from(JSON.stringify(fields)));
}
