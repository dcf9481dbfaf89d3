// An id in the form of a random UUID that is always the same for the same text: whoever is given it twice knows it again.
import { sha256 } from "./sha256.ts";

export function derivedUuid(text: string): string {
  const hex = sha256(text);
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
}
