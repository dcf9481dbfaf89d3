// What a delivery's body says: JSON whatever its type is called, else a form. The bytes decide.
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fault } from "../../../../src/domain/fault.ts";
import { readPayload } from "../../../../src/domain/payload/read-payload.ts";
import { faultOf } from "../../../support/checks/fault-of.ts";
import { expectLinear } from "../../../support/machine/linear-time.ts";

const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

const read = (body: string | Buffer, type?: string, encoding?: string) =>
  readPayload(Buffer.isBuffer(body) ? body : Buffer.from(body), type, encoding);
const refusal = (body: string | Buffer, type?: string, encoding?: string) => {
  const fault = faultOf(() => read(body, type, encoding));
  expect(fault?.code).toBe("invalid_json");
  return fault!.message;
};

describe("JSON is read whatever the type says", () => {
  test.each([
    ...[undefined, "", "json", " application/json", "application/json,application/json", "text/plain", FORM, ";;;"],
    ...[
      "application/xml",
      "multipart/form-data; boundary=x",
      "multipart/form-data",
      "application/json; charset=latin1",
    ],
  ])("%j", (type) => expect(read('{"title":"a=b&c"}', type)).toEqual({ title: "a=b&c" }));

  test("with a byte order mark, and with space around", () => {
    expect(read('\ufeff{"title":"x"}')).toEqual({ title: "x" });
    expect(read('\r\n\t {"title":"x"}\n')).toEqual({ title: "x" });
  });

  test("the last of two equal keys counts", () => {
    expect(read('{"external_id":"a","external_id":"b"}')).toEqual({ external_id: "b" });
  });

  test("numbers keep all their digits", () => {
    const payload = read('{"a":9007199254740993,"b":9007199254740992,"c":40,"d":[-12345678901234567.5]}');
    expect(payload).toEqual({ a: "9007199254740993", b: "9007199254740992", c: 40, d: ["-12345678901234567.5"] });
  });

  test("numbers keep their digits as they were written", () => {
    const payload = read('{"a":1.10,"b":1e2,"c":100.0,"d":1e400,"e":-0,"f":0.5,"g":7}');
    expect(payload).toEqual({ a: "1.10", b: "1e2", c: "100.0", d: "1e400", e: "-0", f: 0.5, g: 7 });
  });

  test("keys that every object has stay plain fields", () => {
    const payload = read('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"":1}');
    expect(Object.keys(payload)).toEqual(["__proto__", "constructor", ""]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("what is no JSON object is refused", () => {
  const BODIES = [
    ...["", "  ", '{"title":"x"', '{"title":"x",}', "{title:'x'}", '{title:"x"}', '{"title":"x"}{"title":"y"}'],
    ...['{"title":NaN}', '{"n":01}', '{"n":.5}', '{"title":"a\tb"}', '{"title":"x"}\0', '\u00a0{"title":"x"}'],
    ...['[{"title":"x"}]', "null", "123", "-1", "true", "false", '"title"', 'cb({"title":"x"})', ')]}\'{"title":"x"}'],
    ...['{"title":"\\u12"}', "hello", "<a title='x'/>", '<?xml version="1.0"?><a/>', "{", "[", "--", "--x\r\n", "&&&"],
  ];
  test.each(BODIES)("%j, also when it calls itself a form", (body) => {
    for (const type of [undefined, JSON_TYPE, FORM, "text/plain"]) refusal(body, type);
  });

  test.each<[body: string | Buffer, says: string]>([
    ["", "empty"],
    ['[{"title":"x"}]', "a list"],
    ["null", "null"],
    ["12", "a number"],
    ['"x"', "a text"],
    ["{", "does not parse"],
    [Buffer.from('\ufeff{"a":1}', "utf16le"), "UTF-16"],
    [gzipSync('{"title":"x"}'), "compressed"],
    [Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]), "not UTF-8"],
    [Buffer.from([0x74, 0x3d, 0xe9]), "not UTF-8"],
    [`{"a":${"[".repeat(600)}${"]".repeat(600)}}`, "512"],
    ["hello", '{"title": "What is wrong"}'],
  ])("%.40j: the refusal says %s", (body, says) => expect(refusal(body)).toContain(says));

  test.each([
    [Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
    [Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ])("bytes that are no UTF-8: %j", (body) => {
    refusal(body, JSON_TYPE);
    refusal(body, FORM);
  });
});

describe("content encodings", () => {
  test.each(["gzip", "GZIP", "br", "deflate", "gzip, br", "x"])("%s is refused, whatever the body", (encoding) => {
    expect(refusal(gzipSync('{"title":"x"}'), JSON_TYPE, encoding)).toContain("encodings");
    expect(refusal('{"title":"x"}', JSON_TYPE, encoding)).toContain("encodings");
  });

  test.each(["identity", "", " Identity "])("%j is none", (encoding) => {
    expect(read('{"title":"x"}', JSON_TYPE, encoding)).toEqual({ title: "x" });
  });
});

describe("a form", () => {
  test.each<[body: string, payload: Record<string, unknown>]>([
    ["title=Form+post&priority=high", { title: "Form post", priority: "high" }],
    ["title=a%26b%3Dc%20%F0%9F%98%80", { title: "a&b=c 😀" }],
    ["title=a=b", { title: "a=b" }],
    ["title=x&platforms=ios&platforms=web", { title: "x", platforms: ["ios", "web"] }],
    ["title=x&empty=&bare&=nameless", { title: "x", empty: "", bare: "", "": "nameless" }],
    ["title=Größe des Fensters", { title: "Größe des Fensters" }],
    ["title=100%25+of+%zz", { title: "100% of %zz" }],
    ["Short summary=x", { "Short summary": "x" }],
    ["\ufefftitle=x", { title: "x" }],
    ["name=x", { name: "x" }],
    ["1=2", { "1": "2" }],
    ["?a=1", { "?a": "1" }],
    ["title=x&payload=plain", { title: "x", payload: "plain" }],
    ["payload=[1]&title=x", { payload: "[1]", title: "x" }],
    ["payload=&title=x", { payload: "", title: "x" }],
  ])("%s", (body, payload) => {
    for (const type of [FORM, `${FORM}; charset=UTF-8`, "Application/X-WWW-Form-Urlencoded", undefined, ""]) {
      expect(read(body, type)).toEqual(payload);
    }
  });

  test.each([JSON_TYPE, "text/plain", "application/xml"])("is one under %s when it plainly is", (type) => {
    expect(read("title=One+two&empty=&n=%22", type)).toEqual({ title: "One two", empty: "", n: '"' });
    for (const body of ["hello", "a b = c", "a=b c", "a=b\n", "a='b'", 'a="b"', "aGVsbG8=", "aGVsbA==", "=x"]) {
      refusal(body, type);
    }
  });

  test("holds JSON in the field payload", () => {
    const json = encodeURIComponent('{"title":"x","id":12345678901234567890}');
    expect(read(`payload=${json}`, FORM)).toEqual({ title: "x", id: "12345678901234567890" });
    expect(read(`title=other&payload=${json}`, FORM)).toMatchObject({ title: "x" });
  });

  test("with two payloads means the first", () => {
    expect(read('payload={"title":"x"}&payload={"title":"y"}', FORM)).toEqual({ title: "x" });
  });

  test.each([
    ["half an object", '{"title":'],
    ["a brace and a word", "{broken"],
    ["an object that is nested too deep", `{"a":${"[".repeat(600)}${"]".repeat(600)}}`],
    ["a list", "[{}]"],
    ["null", "null"],
  ])("with %s for a payload is read as its fields", (_sentence, payload) => {
    expect(read(`payload=${payload}&title=x`, FORM)).toEqual({ payload, title: "x" });
  });

  test("whose second payload holds the only JSON object means that one", () => {
    expect(read('payload={broken&payload={"title":"x"}', FORM)).toEqual({ title: "x" });
  });

  test("with the names of every object leaves prototypes alone", () => {
    const payload = read("__proto__=x&__proto__=y&constructor=z&toString=1", FORM);
    expect(Object.entries(payload)).toEqual([
      ["__proto__", ["x", "y"]],
      ["constructor", "z"],
      ["toString", "1"],
    ]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test("may have 1,000 fields, and is refused with more", () => {
    const body = (many: number) => `${"a=x&".repeat(many - 1)}title=Last`;
    expect(read(body(1_000), FORM)).toMatchObject({ title: "Last" });
    expect(refusal(body(1_001), FORM)).toContain("more than 1,000 fields");
    expect(read(`${"&".repeat(2_000)}title=Last`, FORM)).toEqual({ title: "Last" });
  });
});

describe("a multipart form", () => {
  const part = (name: string, value: string, more = "") =>
    `--b0und\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const form = (...parts: string[]) => `${parts.join("")}--b0und--\r\n`;
  const TYPE = "multipart/form-data; boundary=b0und";

  test.each<[sentence: string, body: string, payload: Record<string, unknown>]>([
    ["fields", form(part("title", "x"), part("description", "a\r\nb")), { title: "x", description: "a\r\nb" }],
    ["a repeated field", form(part("p", "ios"), part("p", "web")), { p: ["ios", "web"] }],
    ["an empty field", form(part("title", "x"), part("e", "")), { title: "x", e: "" }],
    ["a file is skipped", form(part("f", "bytes", '; filename="a.png"'), part("title", "x")), { title: "x" }],
    ["a file with a coded name", form(part("f", "y", "; filename*=UTF-8''a"), part("title", "x")), { title: "x" }],
    ["JSON in payload", form(part("payload", '{"title":"x"}'), part("title", "y")), { title: "x" }],
    ["the first of two payloads", form(part("payload", '{"a":1}'), part("payload", '{"a":2}')), { a: 1 }],
    ["quotes in a name", form(part('a\\"b', "x")), { 'a"b': "x" }],
    ["names of every object", form(part("__proto__", "x")), JSON.parse('{"__proto__":"x"}')],
    [
      "a line that begins like the boundary",
      form(part("title", "--b0undary\r\n--b0un")),
      { title: "--b0undary\r\n--b0un" },
    ],
    ["plain line feeds", form(part("title", "x")).replaceAll("\r\n", "\n"), { title: "x" }],
    ["text after the end", `${form(part("title", "x"))}rest`, { title: "x" }],
    ["a line break in front", `\r\n${form(part("title", "x"))}`, { title: "x" }],
    ["a header without quotes", "--b\r\ncontent-disposition:form-data;NAME=title\r\n\r\nx\r\n--b--", { title: "x" }],
    ["other headers", form(part("title", "x", '\r\nContent-Type: text/plain; name="no"')), { title: "x" }],
    [
      "another header first",
      `--b\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; name=title\r\n\r\nx\r\n--b--`,
      { title: "x" },
    ],
  ])("%s", (_sentence, body, payload) => {
    for (const type of [TYPE, "multipart/form-data; boundary=other", undefined, JSON_TYPE]) {
      expect(read(body, type)).toEqual(payload);
    }
  });

  test("may hold bytes of any kind in its files", () => {
    const bytes = Buffer.concat([
      Buffer.from(part("f", "", '; filename="a"').slice(0, -2)),
      Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0x2d, 0x2d]),
      Buffer.from(`\r\n${form(part("title", "x"))}`),
    ]);
    expect(read(bytes, TYPE)).toEqual({ title: "x" });
  });

  test.each([
    ["without an end", part("title", "x")],
    ["cut in a value", form(part("title", "x")).slice(0, -8)],
    ["cut in a header", '--b0und\r\nContent-Disposition: form-data; name="ti'],
    ["with nothing but a nameless part", "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--"],
  ])("%s is refused", (_sentence, body) => {
    refusal(body, TYPE);
  });

  test.each([
    ["that is cut", part("title", "x"), "breaks off before its closing boundary"],
    ["with nothing but a file", form(part("f", "{}", '; filename="a"')), "has no fields; a file counts only under"],
    ["with endless headers", `--b\r\nContent-X: ${"x".repeat(9_000)}\r\na: b\r\n\r\nx\r\n--b--`, "8192 bytes"],
    ["without an empty line", form('--b0und\r\nContent-Disposition: form-data; name="a"\r\n'), "without an empty line"],
  ])("%s is refused with what is wrong", (_sentence, body, says) => expect(refusal(body, TYPE)).toContain(says));

  test.each<[sentence: string, body: string]>([
    ["with a preamble", `This is a message in parts.\r\n\r\n${form(part("title", "x"))}`],
    ["with a preamble that looks like another form", `--b0und-1\r\nContent-A: b\r\n\r\n${form(part("title", "x"))}`],
    ["with a preamble that begins like JSON", `[1]\n${form(part("title", "x"))}`],
    ["with another header first", form(part("title", "x").replace("\r\n", "\r\nX-Id: 1\r\n"))],
  ])("%s is known by the boundary that its type names", (_sentence, body) => {
    for (const boundary of ["boundary=b0und", 'charset=utf-8; Boundary="b0und"', "boundary = b0und ; a=b"]) {
      expect(read(body, `Multipart/Form-Data; ${boundary}`)).toEqual({ title: "x" });
    }
    for (const type of ["multipart/form-data; boundary=", `multipart/form-data; boundary=${"b".repeat(9_000)}`]) {
      if (!body.startsWith("--b0und-")) refusal(body, type);
    }
  });

  test("with a file called payload has the JSON object in it", () => {
    const file = (text: string) => part("payload", text, '; filename="x.json"\r\nContent-Type: application/json');
    expect(read(form(file('\ufeff{"title":"x","n":1.10}')), TYPE)).toEqual({ title: "x", n: "1.10" });
    expect(read(form(part("title", "y"), file("words")), TYPE)).toEqual({ title: "y", payload: "words" });
  });

  test("may have 1,000 fields, files among them, and is refused with more", () => {
    const body = (many: number) => {
      const others = Array.from({ length: many - 1 }, (_, i) =>
        part(`f${i}`, "x", i % 2 === 0 ? "" : '; filename="a"'),
      );
      return form(...others, part("title", "Last"));
    };
    expect(read(body(1_000), TYPE)).toMatchObject({ title: "Last" });
    expect(refusal(body(1_001), TYPE)).toContain("more than 1,000 fields");
  });
});

describe("a megabyte is read or refused in linear time", () => {
  const MB = 1_048_576;
  const head = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
  test.each<[sentence: string, start: string, piece: string, end?: string]>([
    ["ampersands", "a=", "&"],
    ["pairs", "", "a=b&"],
    ["a value of escapes", "a=", "%41"],
    ["a value of signs", "a=", "%"],
    ["equals", "a", "="],
    ["no mark at all", "", "a"],
    ["brackets", "", "["],
    ["escapes in a text", '{"title":"', "\\u0041", '"}'],
    ["a number", '{"n":', "1", "}"],
    ["long numbers", '{"n":[', "1234567890123456,", "1]}"],
    ["short numbers that are written otherwise", '{"n":[', "1.0,", "1]}"],
    ["broken payloads", "payload=", "{&payload="],
    ["dashes in a part", head, "\n--"],
    ["half boundaries in a part", `${"-".repeat(100)}\r\nContent-A: b\r\n\r\n`, `\n${"-".repeat(99)}`],
    ["parts", "", "--b\r\nContent-A: b\r\n\r\n\r\n"],
    ["quotes in a header", "--b\r\nContent-Disposition: ", '"\\'],
    ["lines of headers", "--b\r\nContent-A: b\r\n", "a:b\r\n"],
    ["spaces", "", " "],
    ["spaces and a brace", "", " ", "{"],
  ])("%s", async (_sentence, start, piece, end = "") => {
    const attempt = (bytes: Buffer, type: string) => {
      try {
        readPayload(bytes, type, undefined);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
      }
    };
    for (const type of [FORM, "text/plain", 'multipart/form-data; boundary="-"']) {
      await expectLinear(MB, (size) => {
        const bytes = Buffer.from(start + piece.repeat(size / piece.length) + end);
        return () => attempt(bytes, type);
      });
    }
  });
});

test("whatever the bytes, the answer is an object or a refusal", () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc
      .constantFrom(
        "{",
        "}",
        '"a":1',
        "--b\r\n",
        "Content-Disposition: form-data; name=a",
        "\r\n\r\n",
        "=",
        "&",
        "payload=",
      )
      .map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.constantFrom(FORM, undefined, "multipart/x; boundary=b"),
      (pieces, type) => {
        try {
          const payload = readPayload(Buffer.concat(pieces), type, undefined);
          expect(typeof payload === "object" && payload !== null && !Array.isArray(payload)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Fault);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
