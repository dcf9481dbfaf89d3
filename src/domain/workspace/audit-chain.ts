// The hash of an entry of the audit log, and how what is personal is taken out of an entry without breaking the chain. In the hash stands a
// digest of each part that may have to be erased, made with a salt of its own. Whoever has the entry and its salts can compute the hash;
// once part and salt are gone, the digest that stays in their place tells nobody what the part was.
import { isoTime } from "../../lib/clock.ts";
import { isSameText } from "../../lib/crypto/constant-time-equal.ts";
import { hmacSha256 } from "../../lib/crypto/hmac.ts";
import { sha256 } from "../../lib/crypto/sha256.ts";
import { randomText } from "../../lib/ids.ts";
import type { AuditKeys } from "./audit-anchor.ts";
import type { AuditEntry } from "./audit-log.ts";

/** The parts, in the order of their salts. */
const PARTS = ["actorName", "address", "targetName", "details"] as const;
export type AuditPart = (typeof PARTS)[number];

/** What an entry shows in place of a part that was erased. */
const ERASED = { actorName: "(erased)", address: null, targetName: "(erased)", details: "{}" } as const;

/** 160 random bits each. A digest has twice as many characters. */
const SALT_LENGTH = 32;
const ALL_SALTS = PARTS.length * SALT_LENGTH;

/** Salts for a new entry. */
export function newSalts(): string {
  const random = randomText(ALL_SALTS);
  return PARTS.map((_, i) => random.slice(i * SALT_LENGTH, (i + 1) * SALT_LENGTH)).join(".");
}

/** The hash that the next entry is chained to. Of an entry that does not show what was put in place of an erased part, it is one that does not fit. */
export function auditHash(entry: AuditEntry): string {
  if (entry.salts === null) return plainHash(entry);
  const kept = keptOf(entry.salts);
  if (kept !== null) return kept.hash;
  const { id, at, actorKind, actorId, requestId, action, targetKind, targetId, appId, previous } = entry;
  const digests = sealsOf(entry.salts).map((seal, i) => digestOf(entry, PARTS[i]!, seal));
  const plain = [id, isoTime(at), actorKind, actorId, requestId, action, targetKind, targetId, appId];
  return sha256(`${JSON.stringify([...plain, ...digests])}${previous}`);
}

/** The hash of an entry from before there were salts: over everything that an answer shows of it. */
function plainHash(entry: AuditEntry): string {
  const { id, at, actorKind, actorId, actorName, address, requestId, action } = entry;
  const { targetKind, targetId, targetName, appId, details, previous } = entry;
  const actor = [actorKind, actorId, actorName];
  const target = [targetKind, targetId, targetName];
  const before = JSON.stringify([id, isoTime(at), ...actor, address, requestId, action, ...target, appId]);
  return sha256(`${before}${details}${previous}`);
}

/** The salt of each part, or its digest once it was erased. */
function sealsOf(salts: string): string[] {
  return salts.split(".");
}

function digestOf(entry: AuditEntry, part: AuditPart, seal: string): string {
  const text = part === "details" ? entry.details : JSON.stringify(entry[part]);
  if (seal.length === SALT_LENGTH) return sha256(`${seal}${text}`);
  return entry[part] === ERASED[part] ? seal : "";
}

/**
 * The entry without these parts; the same one if there is nothing to erase. One from before there were salts goes on with the hash that it
 * had, and loses its request id with the rest: that is the one thing in the hash that can't be guessed. The key vouches for what is left.
 */
export function withoutParts(
  entry: AuditEntry,
  parts: readonly AuditPart[],
  vouching: { keys: AuditKeys; workspaceId: string },
): AuditEntry {
  const shown = parts.filter((part) => entry[part] !== ERASED[part]);
  if (shown.length === 0) return entry;
  const bare = { ...entry, ...Object.fromEntries(shown.map((part) => [part, ERASED[part]])) };
  if (entry.salts === null || keptOf(entry.salts) !== null) {
    return revouched({ ...bare, requestId: null }, auditHash(entry), vouching);
  }
  const seals = sealsOf(entry.salts).map((seal, i) =>
    shown.includes(PARTS[i]!) ? digestOf(entry, PARTS[i]!, seal) : seal,
  );
  return { ...bare, salts: seals.join(".") };
}

const KEPT = "kept";

/** The former hash of an old entry from which something was erased, with the code of whoever erased it. */
function keptOf(salts: string): { hash: string; mac: string } | null {
  const [kind, hash, mac] = salts.split(".");
  return kind === KEPT ? { hash: hash!, mac: mac! } : null;
}

/** The beginning of what is stored with an old entry from which something was erased. */
export const KEPT_START = `${KEPT}.`;

function revouched(
  entry: AuditEntry,
  hash: string,
  { keys, workspaceId }: { keys: AuditKeys; workspaceId: string },
): AuditEntry {
  return { ...entry, salts: `${KEPT_START}${hash}.${erasureMac(keys[0], workspaceId, hash, entry)}` };
}

/** An old entry from which something was erased, vouched for with the newest key. */
export function vouchedAnew(entry: AuditEntry, vouching: { keys: AuditKeys; workspaceId: string }): AuditEntry {
  return revouched(entry, keptOf(entry.salts!)!.hash, vouching);
}

/** Whether an old entry is as whoever erased something from it has left it; true for all others, which their hash tells. */
export function isErasureVouched(keys: AuditKeys, workspaceId: string, entry: AuditEntry): boolean {
  const kept = entry.salts === null ? null : keptOf(entry.salts);
  if (kept === null) return true;
  return keys.some((key) => isSameText(kept.mac, erasureMac(key, workspaceId, kept.hash, entry)));
}

function erasureMac(key: string, workspaceId: string, hash: string, entry: AuditEntry): string {
  return hmacSha256(key, Buffer.from(JSON.stringify(["erased", workspaceId, hash, plainHash(entry)])));
}
