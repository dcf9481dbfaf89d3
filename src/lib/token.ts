// API keys as text: a prefix, 160 random bits, and a checksum that refuses a mistyped key without a look-up.
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { digits, randomText } from "./ids.ts";

const PREFIX = "rt_";
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 7;

export function newToken(): string {
  const body = PREFIX + randomText(RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether the text has the form of a key and its checksum is right; says nothing of whether the key exists. */
export function isToken(text: string): boolean {
  if (text.length !== PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH || !text.startsWith(PREFIX)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksum(body);
}

/** What is stored of a key: 160 random bits need no slow hash. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function checksum(body: string): string {
  return digits(crc32(body) >>> 0, CHECKSUM_LENGTH);
}
