// The operator's secret key: what it encrypts, whether it is the one that a database was used with, and which of two is in use
// while a new one follows an old one.

import { type Anchored, anchorAudits } from "../actions/workspace/change-workspace.ts";
import type { Performer } from "../engine/performer.ts";
import { type Cipher, createCipher, eitherCipher } from "../lib/crypto/cipher.ts";
import { createSealer, eitherSealer, type Sealer } from "../lib/crypto/sealer.ts";
import type { Reader } from "../storage/database/database.ts";
import { findSecretCheck } from "../storage/workspace/sealed-word.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";

export type SecretKeys = Pick<Config, "secretKey" | "oldSecretKey">;

const never = () => false;

/** What encrypts tokens and secrets at rest. */
export function secretCipher({ secretKey, oldSecretKey }: SecretKeys, usesOld: () => boolean = never): Cipher {
  const cipher = cipherOf(secretKey);
  return oldSecretKey === null ? cipher : eitherCipher(cipher, cipherOf(oldSecretKey), usesOld);
}

export function cipherOf(secretKey: string): Cipher {
  return createCipher(secretKey, "secret/v1");
}

/** What seals that is carried by others and forgotten soon: cursors, cookies. */
export function secretSealer({ secretKey, oldSecretKey }: SecretKeys, purpose: string, usesOld: () => boolean): Sealer {
  const sealer = createSealer(secretKey, purpose);
  return oldSecretKey === null ? sealer : eitherSealer(sealer, createSealer(oldSecretKey, purpose), usesOld);
}

const SECRET_CHECK = "secret-check";
/**
 * The text that a database keeps encrypted once its audit logs are protected by the key; before, it keeps another text.
 * Without the key nobody can write this one, or put the other back.
 */
const ANCHORED = "anchored";
/** In its place, encrypted with the new key, from the beginning of a rotation to its end. */
const ROTATING = "rotating";

/** What a database says of the key that it belongs to. */
interface Word {
  isAnchored: boolean;
  isRotating: boolean;
  /** It belongs to the old one of two keys. */
  isOld: boolean;
}

/** Null if the database belongs to none of the keys. */
export function readWord({ secretKey, oldSecretKey }: SecretKeys, secretCheck: string): Word | null {
  const text = textOf(secretKey, secretCheck);
  const oldText = text === null && oldSecretKey !== null ? textOf(oldSecretKey, secretCheck) : null;
  const word = text ?? oldText;
  if (word === null) return null;
  return { isAnchored: word === ANCHORED || word === ROTATING, isRotating: word === ROTATING, isOld: text === null };
}

/** The word of a database that belongs to a key, or begins to: then both keys are needed until everything is encrypted anew. */
export function sealWord(secretKey: string, isRotating: boolean): string {
  return cipherOf(secretKey).encrypt(SECRET_CHECK, isRotating ? ROTATING : ANCHORED);
}

function textOf(secretKey: string, secretCheck: string): string | null {
  try {
    return cipherOf(secretKey).decrypt(SECRET_CHECK, secretCheck);
  } catch {
    return null;
  }
}

/**
 * For a database that a server is to use: from then on it belongs to this key, and its audit logs are vouched for. Gives the logs that
 * held entries from before that.
 */
export async function claimDatabase(
  { reader, performer }: { reader: Reader; performer: Performer },
  keys: SecretKeys,
): Promise<Anchored[]> {
  const kept = await findSecretCheck(reader);
  const word = kept === undefined ? null : readWord(keys, kept);
  if (word?.isAnchored) return [];
  await requireSameKey(reader, keys);
  const sealed = sealWord(word?.isOld ? keys.oldSecretKey! : keys.secretKey, false);
  const anchored = await performer.perform(anchorAudits, { sealed, replaced: kept ?? "" });
  // Another server may have come first, with another key.
  await requireSameKey(reader, keys);
  return anchored;
}

/** Throws when the tokens and secrets in this database were encrypted with another key, or some of them were. */
export async function requireSameKey(reader: Reader, keys: SecretKeys): Promise<void> {
  const kept = await findSecretCheck(reader);
  if (kept === undefined) return;
  const problem = keyProblem(keys, kept);
  if (problem !== null) throw new ConfigError(PROBLEMS[problem]);
}

const PROBLEMS = {
  other:
    "RETEST_SECRET_KEY is not the key that this database was used with: its tokens and secrets can't be read with it. If it is a new key, give the old one as RETEST_SECRET_KEY_OLD and run `retest secret rotate`.",
  unfinished:
    "RETEST_SECRET_KEY is new and its rotation is not finished: give the old key as RETEST_SECRET_KEY_OLD and run `retest secret rotate`.",
};

/** Why what belongs to this word can't be used with these keys; null if it can. */
export function keyProblem(keys: SecretKeys, secretCheck: string): keyof typeof PROBLEMS | null {
  const word = readWord(keys, secretCheck);
  if (word === null) return "other";
  return word.isRotating && keys.oldSecretKey === null ? "unfinished" : null;
}

/** How soon a server knows that a rotation has begun, and writes with the new key. */
export const LOOK_EVERY_MS = 1_000;

/**
 * Which of two keys a server writes with: the old one until the rotation begins, because there may be servers that know no other yet.
 */
export async function followRotation(
  reader: Reader,
  keys: SecretKeys,
): Promise<{ usesOld: () => boolean; close: () => void }> {
  if (keys.oldSecretKey === null) return { usesOld: never, close: () => {} };
  const look = async () => {
    const kept = await findSecretCheck(reader);
    return kept !== undefined && readWord(keys, kept)?.isOld === true;
  };
  let isOld = await look();
  const close = () => clearInterval(timer);
  const timer = setInterval(async () => {
    isOld = isOld && (await look().catch(() => isOld));
    if (!isOld) close();
  }, LOOK_EVERY_MS).unref();
  return { usesOld: () => isOld, close };
}
