// Codes that an authenticator app shows: RFC 6238 with SHA-1, six digits and thirty seconds, which is what every such app knows.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const STEP_MS = 30_000;
const DIGITS = 6;
/** The length of SHA-1's output. */
const SECRET_BYTES = 20;
/** Clocks differ: the code of the step before and that of the next count, too. */
const TOLERANCE = [0, -1, 1];
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret in base 32, as it is typed into an app. */
export function newTotpSecret(): string {
  let text = "";
  let [bits, held] = [0, 0];
  for (const byte of randomBytes(SECRET_BYTES)) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >>> (bits - 5)) & 31];
  }
  return text;
}

/** The step that a code is of, around this moment; undefined if it is of none. */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = Math.floor(now / STEP_MS);
  const given = Buffer.from(code);
  return TOLERANCE.map((by) => current + by).find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), given));
}

/** The code of one step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const value = mac.readUInt32BE(mac[mac.length - 1]! & 15) & 0x7fffffff;
  return String(value % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** What an app reads from a QR code. `issuer` says whose account it is, `account` which. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

function bytesOf(secret: string): Buffer {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const letter of secret) {
    held = ((held << 5) | BASE32.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >>> bits) & 255);
  }
  return Buffer.from(bytes);
}
