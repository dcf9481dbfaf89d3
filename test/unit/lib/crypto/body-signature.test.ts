// Signatures: known answers, a second implementation's opinion, and every way to be wrong.
import { readFileSync } from "node:fs";
import { sign as otherSign, verify as otherVerify } from "@octokit/webhooks-methods";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSignedWith, sign } from "../../../../src/lib/crypto/body-signature.ts";

interface Vector {
  from: string;
  secret: string;
  signed: string;
  hmac: string;
  header: string;
}

const vectors: Vector[] = JSON.parse(
  readFileSync(new URL("../../../samples/signature-vectors.json", import.meta.url), "utf8"),
);
const SECRET = "a-secret-of-some-length-0001";
const BODY = Buffer.from('{"title":"Gr\u00fc\u00dfe"}');
const GOOD = sign(SECRET, BODY);
const HEX = GOOD.slice("sha256=".length);

describe("known answers", () => {
  test.each(vectors)("the HMAC of $from comes out as published", ({ secret, signed, hmac }) => {
    expect(sign(secret, Buffer.from(signed))).toBe(`sha256=${hmac}`);
  });

  test.each(vectors)("a header of $from is accepted only if it has our form", ({ secret, signed, hmac, header }) => {
    expect(isSignedWith(secret, Buffer.from(signed), header)).toBe(header === `sha256=${hmac}`);
    expect(isSignedWith(secret, Buffer.from(signed), `sha256=${hmac}`)).toBe(true);
  });

  test("some of them have our form and some have not", () => {
    const ours = vectors.filter(({ hmac, header }) => header === `sha256=${hmac}`);
    expect(ours.length).toBeGreaterThanOrEqual(3);
    expect(vectors.length - ours.length).toBeGreaterThanOrEqual(8);
  });
});

describe("another implementation", () => {
  const payload = fc.string({ unit: "grapheme", minLength: 1 });
  const secret = fc.string({ unit: "grapheme", minLength: 1, maxLength: 256 });

  test("accepts what we sign, byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(secret, payload, async (key, text) => {
        expect(await otherVerify(key, text, sign(key, Buffer.from(text)))).toBe(true);
        expect(await otherVerify(key, `${text}\n`, sign(key, Buffer.from(text)))).toBe(false);
      }),
    );
  });

  test("signs what we accept", async () => {
    await fc.assert(
      fc.asyncProperty(secret, payload, async (key, text) => {
        expect(isSignedWith(key, Buffer.from(text), await otherSign(key, text))).toBe(true);
      }),
    );
  });
});

describe("a signature", () => {
  test("covers bytes that are no text, and no bytes at all", () => {
    for (const body of [Buffer.from([0xff, 0x00, 0xfe]), Buffer.alloc(0)]) {
      expect(isSignedWith(SECRET, body, sign(SECRET, body))).toBe(true);
    }
  });

  test("may be written in capital digits", () => {
    expect(isSignedWith(SECRET, BODY, `sha256=${HEX.toUpperCase()}`)).toBe(true);
  });

  test.each([
    ["is missing", undefined],
    ["is empty", ""],
    ["has nothing behind its prefix", "sha256="],
    ["has no prefix", HEX],
    ["is a SHA-1 by its prefix", `sha1=${HEX}`],
    ["is a SHA-1 of the length of a SHA-1", `sha1=${HEX.slice(0, 40)}`],
    ["has its prefix in capitals", `SHA256=${HEX}`],
    ["has digits that are none", `sha256=${"z".repeat(64)}`],
    ["has one digit that is none at its end", `sha256=${HEX.slice(0, 63)}z`],
    ["has a wide digit", `sha256=${HEX.slice(0, 63)}\uff11`],
    ["lacks a digit", GOOD.slice(0, -1)],
    ["lacks a byte", GOOD.slice(0, -2)],
    ["has a byte more", `${GOOD}00`],
    ["stands twice, joined with a comma", `${GOOD}, ${GOOD}`],
    ["has a space behind it", `${GOOD} `],
    ["has a space before it", ` ${GOOD}`],
    ["has a space behind its prefix", `sha256= ${HEX}`],
    ["has a line break behind it", `${GOOD}\n`],
    ["is in base64", `sha256=${Buffer.from(HEX, "hex").toString("base64")}`],
    ["is all zeroes", `sha256=${"0".repeat(64)}`],
  ])("that %s is refused", (_name, header) => {
    expect(isSignedWith(SECRET, BODY, header)).toBe(false);
  });

  test.each([
    ["the same JSON spelled anew", Buffer.from('{"title": "Gr\u00fc\u00dfe"}')],
    ["the body and a line break", Buffer.concat([BODY, Buffer.from("\n")])],
    ["the body in decomposed letters", Buffer.from(BODY.toString().normalize("NFD"))],
    ["the body as a form field", Buffer.from(`payload=${encodeURIComponent(BODY.toString())}`)],
    ["the body with a mark of its byte order", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), BODY])],
    ["an empty body", Buffer.alloc(0)],
  ])("of %s is refused", (_name, other) => {
    expect(isSignedWith(SECRET, BODY, sign(SECRET, other))).toBe(false);
  });

  test.each([
    ["an older secret", "an-older-secret-of-some-length"],
    ["the secret and a space", `${SECRET} `],
    ["the secret in capitals", SECRET.toUpperCase()],
    ["the secret without its prefix", SECRET.slice(2)],
    ["no secret", ""],
  ])("made with %s is refused", (_name, other) => {
    expect(isSignedWith(SECRET, BODY, sign(other, BODY))).toBe(false);
  });

  test("never counts when there is no secret to check it with", () => {
    expect(isSignedWith("", BODY, sign("", BODY))).toBe(false);
  });

  test("with any one digit changed is refused", () => {
    for (let at = 7; at < GOOD.length; at++) {
      const changed = GOOD.slice(0, at) + (GOOD[at] === "0" ? "1" : "0") + GOOD.slice(at + 1);
      expect(isSignedWith(SECRET, BODY, changed), changed).toBe(false);
    }
  });

  test("that is invented is refused and nothing is thrown", () => {
    const invented = fc.oneof(
      fc.string({ unit: "binary", maxLength: 100 }),
      fc.string({ unit: "binary", minLength: 64, maxLength: 64 }).map((text) => `sha256=${text}`),
      fc.constant(["sha256=", "sha256="] as unknown as string),
    );
    fc.assert(fc.property(invented, (header) => !isSignedWith(SECRET, BODY, header)));
  });

  test("is keyed with the bytes of the whole secret, whatever its letters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.uint8Array(), (secret, bytes) => {
        const body = Buffer.from(bytes);
        expect(isSignedWith(secret, body, sign(secret, body))).toBe(true);
        expect(isSignedWith(`${secret}x`, body, sign(secret, body))).toBe(false);
      }),
    );
  });
});
