// Encrypted text is read with the same key, for the same purpose, in the same context, unchanged, and not otherwise.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCipher } from "../../../../src/lib/crypto/cipher.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const UNREADABLE = /^A stored secret can't be read/;
const cipher = createCipher(SECRET, "secret/v1");
const text = fc.string({ unit: "grapheme" });

describe("encrypted text", () => {
  test("is read again, on another server with the same secret too", () => {
    const elsewhere = createCipher(SECRET, "secret/v1");
    fc.assert(
      fc.property(text, text, (context, plain) => {
        expect(elsewhere.decrypt(context, cipher.encrypt(context, plain))).toBe(plain);
      }),
    );
  });

  test("names its key and is spelled in plain letters", () => {
    expect(cipher.encrypt("here", "Grüße")).toMatch(/^k1:[\w-]+$/);
  });

  test("is as long as a nonce of 12 bytes, a tag of 16 and the text", () => {
    const bytes = Buffer.from(cipher.encrypt("here", "12345").slice(3), "base64url");
    expect(bytes.length).toBe(12 + 16 + 5);
  });

  test("is never the same twice and shows nothing of the text", () => {
    const all = Array.from({ length: 1_000 }, () => cipher.encrypt("here", "the same text"));
    expect(new Set(all).size).toBe(all.length);
    for (const one of all) expect(Buffer.from(one.slice(3), "base64url").includes("same")).toBe(false);
  });

  test("that was written down long ago is still read", () => {
    const written = "k1:FQJygGQhxB3Dp825OWhTgAiv3Mr9zW9CLJT4MiUWsuXXnzUt";
    expect(cipher.decrypt("webhooks.wh_1.secret", written)).toBe("a secret");
  });

  test("is not read in another context", () => {
    fc.assert(
      fc.property(text, text, text, (context, other, plain) => {
        fc.pre(context !== other);
        expect(() => cipher.decrypt(other, cipher.encrypt(context, plain))).toThrow(UNREADABLE);
      }),
    );
  });

  test.each([
    ["another secret", createCipher(`${SECRET}0`, "secret/v1")],
    ["another purpose", createCipher(SECRET, "secret/v2")],
  ])("is not read with %s", (_name, other) => {
    expect(() => other.decrypt("here", cipher.encrypt("here", "text"))).toThrow(UNREADABLE);
  });

  test("is not read with any one character changed, even where decoding gives the same bytes", () => {
    for (const plain of ["", "a", "ab"]) {
      const hidden = cipher.encrypt("here", plain);
      for (let at = 3; at < hidden.length; at++) {
        for (const char of ALPHABET) {
          if (char === hidden[at]) continue;
          const changed = hidden.slice(0, at) + char + hidden.slice(at + 1);
          expect(() => cipher.decrypt("here", changed), changed).toThrow(UNREADABLE);
        }
      }
    }
  });

  test.each([
    ["nothing", () => ""],
    ["the prefix alone", () => "k1:"],
    ["no prefix", (hidden: string) => hidden.slice(3)],
    ["another key's name", (hidden: string) => hidden.replace("k1:", "k2:")],
    ["its prefix in capitals", (hidden: string) => hidden.replace("k1:", "K1:")],
    ["its end cut off", (hidden: string) => hidden.slice(0, -4)],
    ["all but nonce and tag cut off", (hidden: string) => hidden.slice(0, 3 + 37)],
    ["a tag cut short", (hidden: string) => hidden.slice(0, 3 + 32)],
    ["padding behind it", (hidden: string) => `${hidden}=`],
    ["a line break behind it", (hidden: string) => `${hidden}\n`],
    ["a space in it", (hidden: string) => `${hidden.slice(0, 10)} ${hidden.slice(10)}`],
    ["more behind it", (hidden: string) => `${hidden}AAAA`],
    ["plain text", () => "a secret that was never encrypted, forty characters"],
  ])("%s is not read", (_name, change) => {
    expect(() => cipher.decrypt("here", change(cipher.encrypt("here", "some longer text")))).toThrow(UNREADABLE);
  });

  test("the failure says nothing of the text or the key", () => {
    try {
      cipher.decrypt("elsewhere", cipher.encrypt("here", "hush"));
      expect.unreachable();
    } catch (error) {
      expect((error as Error).constructor).toBe(Error);
      expect(String(error)).not.toContain("hush");
      expect((error as Error).cause).toBeUndefined();
    }
  });

  test("whatever is invented is refused", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (invented) => {
        expect(() => cipher.decrypt("here", invented)).toThrow(UNREADABLE);
        expect(() => cipher.decrypt("here", `k1:${invented}`)).toThrow(UNREADABLE);
      }),
    );
  });
});
