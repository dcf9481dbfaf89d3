// API keys as text: 160 random bits and a checksum that catches mistyping.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLongToken, isToken, newLongToken, newToken, tokenHash } from "../../../../src/lib/crypto/token.ts";

describe("tokens", () => {
  test("a key begins with rt_, holds 32 characters of five random bits and a checksum", () => {
    expect(newToken()).toMatch(/^rt_[0-9a-hjkmnp-tv-z]{32}[0-9a-hjkmnp-tv-z]{7}$/);
  });

  test("every new key is a key, and none comes twice", () => {
    const tokens = Array.from({ length: 5_000 }, newToken);
    expect(tokens.every(isToken)).toBe(true);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test("a key with any one character changed is no key", () => {
    const token = newToken();
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: token.length - 1 }),
        fc.string({ minLength: 1, maxLength: 1 }),
        (at, char) => {
          fc.pre(token[at] !== char);
          expect(isToken(token.slice(0, at) + char + token.slice(at + 1))).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("a key with two neighbours swapped is no key", () => {
    const token = newToken();
    for (let i = 3; i < token.length - 1; i++) {
      if (token[i] === token[i + 1]) continue;
      const swapped = token.slice(0, i) + token[i + 1]! + token[i]! + token.slice(i + 2);
      expect(isToken(swapped), swapped).toBe(false);
    }
  });

  test("whatever else is sent is no key", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => !isToken(text)));
    fc.assert(fc.property(fc.string({ minLength: 39, maxLength: 39 }), (text) => !isToken(`rt_${text}`)));
  });

  test.each([
    ["cut short", (token: string) => token.slice(0, -1)],
    ["with more behind it", (token: string) => `${token}0`],
    ["in capitals", (token: string) => token.toUpperCase()],
    ["with spaces around it", (token: string) => ` ${token} `],
    ["of another prefix", (token: string) => token.replace("rt_", "rk_")],
  ])("a key %s is no key", (_name, change) => {
    expect(isToken(change(newToken()))).toBe(false);
  });

  test("what is stored is the SHA-256 of the whole key", () => {
    const token = newToken();
    expect(tokenHash(token)).toBe(createHash("sha256").update(token).digest("hex"));
  });

  test("a session's token is 256 random bits, and none comes twice", () => {
    const tokens = Array.from({ length: 1_000 }, newLongToken);
    expect(tokens.every((token) => isLongToken(token) && Buffer.from(token, "base64url").length === 32)).toBe(true);
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});
