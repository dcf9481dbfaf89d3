// Reading JSON that strangers send: strict UTF-8, a byte order mark, and a cap on depth.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson } from "../../../../src/lib/formats/json.ts";
import { expectLinear } from "../../../support/machine/linear-time.ts";
import { randomFrom } from "../../../support/machine/seeded-random.ts";

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

  test("a long string ends at its own quote, whatever is escaped before it", () => {
    const random = randomFrom(5);
    const piece = () => random.pick(["\\", '"', "[", "a".repeat(random.below(150)), '\\\\"', "é"]);
    for (let n = 0; n < 300; n++) {
      const text = Array.from({ length: random.below(40) }, piece).join("");
      const value = { [text]: [text, 1], end: text };
      expect(read(JSON.stringify(value))).toEqual({ ok: true, value });
    }
    const deep = `{"a":${JSON.stringify('"'.repeat(200))},"b":${"[".repeat(600)}${"]".repeat(600)}}`;
    expect(read(deep)).toMatchObject({ ok: false });
  });

  test("many levels side by side are not deep", () => {
    expect(read(`[${Array(5_000).fill("[[]]").join(",")}]`).ok).toBe(true);
  });

  test("closing brackets first don't buy depth", () => {
    expect(read(`${"]".repeat(10_000)}${"[".repeat(10_000)}`).ok).toBe(false);
  });

  test.each([
    ["brackets", (size: number) => "[".repeat(size)],
    ["objects", (size: number) => '{"a":'.repeat(size / 5)],
    ["escapes", (size: number) => `"${"\\".repeat(2 * Math.floor(size / 2) - 3)}"`],
    ["quotes", (size: number) => '"'.repeat(size)],
  ])("a megabyte of %s is refused in linear time", async (_name, make) => {
    await expectLinear(1_048_576, (size) => {
      const bytes = Buffer.from(make(size));
      expect(readJson(bytes).ok).toBe(false);
      return () => readJson(bytes);
    });
  });

  test("__proto__ becomes a plain field and leaves prototypes alone", () => {
    const reading = read('{"__proto__":{"polluted":1}}');
    expect(reading.ok && Object.keys(reading.value as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("numbers that would be spelled otherwise once they are read", () => {
  const keep = (text: string) => readJson(Buffer.from(text), { keepDigits: true });

  test.each<[text: string, value: unknown]>([
    ["9007199254740993", "9007199254740993"],
    ["[9007199254740992,9007199254740993]", ["9007199254740992", "9007199254740993"]],
    ['{"id":-12345678901234567.25e+10}', { id: "-12345678901234567.25e+10" }],
    ['{"a":{"b":[ 1234567890123456 ]},"c":"ö"}', { a: { b: ["1234567890123456"] }, c: "ö" }],
    ['{"ö":1234567890123456,"😀":12345678901234567}', { ö: "1234567890123456", "😀": "12345678901234567" }],
    ["123456789012345", 123456789012345],
    ['{"n":40,"m":0.5,"o":-7,"t":1772439295000}', { n: 40, m: 0.5, o: -7, t: 1_772_439_295_000 }],
    ["[1.10,1e2,1E2,100.0,1e+2,0.0,-0]", ["1.10", "1e2", "1E2", "100.0", "1e+2", "0.0", "-0"]],
    ["[0.0000001,-1.50]", ["0.0000001", "-1.50"]],
    ["1.0", "1.0"],
    ['["1.0","1e2 01"]', ["1.0", "1e2 01"]],
    ['"1234567890123456789"', "1234567890123456789"],
    ['["a 1234567890123456789 b","\\"1234567890123456789"]', ["a 1234567890123456789 b", '"1234567890123456789']],
    ["1e400", "1e400"],
    ["[]", []],
  ])("%s", (text, value) => expect(keep(text)).toEqual({ ok: true, value }));

  test("are numbers as ever when nobody asks", () => {
    expect(read("[9007199254740993]")).toEqual({ ok: true, value: [Number("9007199254740993")] });
  });

  test.each([
    ...["{1234567890123456789:1}", "[01234567890123456]", "[1234567890123456.]", "[-.1234567890123456]"],
    ...[
      "[1234567890123456 1]",
      '["a"1234567890123456]',
      "[+1234567890123456]",
      "[12345678901234567890e]",
      "[1-234567890123456]",
    ],
    ...["[1234567890123456", "01", ".5", "1.", "-", "[01.0]", "[1.0.0]", "[1e]", "[+1.0]", "{1.0:1}", "1.0 1.0"],
  ])("%s stays no JSON", (text) => expect(keep(text).ok).toBe(false));

  test("the depth is checked in the same pass", () => {
    expect(keep(nested(512, "12345678901234567890")).ok).toBe(true);
    expect(keep(nested(513))).toEqual({ ok: false, why: expect.stringContaining("512") });
  });

  test("every other value is what it is without asking", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        const kept = keep(text);
        expect(kept.ok && JSON.stringify(kept.value, unquoted)).toBe(JSON.stringify(JSON.parse(text), unquoted));
      }),
    );
  });

  test.each([
    ["a million digits", (size: number) => "1".repeat(size)],
    ["60,000 long numbers", (size: number) => `[${"1234567890123456,".repeat(size / 17)}1]`],
    ["250,000 numbers that are written otherwise", (size: number) => `[${"1.0,".repeat(size / 4)}1]`],
  ])("%s are read in linear time", async (_name, make) => {
    await expectLinear(1_000_000, (size) => {
      const body = Buffer.from(make(size));
      return () => readJson(body, { keepDigits: true });
    });
  });
});

describe("a body with more different fields than may be", () => {
  const fields = (count: number, name = "k") => Array.from({ length: count }, (_, i) => `"${name}${i}":1`).join(",");
  const few = (text: string, maxNamesDepth?: number) =>
    readJson(Buffer.from(text), { maxNames: 10, ...(maxNamesDepth !== undefined && { maxNamesDepth }) });
  const refused = { ok: false, isWide: true, why: "it has more than 10 different field names" };

  test.each([
    `{${fields(11)}}`,
    ` \n{"a" : [1,{"b"\n:2}],"c":"}{",${fields(8)}}`,
    `{${fields(11)}`,
    `{"a":[{"b":2,"c":[]},{${fields(8)}}]}`,
    `[[1,2],{${fields(6)}},{${fields(6, "l")}}]`,
  ])("%s is refused unread", (text) => expect(few(text)).toEqual(refused));

  test.each([
    `{${fields(10)}}`,
    `{"a":{${fields(7)}},"b":[${"1,".repeat(30)}1],"c":"${",".repeat(30)}","a":{${fields(7)}}}`,
    `[${Array(30)
      .fill(`{${fields(10)}}`)
      .join(",")}]`,
    `[${Array.from({ length: 30 }, (_, i) => `"${i}"`).join(",")}]`,
    `"${'\\":'.repeat(30)}"`,
  ])("%s is not", (text) => expect(few(text)).toEqual({ ok: true, value: JSON.parse(text) }));

  test("what lies deeper than is asked may have any number", () => {
    const text = `{"a":{${fields(30)}}}`;
    expect(few(text, 1)).toEqual({ ok: true, value: JSON.parse(text) });
    expect(few(text, 2)).toEqual(refused);
  });

  test.each([",".repeat(60), `]}],${",".repeat(60)}`, '"":'.repeat(30)])("%s stays no JSON", (text) => {
    expect(few(text)).toEqual({ ok: false, why: "it does not parse" });
  });

  test("names that differ are mostly told apart, and those that don't always", () => {
    const names = (count: number) => `{${Array.from({ length: count }, (_, i) => `"field_${i}":0`).join(",")}}`;
    const read = (text: string) => readJson(Buffer.from(text), { maxNames: 1_000 }).ok;
    expect([read(names(1_000)), read(names(1_100))]).toEqual([true, false]);
  });
});

describe("a body of more values than any tool sends", () => {
  const many = (one: string, count: number) => Buffer.from(`{"a":[${Array(count).fill(one).join(",")}]}`);

  test.each(["1", "1.0", "[]", "{}", '"a,b"', '{"a":0}'])("is refused unread: %s over and over", (one) => {
    for (const keepDigits of [true, false]) {
      expect(readJson(many(one, 100_001), { keepDigits })).toEqual({
        ok: false,
        isWide: true,
        why: "it has more than 100,000 values",
      });
      expect(readJson(many(one, 49_000), { keepDigits }).ok).toBe(true);
    }
  });

  test("is read where any number is", () => {
    expect(readJson(many("1", 100_001), { isUnbounded: true }).ok).toBe(true);
  });

  test("what stands in a text is no value", () => {
    expect(readJson(many(`"${",[{".repeat(60_000)}"`, 1)).ok).toBe(true);
  });

  test("10,000 different fields are the most where no other number is said", () => {
    const names = (count: number) => `{${Array.from({ length: count }, (_, i) => `"f${i}":0`).join(",")}}`;
    expect([readJson(Buffer.from(names(10_000))).ok, readJson(Buffer.from(names(13_000))).ok]).toEqual([true, false]);
  });
});

/** Long numbers as text on both sides, to compare what is left. */
function unquoted(_key: string, value: unknown): unknown {
  return typeof value === "number" && String(value).length > 15 ? String(value) : value;
}
