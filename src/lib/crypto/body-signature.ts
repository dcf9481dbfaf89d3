// Signatures of bodies: `sha256=` and the HMAC-SHA256 of the exact bytes, as GitHub and others write it too; some tools put
// another word in front of the digits, or none.
import { hmacSha256 } from "./hmac.ts";

const PREFIX = "sha256=";
const HEX_LENGTH = 64;

/** The key is the whole secret as it is shown, in UTF-8. */
export function sign(secret: string, body: Buffer): string {
  return PREFIX + hmacSha256(secret, body);
}

/** Whether the header is this body's signature. Takes the same time wherever a wrong one differs, and never throws. */
export function isSignedWith(secret: string, body: Buffer, header: unknown, prefix = PREFIX): boolean {
  return secret !== "" && isSignature(header, prefix) && isSameHex(hmacSha256(secret, body), header, prefix.length);
}

/** Whether the header could be the signature of some body. */
export function isSignature(header: unknown, prefix = PREFIX): header is string {
  return typeof header === "string" && header.length === prefix.length + HEX_LENGTH && header.startsWith(prefix);
}

/** Every digit is looked at, whichever differ; capital letters count as small ones. */
function isSameHex(digest: string, header: string, start: number): boolean {
  let difference = 0;
  for (let i = 0; i < HEX_LENGTH; i++) {
    const unit = header.charCodeAt(start + i);
    const isCapital = unit >= 0x41 && unit <= 0x46;
    difference |= digest.charCodeAt(i) ^ (isCapital ? unit + 0x20 : unit);
  }
  return difference === 0;
}
