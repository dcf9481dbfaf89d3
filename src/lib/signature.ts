// Signatures of bodies: `sha256=` and the HMAC-SHA256 of the exact bytes, as GitHub and others write it too; some tools put
// another word in front of the digits, or none.
import { createHmac, timingSafeEqual } from "node:crypto";

const PREFIX = "sha256=";
const HEX_LENGTH = 64;

/** The key is the whole secret as it is shown, in UTF-8. */
export function sign(secret: string, body: Buffer): string {
  return PREFIX + digest(secret, body).toString("hex");
}

/** Whether the header is this body's signature. Takes the same time wherever a wrong one differs, and never throws. */
export function isSignedWith(secret: string, body: Buffer, header: unknown, prefix = PREFIX): boolean {
  if (secret === "" || typeof header !== "string" || !isWellFormed(header, prefix)) return false;
  return timingSafeEqual(Buffer.from(header.slice(prefix.length), "hex"), digest(secret, body));
}

function digest(secret: string, body: Buffer): Buffer {
  return createHmac("sha256", Buffer.from(secret, "utf8")).update(body).digest();
}

/** Decoding stops silently at what is no hex digit, so every digit is looked at first. */
function isWellFormed(header: string, prefix: string): boolean {
  if (header.length !== prefix.length + HEX_LENGTH || !header.startsWith(prefix)) return false;
  for (let i = prefix.length; i < header.length; i++) if (!isHexDigit(header.charCodeAt(i))) return false;
  return true;
}

function isHexDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x66) || (unit >= 0x41 && unit <= 0x46);
}
