// The operator's secret key: what it encrypts, and whether it is the one that a database was used with.

import type { Performer } from "./actions/perform.ts";
import { type Config, ConfigError } from "./config.ts";
import { type Cipher, createCipher } from "./lib/cipher.ts";
import type { Reader } from "./storage/database.ts";
import { findSecretCheck } from "./storage/secret-checks.ts";

/** What encrypts tokens and secrets at rest. */
export function secretCipher({ secretKey }: Pick<Config, "secretKey">): Cipher {
  return createCipher(secretKey, "secret/v1");
}

const SECRET_CHECK = "secret-check";

/** Throws when the tokens and secrets in this database were encrypted with another key. */
export async function requireSecretKey(
  { reader, performer }: { reader: Reader; performer: Performer },
  cipher: Cipher,
): Promise<void> {
  const kept =
    (await findSecretCheck(reader)) ??
    (await performer.perform("keepSecretCheck", { sealed: cipher.encrypt(SECRET_CHECK, SECRET_CHECK) }));
  if (!opensSecrets(cipher, kept)) {
    throw new ConfigError(
      "RETEST_SECRET_KEY is not the key that this database was used with: its tokens and secrets can't be read with it.",
    );
  }
}

/** Whether it is the key of the database that keeps this word. */
export function opensSecrets(cipher: Cipher, secretCheck: string): boolean {
  try {
    cipher.decrypt(SECRET_CHECK, secretCheck);
    return true;
  } catch {
    return false;
  }
}
