// SHA-256 of a text.
import { hash } from "node:crypto";

/** The digest in hexadecimal digits, unless another form is asked for. */
export function sha256(text: string, encoding: "hex" | "base64url" = "hex"): string {
  return hash("sha256", text, encoding);
}
