// Passwords that were stolen elsewhere and are tried first by whoever guesses, though no rule finds anything common in them.
import { sha256 } from "../../lib/crypto/sha256.ts";
import { STOLEN_HASHES } from "./stolen-password-hashes.ts";

/** Characters of a hash that are kept, 36 bits: one in ten million other passwords is taken for one of these. */
const KEPT = 6;

let known: ReadonlySet<string> | undefined;

/** Whether a password is on the list; `text` must be in small letters. */
export function isStolen(text: string): boolean {
  known ??= new Set(STOLEN_HASHES.match(/[\w-]{6}/g));
  return known.has(stolenHash(text));
}

/** The shortened hash that is listed for a stolen password. */
export function stolenHash(text: string): string {
  return sha256(text, "base64url").slice(0, KEPT);
}
