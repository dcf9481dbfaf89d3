// The operator's secret key: what it encrypts, and whether it is the one that a database was used with.

import { type Anchored, anchorAudits } from "../actions/workspace/change-workspace.ts";
import type { Performer } from "../engine/performer.ts";
import { type Cipher, createCipher } from "../lib/crypto/cipher.ts";
import type { Reader } from "../storage/database/database.ts";
import { findSecretCheck } from "../storage/workspace/sealed-word.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";

/** What encrypts tokens and secrets at rest. */
export function secretCipher({ secretKey }: Pick<Config, "secretKey">): Cipher {
  return createCipher(secretKey, "secret/v1");
}

const SECRET_CHECK = "secret-check";
/**
 * The text that a database keeps encrypted once its audit logs are protected by the key; before, it keeps another text.
 * Without the key nobody can write this one, or put the other back.
 */
const ANCHORED = "anchored";

/**
 * For a database that a server is to use: from then on it belongs to this key, and its audit logs are vouched for. Gives the logs that
 * held entries from before that.
 */
export async function claimDatabase(
  { reader, performer }: { reader: Reader; performer: Performer },
  cipher: Cipher,
): Promise<Anchored[]> {
  const kept = await findSecretCheck(reader);
  if (kept !== undefined && isAnchored(cipher, kept)) return [];
  await requireSameKey(reader, cipher);
  const sealed = cipher.encrypt(SECRET_CHECK, ANCHORED);
  const anchored = await performer.perform(anchorAudits, { sealed, replaced: kept ?? "" });
  // Another server may have come first, with another key.
  await requireSameKey(reader, cipher);
  return anchored;
}

/** Throws when the tokens and secrets in this database were encrypted with another key. */
export async function requireSameKey(reader: Reader, cipher: Cipher): Promise<void> {
  const kept = await findSecretCheck(reader);
  if (kept === undefined || opensSecrets(cipher, kept)) return;
  throw new ConfigError(
    "RETEST_SECRET_KEY is not the key that this database was used with: its tokens and secrets can't be read with it.",
  );
}

/** Whether it is the key of the database that keeps this word. */
export function opensSecrets(cipher: Cipher, secretCheck: string): boolean {
  return wordIn(cipher, secretCheck) !== null;
}

/** Whether the audit logs of the database that keeps this word are vouched for. */
export function isAnchored(cipher: Cipher, secretCheck: string): boolean {
  return wordIn(cipher, secretCheck) === ANCHORED;
}

function wordIn(cipher: Cipher, secretCheck: string): string | null {
  try {
    return cipher.decrypt(SECRET_CHECK, secretCheck);
  } catch {
    return null;
  }
}
