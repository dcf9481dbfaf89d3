// SHA-256 of a text.
import { hash } from "node:crypto";

/** In hexadecimal digits, unless another way of writing it is asked for. */
export function sha256(text: string, encoding: "hex" | "base64url" = "hex"): string {
  return hash("sha256", text, encoding);
}
