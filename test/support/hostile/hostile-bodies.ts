// Bodies of an issue that must be refused: broken JSON, wrong types, forged fields, depth, poison, bytes that are not UTF-8.
import { gzipSync } from "node:zlib";

const LIMIT = 262_144;
const fill = (unit: string, room = LIMIT - 1_000) => unit.repeat(Math.floor(room / unit.length));
/** A whole valid body without its braces; APP is replaced by an app's id. */
export const VALID_FIELDS = '"app":"APP","check":"SIGN-1","text":"x"';
const reporter = (fields: string) => `"reporter":{${fields}}`;

export const BROKEN_BODIES: [string, string][] = [
  ["nothing", ""],
  ["spaces only", "   \n"],
  ["an object without its end", `{${VALID_FIELDS}`],
  ["a trailing comma", `{${VALID_FIELDS},}`],
  ["a name without quotes", `{${VALID_FIELDS},text:"x"}`],
  ["single quotes", `{${VALID_FIELDS},"text":'x'}`],
  ["two objects", `{${VALID_FIELDS}}{${VALID_FIELDS}}`],
  ["NaN", `{${VALID_FIELDS},"text":NaN}`],
  ["a leading zero", `{${VALID_FIELDS},"n":01}`],
  ["a number that begins with a point", `{${VALID_FIELDS},"n":.5}`],
  ["a raw tab in a string", `{${VALID_FIELDS},"text":"a\tb"}`],
  ["a raw line break in a string", `{${VALID_FIELDS},"text":"a\nb"}`],
  ["a NUL behind the end", `{${VALID_FIELDS}}\0`],
  ["a no-break space in front", `\u00a0{${VALID_FIELDS}}`],
  ["two byte order marks", `\ufeff\ufeff{${VALID_FIELDS}}`],
  ["a comment", `{${VALID_FIELDS}} // x`],
  ["JSONP", `cb({${VALID_FIELDS}})`],
  ["an anti-hijacking prefix", `)]}'\n{${VALID_FIELDS}}`],
  ["half an escape", `{${VALID_FIELDS},"text":"\\u12"}`],
  ["262,000 brackets", `{"x":${fill("[")}`],
  ["260,000 brackets behind valid fields", `{${VALID_FIELDS},"x":${fill("[")}`],
  ["50,000 nested objects", `{${VALID_FIELDS},"x":${fill('{"a":')}`],
  ["130,000 brackets opened and closed", `{${VALID_FIELDS},"x":${"[".repeat(130_000)}${"]".repeat(130_000)}}`],
  ["262,000 closing brackets", fill("]")],
];

export const BODIES_NOT_OBJECTS: [string, string][] = [
  ["an array", `[{${VALID_FIELDS}}]`],
  ["null", "null"],
  ["a number", "123"],
  ["true", "true"],
  ["a string", '"x"'],
];

export const WRONG_FIELDS: [string, string, string][] = [
  ["text", "a number", '"text":123'],
  ["text", "null", '"text":null'],
  ["text", "false", '"text":false'],
  ["text", "a list", '"text":["a"]'],
  ["text", "an object", '"text":{}'],
  ["text", "empty", '"text":""'],
  ["text", "blank", '"text":"  \\n\\t "'],
  ["text", "only a NUL", '"text":"\\u0000"'],
  ["text", "43,000 escapes", `"text":"${fill("\\u0041")}"`],
  ["app", "a number", '"app":123'],
  ["app", "null", '"app":null'],
  ["app", "a list", '"app":["APP"]'],
  ["app", "an object", '"app":{"id":"APP"}'],
  ["app", "empty", '"app":""'],
  ["check", "a number", '"check":1'],
  ["check", "an object", '"check":{}'],
  ["check", "a list", '"check":["SIGN-1"]'],
  ["section", "a number", '"section":1'],
  ["section", "a list", '"section":["SIGN"]'],
  ["platforms", "an object", '"platforms":{}'],
  ["platforms", "a string", '"platforms":"ios"'],
  ["platforms", "a list of numbers", '"platforms":[1]'],
  ["platforms", "a list of null", '"platforms":[null]'],
  ["platforms", "a list of lists", '"platforms":[["ios"]]'],
  ["platforms", "90,000 numbers", `"platforms":[${"1,".repeat(90_000)}1]`],
  ["platforms", "60,000 codes", `"platforms":[${fill('"",')}""]`],
  ["priority", "an object", '"priority":{}'],
  ["priority", "a number", '"priority":1'],
  ["priority", "an unknown word", '"priority":"critical"'],
  ["priority", "in capitals", '"priority":"HIGH"'],
  ["priority", "a name of the prototype", '"priority":"constructor"'],
  ["reporter", "a string", '"reporter":"Ann"'],
  ["reporter", "a list", '"reporter":[]'],
  ["reporter.name", "missing", reporter("")],
  ["reporter.name", "a number", reporter('"name":1')],
  ["reporter.name", "blank", reporter('"name":" "')],
  ["reporter.name", "only line breaks", reporter('"name":"\\r\\n"')],
  ["reporter.name", "201 characters", reporter(`"name":"${"n".repeat(201)}"`)],
  ["reporter.email", "a number", reporter('"name":"Ann","email":5')],
  ["reporter.email", "with a header in it", reporter('"name":"Ann","email":"a@b.c\\r\\nBcc: d@e.f"')],
  ["reporter.email", "255 characters", reporter(`"name":"Ann","email":"${"a".repeat(249)}@b.com"`)],
  ["reporter.email", "long and hopeless", reporter(`"name":"Ann","email":"${"a".repeat(250_000)}!"`)],
];

export const FORGED_FIELDS = [
  "via",
  "status",
  "raised_by",
  "raised_at",
  "id",
  "fixed_by",
  "fixed_at",
  "webhook",
  "external_id",
]
  .concat(["title", "description", "link", "source", "assignees", "section_id", "all_platforms", "platform"])
  .concat(["hasOwnProperty", "toString", "constructor", "__proto__", "prototype", ""]);

export const POISONED_BODIES: [string, string][] = [
  ["__proto__", `{${VALID_FIELDS},"__proto__":{"polluted":1}}`],
  ["__proto__ in escapes", `{${VALID_FIELDS},"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":1}}`],
  ["constructor.prototype", `{${VALID_FIELDS},"constructor":{"prototype":{"polluted":1}}}`],
  ["__proto__ in the reporter", `{${VALID_FIELDS},"reporter":{"__proto__":{"name":"Ann","polluted":1}}}`],
  ["__proto__ beside the reporter's name", `{${VALID_FIELDS},"reporter":{"name":"Ann","__proto__":{"polluted":1}}}`],
  ["the fields themselves under __proto__", `{"__proto__":{${VALID_FIELDS}}}`],
  ["a poisonous list", `{${VALID_FIELDS},"platforms":{"__proto__":[],"length":0}}`],
];

export const HUGE_NUMBERS: [string, string][] = [
  ["200,000 digits", fill("9", 200_000)],
  ["1e400", "1e400"],
  ["-1e400", "-1e400"],
  ["1E-400", "1E-400"],
  ["0.5", "0.5"],
];
/** As a number, 1E-400 is nothing but 0. */
export const NOT_POSITIONS = HUGE_NUMBERS.filter(([name]) => name !== "1E-400");

const bytesOf = (text: string) => Buffer.from(`{${VALID_FIELDS},"text":"TEXT"}`.replace("TEXT", text));
const withBytes = (...bytes: number[]) => {
  const [head, tail] = bytesOf("\x01").toString("latin1").split("\x01") as [string, string];
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]);
};

export const BODIES_NOT_UTF8: [string, Buffer, Record<string, string>?][] = [
  ["UTF-16 with a byte order mark", Buffer.from(`\ufeff{${VALID_FIELDS}}`, "utf16le")],
  ["an overlong form", withBytes(0xc0, 0xaf)],
  ["an encoded surrogate", withBytes(0xed, 0xa0, 0x80)],
  ["a character cut short", withBytes(0xf0, 0x9f, 0x98)],
  ["latin1, even when the charset says so", withBytes(0xe9), { "content-type": "application/json; charset=latin1" }],
];

export const ENCODED_BODIES: [encoding: string, body: Buffer][] = [
  ["gzip", gzipSync(bytesOf("x"))],
  ["gzip, a bomb of 100 MB", gzipSync(Buffer.alloc(100_000_000, " "))],
  ["deflate", bytesOf("x")],
  ["br", bytesOf("x")],
  ["gzip, identity", bytesOf("x")],
];

/** Names with a NUL or half a character in them. */
export const BROKEN_NAMES: [what: string, body: string][] = [
  ["an app", `{"app":"a\\u0000b","check":"SIGN-1","text":"x"}`],
  ["a check", `{"app":"APP","check":"SIGN\\u0000-1","text":"x"}`],
  ["a section", `{"app":"APP","check":"Password","section":"SI\\u0000GN","text":"x"}`],
  ["a platform", `{${VALID_FIELDS},"platforms":["i\\u0000os"]}`],
  ["half a character in an app", `{"app":"\\ud83d","check":"SIGN-1","text":"x"}`],
  ["half a character in a platform", `{${VALID_FIELDS},"platforms":["\\ud83d"]}`],
];

/** Codes of platforms of which the last is unknown. */
export const UNKNOWN_CODES = [["tv"], ["ios", "tv"], ["IOS"], ["ios "], [""], ["*"], ["__proto__"], ["constructor"]];
