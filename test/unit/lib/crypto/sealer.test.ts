// Sealed values open for the same secret, purpose and context, unchanged, and for nothing else.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSealer, eitherSealer } from "../../../../src/lib/crypto/sealer.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const sealer = createSealer(SECRET, "cursor/v1");
const text = fc.string({ unit: "grapheme" });

describe("a sealed value", () => {
  test("opens to what was sealed, on another server with the same secret too", () => {
    const elsewhere = createSealer(SECRET, "cursor/v1");
    fc.assert(
      fc.property(text, text, (context, payload) => {
        expect(elsewhere.open(context, sealer.seal(context, payload))).toBe(payload);
      }),
    );
  });

  test("is spelled in letters that need no encoding in an address", () => {
    fc.assert(
      fc.property(text, text, (context, payload) => {
        expect(sealer.seal(context, payload)).toMatch(/^[\w-]+$/);
      }),
    );
  });

  test("does not open in another context", () => {
    fc.assert(
      fc.property(text, text, text, (context, other, payload) => {
        fc.pre(context !== other);
        expect(sealer.open(other, sealer.seal(context, payload))).toBeUndefined();
      }),
    );
  });

  test("does not open with another secret or for another purpose", () => {
    const others = [createSealer(`${SECRET}0`, "cursor/v1"), createSealer(SECRET, "session/v1")];
    fc.assert(
      fc.property(text, text, (context, payload) => {
        const sealed = sealer.seal(context, payload);
        for (const other of others) expect(other.open(context, sealed)).toBeUndefined();
      }),
    );
  });

  test("does not open with any one character changed, even where decoding gives the same bytes", () => {
    for (const payload of ["a", "ab", "abc"]) {
      const sealed = sealer.seal("context", payload);
      for (let at = 0; at < sealed.length; at++) {
        for (const char of ALPHABET) {
          if (char === sealed[at]) continue;
          const changed = sealed.slice(0, at) + char + sealed.slice(at + 1);
          expect(sealer.open("context", changed), changed).toBeUndefined();
        }
      }
    }
  });

  test("does not open with anything put in, left out or added", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.string({ unit: "binary", minLength: 1, maxLength: 4 }), (payload, seed, more) => {
        const sealed = sealer.seal("context", payload);
        const at = seed % sealed.length;
        expect(sealer.open("context", sealed.slice(0, at) + more + sealed.slice(at))).toBeUndefined();
        expect(sealer.open("context", sealed.slice(0, at) + sealed.slice(at + 1))).toBeUndefined();
        expect(sealer.open("context", sealed + more)).toBeUndefined();
      }),
    );
  });

  test("whatever is invented does not open and does not throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (invented) => {
        expect(sealer.open("context", invented)).toBeUndefined();
      }),
    );
  });
});

test("while one key follows another, what either has sealed opens, and the one in use seals", () => {
  const next = createSealer("n".repeat(32), "cursor/v1");
  let usesFormer = true;
  const either = eitherSealer(next, sealer, () => usesFormer);
  const before = either.seal("page", "here");
  usesFormer = false;
  const after = either.seal("page", "here");
  expect([sealer.open("page", before), next.open("page", after)]).toEqual(["here", "here"]);
  expect([either.open("page", before), either.open("page", after), either.open("other", before)]).toEqual([
    "here",
    "here",
    undefined,
  ]);
});
