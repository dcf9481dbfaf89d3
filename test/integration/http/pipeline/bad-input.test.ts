// Bodies that must be refused: broken JSON, wrong types, forged fields, depth, poison, bytes that are not UTF-8.
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectError, issuesOf, withoutPause } from "../../../support/checks/expect-refusal.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const LIMIT = 262_144;
const fill = (unit: string, room = LIMIT - 1_000) => unit.repeat(Math.floor(room / unit.length));
/** A whole valid body without its braces; APP is replaced by an app's id. */
const good = '"app":"APP","check":"SIGN-1","text":"x"';
const reporter = (fields: string) => `"reporter":{${fields}}`;

const BROKEN: [string, string][] = [
  ["nothing", ""],
  ["spaces only", "   \n"],
  ["an object without its end", `{${good}`],
  ["a trailing comma", `{${good},}`],
  ["a name without quotes", `{${good},text:"x"}`],
  ["single quotes", `{${good},"text":'x'}`],
  ["two objects", `{${good}}{${good}}`],
  ["NaN", `{${good},"text":NaN}`],
  ["a leading zero", `{${good},"n":01}`],
  ["a number that begins with a point", `{${good},"n":.5}`],
  ["a raw tab in a string", `{${good},"text":"a\tb"}`],
  ["a raw line break in a string", `{${good},"text":"a\nb"}`],
  ["a NUL behind the end", `{${good}}\0`],
  ["a no-break space in front", `\u00a0{${good}}`],
  ["two byte order marks", `\ufeff\ufeff{${good}}`],
  ["a comment", `{${good}} // x`],
  ["JSONP", `cb({${good}})`],
  ["an anti-hijacking prefix", `)]}'\n{${good}}`],
  ["half an escape", `{${good},"text":"\\u12"}`],
  ["262,000 brackets", `{"x":${fill("[")}`],
  ["260,000 brackets behind valid fields", `{${good},"x":${fill("[")}`],
  ["50,000 nested objects", `{${good},"x":${fill('{"a":')}`],
  ["130,000 brackets opened and closed", `{${good},"x":${"[".repeat(130_000)}${"]".repeat(130_000)}}`],
  ["262,000 closing brackets", fill("]")],
];

const NOT_OBJECTS: [string, string][] = [
  ["an array", `[{${good}}]`],
  ["null", "null"],
  ["a number", "123"],
  ["true", "true"],
  ["a string", '"x"'],
];

const WRONG_FIELDS: [string, string, string][] = [
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

const FORGED = ["via", "status", "raised_by", "raised_at", "id", "fixed_by", "fixed_at", "webhook", "external_id"]
  .concat(["title", "description", "link", "source", "assignees", "section_id", "all_platforms", "platform"])
  .concat(["hasOwnProperty", "toString", "constructor", "__proto__", "prototype", ""]);

const POISON: [string, string][] = [
  ["__proto__", `{${good},"__proto__":{"polluted":1}}`],
  ["__proto__ in escapes", `{${good},"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":1}}`],
  ["constructor.prototype", `{${good},"constructor":{"prototype":{"polluted":1}}}`],
  ["__proto__ in the reporter", `{${good},"reporter":{"__proto__":{"name":"Ann","polluted":1}}}`],
  ["__proto__ beside the reporter's name", `{${good},"reporter":{"name":"Ann","__proto__":{"polluted":1}}}`],
  ["the fields themselves under __proto__", `{"__proto__":{${good}}}`],
  ["a poisonous list", `{${good},"platforms":{"__proto__":[],"length":0}}`],
];

const NUMBERS: [string, string][] = [
  ["200,000 digits", fill("9", 200_000)],
  ["1e400", "1e400"],
  ["-1e400", "-1e400"],
  ["1E-400", "1E-400"],
  ["0.5", "0.5"],
];
/** As a number, 1E-400 is nothing but 0. */
const NOT_POSITIONS = NUMBERS.filter(([name]) => name !== "1E-400");

const bytesOf = (text: string) => Buffer.from(`{${good},"text":"TEXT"}`.replace("TEXT", text));
const withBytes = (...bytes: number[]) => {
  const [head, tail] = bytesOf("\x01").toString("latin1").split("\x01") as [string, string];
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]);
};

const NOT_UTF8: [string, Buffer, Record<string, string>?][] = [
  ["UTF-16 with a byte order mark", Buffer.from(`\ufeff{${good}}`, "utf16le")],
  ["an overlong form", withBytes(0xc0, 0xaf)],
  ["an encoded surrogate", withBytes(0xed, 0xa0, 0x80)],
  ["a character cut short", withBytes(0xf0, 0x9f, 0x98)],
  ["latin1, even when the charset says so", withBytes(0xe9), { "content-type": "application/json; charset=latin1" }],
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;
  /** The bytes are made beforehand so that making them does not count as a pause of the server. */
  const post = (body: string | Buffer, headers?: Record<string, string>) => {
    const text = typeof body === "string" ? body : body.toString("latin1");
    const bytes = Buffer.from(text.replaceAll("APP", app.id), typeof body === "string" ? "utf8" : "latin1");
    return withoutPause(() => world.call(world.tester, "POST", "/issues", bytes, headers));
  };

  beforeAll(async () => {
    app = await world.app();
  });
  afterEach(async () => {
    expect(await issuesOf(world, app), "nothing is raised").toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
  });

  test.each(BROKEN)("a body of %s answers 400 invalid_json and raises nothing", async (_name, body) => {
    expectError(await post(body), 400, "invalid_json");
  });

  test.each(NOT_OBJECTS)("a body that is %s answers 400 and raises nothing", async (_name, body) => {
    expectError(await post(body), 400, /^invalid_(json|request)$/, "object");
  });

  test.each(WRONG_FIELDS)("%s that is %s answers 400 naming the field", async (field, _name, wrong) => {
    expectError(await post(`{${good},${wrong}}`), 400, "invalid_request", field);
  });

  test.each(["app", "text"])("a body without %s answers 400 naming the field", async (field) => {
    const rest = good.split(",").filter((part) => !part.startsWith(`"${field}"`));
    expectError(await post(`{${rest.join(",")}}`), 400, "invalid_request", field);
  });

  test.each(FORGED)("the field %j is not taken from a client: 400 naming it", async (field) => {
    expectError(await post(`{${good},${JSON.stringify(field)}:"x"}`), 400, "invalid_request", `"${field}"`);
  });

  test.each(POISON)("%s answers 400 and leaves prototypes alone", async (_name, body) => {
    expectError(await post(body), 400, "invalid_request");
  });

  test.each(NUMBERS)("a number of %s where text belongs answers 400", async (_name, number) => {
    expectError(await post(`{${good},"text":${number}}`), 400, "invalid_request", "text");
  });

  test.each(NOT_POSITIONS)("a number of %s for a position answers 400 and adds no section", async (_name, number) => {
    const body = `{"app":"${app.id}","title":"New","position":${number}}`;
    expectError(await world.call(world.admin, "POST", "/sections", body), 400, "invalid_request", "position");
    const { body: sections } = await world.call(world.admin, "GET", `/sections?app=${app.id}`);
    expect(sections.data).toHaveLength(2);
  });

  test.each(NOT_UTF8)("%s answers 400 invalid_json", async (_name, bytes, headers) => {
    expectError(await post(bytes, headers), 400, "invalid_json", "UTF-8");
  });

  test.each([
    ["gzip", gzipSync(bytesOf("x"))],
    ["gzip, a bomb of 100 MB", gzipSync(Buffer.alloc(100_000_000, " "))],
    ["deflate", bytesOf("x")],
    ["br", bytesOf("x")],
    ["gzip, identity", bytesOf("x")],
  ])("Content-Encoding %s answers 400 invalid_json and nothing is inflated", async (encoding, bytes) => {
    const before = process.memoryUsage().rss;
    const answer = await post(bytes, { "content-encoding": encoding.replace(/, a bomb.*/, "") });
    expectError(answer, 400, "invalid_json", /encoding/i);
    expect(process.memoryUsage().rss - before).toBeLessThan(90_000_000);
  });

  test.each([
    ["an app", `{"app":"a\\u0000b","check":"SIGN-1","text":"x"}`],
    ["a check", `{"app":"APP","check":"SIGN\\u0000-1","text":"x"}`],
    ["a section", `{"app":"APP","check":"Password","section":"SI\\u0000GN","text":"x"}`],
    ["a platform", `{${good},"platforms":["i\\u0000os"]}`],
    ["half a character in an app", `{"app":"\\ud83d","check":"SIGN-1","text":"x"}`],
    ["half a character in a platform", `{${good},"platforms":["\\ud83d"]}`],
  ])("a NUL or half a character in %s finds nothing and never fails", async (_name, body) => {
    const answer = await post(body);
    expectError(answer, answer.status === 404 ? 404 : 400, /^(not_found|unknown_platform|invalid_request)$/);
  });

  test("an unknown platform code answers 400 unknown_platform, one beside known ones too", async () => {
    for (const codes of [["tv"], ["ios", "tv"], ["IOS"], ["ios "], [""], ["*"], ["__proto__"], ["constructor"]]) {
      expectError(
        await post(`{${good},"platforms":${JSON.stringify(codes)}}`),
        400,
        "unknown_platform",
        JSON.stringify(codes.at(-1)),
      );
    }
  });

  test("a message that quotes an unknown code or field cut inside an emoji is well-formed", async () => {
    for (const lead of ["", "a"]) {
      const long = lead + "😀".repeat(100);
      expectError(await post(`{${good},"platforms":["${long}"]}`), 400, "unknown_platform");
      expectError(await post(`{${good},"${long}":1}`), 400, "invalid_request");
    }
  });
});
