// Whether two texts are the same, in a time that tells nothing of where they differ.
import { timingSafeEqual } from "node:crypto";
import { sha256 } from "./sha256.ts";

export function isSameText(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));
}
