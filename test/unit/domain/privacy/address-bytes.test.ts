// An e-mail address among the bytes of a file: found in every spelling and encoding, wherever pieces end, and replaced by as many blanks.
import { describe, expect, test } from "vitest";
import { type AddressBytes, blankedOut, bytesOfAddress } from "../../../../src/domain/privacy/address-bytes.ts";

const EMAIL = "zeb.quux+x@exämple.com";
const utf8 = (text: string) => Buffer.from(text);
const little = (text: string) => Buffer.from(text, "utf16le");
const big = (text: string) => Buffer.from(text, "utf16le").swap16();

/** The file without the address, and how often it was found, when it is read in pieces of that size. */
async function freed(file: Buffer, address: AddressBytes, size: number): Promise<{ bytes: Buffer; found: number }> {
  async function* pieces() {
    for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
  }
  let found = 0;
  const left: Buffer[] = [];
  for await (const piece of blankedOut(pieces(), address, () => found++)) left.push(Buffer.from(piece));
  return { bytes: Buffer.concat(left), found };
}

const SPELLINGS: [string, Buffer, Buffer][] = [
  ["as it is", utf8(EMAIL), utf8(" ")],
  ["in capitals", utf8(EMAIL.toUpperCase()), utf8(" ")],
  ["in a URL", utf8(encodeURIComponent(EMAIL)), utf8(" ")],
  ["in a URL, in small letters", utf8(encodeURIComponent(EMAIL).toLowerCase()), utf8(" ")],
  ["in a URL within a URL", utf8(encodeURIComponent(encodeURIComponent(EMAIL))), utf8(" ")],
  [
    "with its signs by their numbers in XML",
    utf8(EMAIL.replaceAll(/[@.]/g, (sign) => `&#${sign.codePointAt(0)};`)),
    utf8(" "),
  ],
  [
    "in a URL within a URL within a URL",
    utf8(encodeURIComponent(encodeURIComponent(encodeURIComponent(EMAIL)))),
    utf8(" "),
  ],
  [
    "with its signs by numbers that begin with zeros",
    utf8(EMAIL.replace("@", "&#0064;").replace(".", "&#x002E;")),
    utf8(" "),
  ],
  ["with its signs by their numbers in JSON within JSON", utf8(EMAIL.replace("@", "\\\\u0040")), utf8(" ")],
  ["with its signs by their numbers in JSON", utf8(EMAIL.replace("@", "\\u0040").replace("ä", "\\u00E4")), utf8(" ")],
  ["in UTF-16", little(EMAIL), little(" ")],
  ["in UTF-16, capitals", little(EMAIL.toUpperCase()), little(" ")],
  ["in UTF-16, large end first", big(EMAIL), big(" ")],
  ["in a URL in UTF-16, large end first", big(encodeURIComponent(EMAIL)), big(" ")],
];

describe("an address in a file", () => {
  const address = bytesOfAddress(EMAIL)!;

  test.each(SPELLINGS)(
    "is found %s, whatever stands beside it and wherever a piece ends",
    async (_, spelling, blank) => {
      const [before, behind] = [utf8("a\xff\x00Author\0"), utf8("\x00zeb\xd7")];
      const file = Buffer.concat([before, spelling, behind]);
      const expected = Buffer.concat([before, Buffer.alloc(spelling.length, blank), behind]);
      for (let size = 1; size <= file.length; size++) {
        expect(await freed(file, address, size), `pieces of ${size}`).toEqual({ bytes: expected, found: 1 });
      }
    },
  );

  test("is found each time, also twice in a row and inside a longer one, and all else stays as it is", async () => {
    const file = utf8(`${EMAIL}${EMAIL}; jo${EMAIL}.au, zeb.quux@exämple.com, ${EMAIL.slice(1)}`);
    const blanks = " ".repeat(utf8(EMAIL).length);
    const expected = utf8(`${blanks}${blanks}; jo${blanks}.au, zeb.quux@exämple.com, ${EMAIL.slice(1)}`);
    for (const size of [1, 7, 30, 1_000])
      expect(await freed(file, address, size)).toEqual({ bytes: expected, found: 3 });
  });

  test("that overlaps with itself leaves none behind", async () => {
    const { bytes } = await freed(utf8("abab@abab@abab@abab"), bytesOfAddress("abab@abab")!, 4);
    expect(bytes.toString()).not.toContain("abab@abab");
  });

  test("that is not there leaves every byte as it is, also in an empty file", async () => {
    const file = Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 31 + (i >> 8)) & 255));
    for (const one of [file, Buffer.alloc(0)]) {
      expect(await freed(one, address, 100)).toEqual({ bytes: one, found: 0 });
    }
  });
});

test("an address of so few bytes that they come up by chance is not looked for, unless each sign has two of them", async () => {
  expect(bytesOfAddress("a@")).toBeNull();
  const short = bytesOfAddress("a@b.c")!;
  expect((await freed(utf8("a@b.c"), short, 10)).found).toBe(0);
  expect((await freed(little("a@b.c"), short, 10)).found).toBe(1);
  expect((await freed(utf8("a@b.co"), bytesOfAddress("a@b.co")!, 10)).found).toBe(1);
});

test("signs that mean something in a pattern are only signs", async () => {
  const email = "a.*[x]$^|(b)\\{2}?@-/x.org";
  expect((await freed(utf8(`<${email}>`), bytesOfAddress(email)!, 5)).bytes.toString().trim()).toMatch(/^< +>$/);
  expect((await freed(utf8("abbbx@xxxorg"), bytesOfAddress("a.*@x.org")!, 5)).found).toBe(0);
});
