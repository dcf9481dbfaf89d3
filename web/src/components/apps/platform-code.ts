// A platform's code, made of its label: what the API, files and webhooks call it by.
import { MAX_CODE } from "../../../../src/wire/limits.ts";

/** A code made from the label that none of `taken` is. */
export function platformCode(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, MAX_CODE - 3);
  const base = plain === "" ? "platform" : plain;
  for (let n = 1; ; n++) {
    const code = n === 1 ? base : `${base}-${n}`;
    if (!taken.includes(code)) return code;
  }
}
