// Reading JSON that strangers send: strict UTF-8, a byte order mark, and a cap on depth.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson } from "../../src/lib/json.ts";

const read = (text: string) => readJson(Buffer.from(text));
const nested = (depth: number, inner = "1") => "[".repeat(depth) + inner + "]".repeat(depth);

describe("readJson", () => {
  test("gives back every value that JSON can hold", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  test("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        expect(typeof readJson(Buffer.from(bytes)).ok).toBe("boolean");
      }),
    );
  });

  test.each([
    ["a UTF-8 byte order mark is skipped", Buffer.from("\ufeff{}"), true],
    ["a second byte order mark is not", Buffer.from("\ufeff\ufeff{}"), false],
    ["a byte order mark alone is no JSON", Buffer.from("\ufeff"), false],
    ["nothing is no JSON", Buffer.alloc(0), false],
    ["UTF-16 is refused", Buffer.from("\ufeff{}", "utf16le"), false],
    ["an overlong form is refused", Buffer.from([0x22, 0xc0, 0xaf, 0x22]), false],
    ["an encoded surrogate is refused", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), false],
    ["a lone continuation byte is refused", Buffer.from([0x22, 0x80, 0x22]), false],
    ["a character cut short is refused", Buffer.from([0x22, 0xf0, 0x9f, 0x98, 0x22]), false],
    ["an emoji is accepted", Buffer.from('"😀"'), true],
  ])("%s", (_name, bytes, ok) => {
    expect(readJson(bytes).ok).toBe(ok);
  });

  test("512 levels are read, 513 are refused", () => {
    expect(read(nested(512)).ok).toBe(true);
    expect(read(nested(513))).toEqual({ ok: false, why: expect.stringContaining("512") });
    expect(read(`${"[".repeat(256)}${'{"a":'.repeat(257)}1${"}".repeat(257)}${"]".repeat(256)}`).ok).toBe(false);
  });

  test("brackets inside strings are text, also behind escaped quotes", () => {
    const texts = ["[".repeat(5_000), `"${"[".repeat(5_000)}`, `\\"${"{".repeat(5_000)}`, `\\${"[".repeat(5_000)}`];
    for (const text of texts) expect(read(JSON.stringify([text]))).toEqual({ ok: true, value: [text] });
  });

  test("many levels side by side are not deep", () => {
    expect(read(`[${Array(5_000).fill("[[]]").join(",")}]`).ok).toBe(true);
  });

  test("closing brackets first don't buy depth", () => {
    expect(read(`${"]".repeat(10_000)}${"[".repeat(10_000)}`).ok).toBe(false);
  });

  test.each([
    ["brackets", Buffer.from("[".repeat(1_048_576))],
    ["objects", Buffer.from('{"a":'.repeat(200_000))],
    ["escapes", Buffer.from(`"${"\\".repeat(1_048_574)}"`)],
    ["quotes", Buffer.from('"'.repeat(1_048_576))],
  ])("a megabyte of %s is refused without a pause", (_name, bytes) => {
    const fastest = Math.min(
      ...Array.from({ length: 5 }, () => {
        const start = performance.now();
        readJson(bytes);
        return performance.now() - start;
      }),
    );
    expect(fastest).toBeLessThan(50);
  });

  test("__proto__ becomes a plain field and leaves prototypes alone", () => {
    const reading = read('{"__proto__":{"polluted":1}}');
    expect(reading.ok && Object.keys(reading.value as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
