// The secret check: a short text that a database keeps encrypted with the operator's secret key. It tells to which key the database
// belongs, and whether a new one follows an old one.
import { type Cipher, createCipher } from "../../lib/crypto/cipher.ts";
import { Fault } from "../fault.ts";

export interface SecretKeys {
  secretKey: string;
  /** The former key, while it is replaced. */
  oldSecretKey: string | null;
}

export function cipherOf(secretKey: string): Cipher {
  return createCipher(secretKey, "secret/v1");
}

const SECRET_CHECK = "secret-check";
/**
 * The text that a database keeps encrypted once its audit logs are protected by the key; before, it keeps another text.
 * Without the key nobody can write this one, or put the other back.
 */
const ANCHORED = "anchored";
/** The mark that stands in the check's place during a rotation, encrypted with the new key. */
const ROTATING = "rotating";

/** What a database says of the key that it belongs to. */
interface SecretCheck {
  isAnchored: boolean;
  isRotating: boolean;
  /** Whether the database still belongs to the former key. */
  isOld: boolean;
}

/** Null if the database belongs to none of the keys. */
export function readSecretCheck({ secretKey, oldSecretKey }: SecretKeys, secretCheck: string): SecretCheck | null {
  const text = textOf(secretKey, secretCheck);
  const oldText = text === null && oldSecretKey !== null ? textOf(oldSecretKey, secretCheck) : null;
  const found = text ?? oldText;
  if (found === null) return null;
  return { isAnchored: found === ANCHORED || found === ROTATING, isRotating: found === ROTATING, isOld: text === null };
}

/** The mark of a database's key; `isRotating` says that both keys are needed until everything is encrypted anew. */
export function sealSecretCheck(secretKey: string, isRotating: boolean): string {
  return cipherOf(secretKey).encrypt(SECRET_CHECK, isRotating ? ROTATING : ANCHORED);
}

function textOf(secretKey: string, secretCheck: string): string | null {
  try {
    return cipherOf(secretKey).decrypt(SECRET_CHECK, secretCheck);
  } catch {
    return null;
  }
}

/** Why a database with this check can't be used with these keys; null if it can. */
export function keyProblem(keys: SecretKeys, secretCheck: string): "other" | "unfinished" | null {
  const found = readSecretCheck(keys, secretCheck);
  if (found === null) return "other";
  return found.isRotating && keys.oldSecretKey === null ? "unfinished" : null;
}

const OTHER_KEY =
  "This server's secret key is not the one that the database belongs to now: its operator must restart it with the right RETEST_SECRET_KEY. Other servers may answer.";

/** The refusal of a server whose key was replaced while it ran. */
export function otherKeyFault(): Fault {
  return new Fault("unavailable", OTHER_KEY);
}

/** Whether an error means another key; one from another thread is told by its text alone. */
export function isOtherKeyFault(error: unknown): boolean {
  return error instanceof Fault && error.message === OTHER_KEY;
}
