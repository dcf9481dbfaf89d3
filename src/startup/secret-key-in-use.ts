// The operator's secret key in use: what it encrypts, whether it is the one that a database was used with, and which of two is in use
// while a new one follows an old one.

import type { Logger } from "pino";
import { type Anchored, anchorAudits } from "../actions/workspace/change-workspace.ts";
import {
  cipherOf,
  keyProblem,
  otherKeyFault,
  readSecretCheck,
  type SecretKeys,
  sealSecretCheck,
} from "../domain/workspace/secret-check.ts";
import type { Performer } from "../engine/performer.ts";
import { type Cipher, eitherCipher } from "../lib/crypto/cipher.ts";
import { createSealer, eitherSealer, type Sealer } from "../lib/crypto/sealer.ts";
import type { Reader } from "../storage/database/database.ts";
import { findSecretCheck } from "../storage/workspace/secret-check.ts";
import { ConfigError } from "./config-error.ts";

const never = () => false;

/** What encrypts tokens and secrets at rest. */
export function secretCipher({ secretKey, oldSecretKey }: SecretKeys, usesOld: () => boolean = never): Cipher {
  const cipher = cipherOf(secretKey);
  return oldSecretKey === null ? cipher : eitherCipher(cipher, cipherOf(oldSecretKey), usesOld);
}

/** What seals that is carried by others and forgotten soon: cursors, cookies. */
export function secretSealer({ secretKey, oldSecretKey }: SecretKeys, purpose: string, usesOld: () => boolean): Sealer {
  const sealer = createSealer(secretKey, purpose);
  return oldSecretKey === null ? sealer : eitherSealer(sealer, createSealer(oldSecretKey, purpose), usesOld);
}

/**
 * Claims a database for a server: it belongs to this key from then on, and its audit logs get codes. Gives the logs
 * that held entries before.
 */
export async function claimDatabase(
  { reader, performer }: { reader: Reader; performer: Performer },
  keys: SecretKeys,
): Promise<Anchored[]> {
  const kept = await findSecretCheck(reader);
  const secretCheck = kept === undefined ? null : readSecretCheck(keys, kept);
  if (secretCheck?.isAnchored) return [];
  await requireSameKey(reader, keys);
  const sealed = sealSecretCheck(secretCheck?.isOld ? keys.oldSecretKey! : keys.secretKey, false);
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

/** How soon a server knows that a rotation has begun, and writes with the new key, or nothing any more if it was not given that. */
export const LOOK_EVERY_MS = 1_000;

/** What the database says of a server's keys, as it was last looked at. */
interface KeyWatch {
  /** The old one of two is to be written with: until the rotation begins, because there may be servers that know no other yet. */
  usesOld(): boolean;
  /** The key was replaced, and this server was not given the new one. */
  hasOtherKey(): boolean;
  close(): void;
}

export async function watchKeys(reader: Reader, keys: SecretKeys, log: Pick<Logger, "error">): Promise<KeyWatch> {
  let [isOld, isOther] = [false, false];
  let seen: string | undefined;
  const look = async () => {
    const kept = await findSecretCheck(reader);
    if (kept === undefined || kept === seen) return;
    seen = kept;
    const wasOther = isOther;
    isOld = readSecretCheck(keys, kept)?.isOld === true;
    isOther = keyProblem(keys, kept) !== null;
    if (isOther && !wasOther) log.error(REPLACED);
  };
  await look();
  // A database that fails is told of where that is seen.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS).unref();
  return { usesOld: () => isOld, hasOtherKey: () => isOther, close: () => clearInterval(timer) };
}

const REPLACED =
  "RETEST_SECRET_KEY is not the key that the database belongs to any more: `retest secret rotate` has replaced it. Restart this server with the new key as RETEST_SECRET_KEY, and with the one before as RETEST_SECRET_KEY_OLD until the rotation is finished; it is not ready until then";

/** Writes nothing that others can't read, and says why when it can't read what others have written. */
export function watchedCipher(cipher: Cipher, { hasOtherKey }: KeyWatch): Cipher {
  return {
    encrypt(context, text) {
      if (hasOtherKey()) throw otherKeyFault();
      return cipher.encrypt(context, text);
    },
    decrypt(context, text) {
      try {
        return cipher.decrypt(context, text);
      } catch (error) {
        throw hasOtherKey() ? otherKeyFault() : error;
      }
    },
  };
}
