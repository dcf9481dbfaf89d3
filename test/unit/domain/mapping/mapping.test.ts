// The mapping language: what an expression finds in a payload, and what it never does.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readText, readWords } from "../../../../src/domain/mapping/mapping.ts";
import { parseExpression } from "../../../../src/domain/mapping/parse-expression.ts";
import { payloadOf } from "../../../../src/domain/mapping/value-at-path.ts";
import { AT_MOST, expectAtMost, expectLinear } from "../../../support/machine/linear-time.ts";

type Json = Record<string, unknown>;

const find = (expression: string, payload: Json) => readText(parseExpression(expression), payloadOf(payload));
const text = (expression: string, payload: Json) => find(expression, payload)?.value;

const PAYLOAD = {
  title: "Top",
  error: { message: "Boom", code: 42, class: "TypeError", empty: "", blank: " \n\t" },
  items: [{ title: "first" }, { title: "second", tags: ["a", "b"] }],
  "a.b": "dotted",
  "a b": "spaced",
  "it's": "quoted",
  'say "hi"': "double",
  "back\\slash": "slash",
  "{odd}": "braces",
  "x|y": "pipe",
  "": "nameless",
  "What happened?": "It broke",
  "0": "zero",
  labels: { "host.name": "web-07", "Größe 😀": "unicode" },
  none: null,
  flags: { yes: true, no: false, zero: 0, half: 0.5, list: [1], object: { a: 1 }, infinite: Number.POSITIVE_INFINITY },
};

describe("a path finds", () => {
  test.each([
    ["title", "Top"],
    ["error.message", "Boom"],
    ["items[0].title", "first"],
    ["items.0.title", "first"],
    ["items[1].tags[1]", "b"],
    ["items.1.tags.0", "a"],
    ["items[ 0 ].title", "first"],
    [" error . message ", "Boom"],
    ['["a.b"]', "dotted"],
    ["['a.b']", "dotted"],
    ["a b", "spaced"],
    ["['a b']", "spaced"],
    ["it's", "quoted"],
    ['["it\'s"]', "quoted"],
    ["['it\\'s']", "quoted"],
    ['["say \\"hi\\""]', "double"],
    ['say "hi"', "double"],
    ['["back\\\\slash"]', "slash"],
    ["back\\slash", "slash"],
    ['["{odd}"]', "braces"],
    ["['x|y']", "pipe"],
    ['[""]', "nameless"],
    ["What happened?", "It broke"],
    ["[0]", "zero"],
    ['labels["host.name"]', "web-07"],
    ["labels.Größe 😀", "unicode"],
    ['error["message"]', "Boom"],
    ["error.code", "42"],
    ["flags.zero", "0"],
    ["flags.half", "0.5"],
  ])("%s: %s", (expression, value) => expect(text(expression, PAYLOAD)).toBe(value));
});

describe("a path finds nothing", () => {
  test.each([
    ["where there is no such key", "nope"],
    ["beyond a key that is missing", "nope.deeper.still"],
    ["in a text that holds no JSON", "title.length"],
    ["in a number", "error.code.toFixed"],
    ["in null", "none.x"],
    ["where null stands", "none"],
    ["where the text is empty", "error.empty"],
    ["where the text is blank", "error.blank"],
    ["where a list stands", "items"],
    ["where an object stands", "error"],
    ["where true stands", "flags.yes"],
    ["where false stands", "flags.no"],
    ["where a number is too large to be one", "flags.infinite"],
    ["past the end of a list", "items[2].title"],
    ["far past the end of a list", "items[999999999]"],
    ["at a word in a list", "items.title"],
    ["at the length of a list", "items.length"],
    ["at an index with a leading zero", "items.00.title"],
    ["in another case", "TITLE"],
  ])("%s", (_sentence, expression) => expect(text(expression, PAYLOAD)).toBeUndefined());

  test.each([
    ...["constructor", "constructor.name", "__proto__", "__proto__.x", "toString", "valueOf", "hasOwnProperty"],
    ...["error.constructor.name", "items.constructor.name", "title.constructor.name", "error.__proto__.toString"],
    ...['["__proto__"]', "items.push", "items.map.name", "error.message.constructor"],
  ])("%s: only a payload's own fields are seen", (expression) => expect(text(expression, PAYLOAD)).toBeUndefined());

  test("at __proto__, even if the payload has a field of that name", () => {
    const payload = JSON.parse('{"__proto__":{"title":"x"},"constructor":{"title":"mine"}}');
    expect(text("__proto__.title", payload)).toBeUndefined();
    expect(text("constructor.title", payload)).toBe("mine");
  });
});

describe("alternatives", () => {
  test.each([
    ["nope | error.message", "Boom", "error.message"],
    ["title|error.message", "Top", "title"],
    ["error.empty | error.blank | none | flags.yes | items | error.code", "42", "error.code"],
    ["nope | ['x|y']", "pipe", "['x|y']"],
    ["a b | title", "spaced", "a b"],
  ])("%s: the first with a value is used", (expression, value, alternative) => {
    const found = find(expression, PAYLOAD)!;
    expect([found.value, found.path?.text]).toEqual([value, alternative]);
  });

  test("none with a value is no value", () => expect(text("nope | none", PAYLOAD)).toBeUndefined());
});

describe("a string that holds a JSON object", () => {
  const inner = { name: "alarm", list: ["a"], deep: JSON.stringify({ id: "x" }) };
  const payload = {
    Message: JSON.stringify(inner),
    padded: ` \n${JSON.stringify(inner)} `,
    list: '["a"]',
    broken: '{"name":',
    number: '{"id":12345678901234567890}',
    deep: `{"a":${"[".repeat(600)}${"]".repeat(600)}}`,
  };

  test.each([
    ["Message.name", "alarm"],
    ["Message.list[0]", "a"],
    ["Message.deep.id", "x"],
    ["padded.name", "alarm"],
    ["number.id", "12345678901234567890"],
    ["{Message.name}: {Message.deep.id}", "alarm: x"],
  ])("is read on inside: %s", (expression, value) => expect(text(expression, payload)).toBe(value));

  test.each(["list.0", "broken.name", "Message.toString", "Message.length", "deep.a", "Message.nope"])(
    "%s finds nothing",
    (expression) => expect(text(expression, payload)).toBeUndefined(),
  );

  test("is the text itself where the path ends", () => expect(text("Message", payload)).toBe(payload.Message));
});

describe("a template", () => {
  const say = (template: string, values: Json) => text(template, values);

  test.each<[sentence: string, template: string, values: Json, filled: string | undefined]>([
    ["fills in", "{a}: {b}", { a: "x", b: "y" }, "x: y"],
    ["fills in numbers, true and false", "{a} {b} {c}", { a: 0, b: true, c: false }, "0 true false"],
    ["fills in paths of any kind", "{e.m[0]} {['a.b']}", { e: { m: ["x"] }, "a.b": "y" }, "x y"],
    ["takes the first alternative with a value", "<{a|b}>", { b: "y" }, "<y>"],
    ["accepts space inside braces", "{ a | b }!", { b: "y" }, "y!"],
    ["accepts a brace in a quoted key", "{['}']} is", { "}": "x" }, "x is"],
    ["leaves a bar outside braces as text", "{a} | {b}", { a: "x", b: "y" }, "x | y"],
    ["leaves brackets outside braces as text", '["{a}"', { a: "x" }, '["x"'],
    ["is no value when nothing was found", "Error: {a}", {}, undefined],
    ["is no value when nothing was found on any line", "Report\n{a}\nEnd", {}, undefined],
    ["drops a separator at the end", "{a}: {b}", { a: "NoteIndexError", b: "" }, "NoteIndexError"],
    ["drops a separator at the start", "{a}: {b}", { b: "y" }, "y"],
    ["drops several of them", "{a} - {b} / {c}", { a: "x" }, "x"],
    ["leaves words at the start, and what follows them", "Env: {a} | Host: {b}", { b: "h" }, "Env:  | Host: h"],
    ["drops a separator after words at the end", "Env: {a} | Host: {b}", { a: "e" }, "Env: e | Host"],
    ["leaves separators inside a line", "{a} - {b} - {c}", { a: "A", c: "C" }, "A -  - C"],
    ["leaves commas inside a line", "{a}, {b}, {c}", { a: "A", c: "C" }, "A, , C"],
    ["leaves several separators inside a line", "{a}/{b}/{c}/{d}", { a: "A", d: "D" }, "A///D"],
    ["leaves space inside a line", "{a} {b} - {c}", { a: "A", c: "C" }, "A  - C"],
    ["leaves words inside a line", "{a} in {b} on {c}", { a: "A", c: "C" }, "A in  on C"],
    ["leaves separators before words", "{a} - {b} - end", { a: "A" }, "A -  - end"],
    ["leaves separators that surround a value", "{a} -- {b} -- {c}", { a: "A", b: "B", c: "C" }, "A -- B -- C"],
    ["drops brackets around nothing", "{a} ({b})", { a: "x" }, "x"],
    ["drops brackets around nothing at the start", "[{a}] {b}", { b: "y" }, "y"],
    ["drops quotes around nothing", '{a}: "{b}"', { a: "x" }, "x"],
    ["leaves brackets around a value at the start", "[{a}] {b}", { a: "x" }, "[x]"],
    ["leaves angle brackets around a value", "<{a}> {b}", { a: "x" }, "<x>"],
    ["leaves angle brackets around a value at the end", "{b} <{a}>", { a: "x" }, "<x>"],
    ["leaves quotes around a value", '"{a}" - {b}', { a: "x" }, '"x"'],
    ["leaves quotes around a value at the end", '{b} - "{a}"', { a: "x" }, '"x"'],
    ["leaves brackets around a value at the end", "{a} [{b}]", { b: "y" }, "[y]"],
    ["leaves what stands in brackets beside a value", "{a} (#{b})", { b: "y" }, "(#y)"],
    ["drops brackets around a sign and nothing", "{a} (#{b})", { a: "x" }, "x"],
    ["drops separators before brackets that stay", "{a}: {b} ({c})", { c: "z" }, "(z)"],
    ["drops brackets and separators after brackets that stay", "[{a}] {b} ({c})", { a: "x" }, "[x]"],
    ["drops brackets and separators before brackets that stay", "[{a}] {b} ({c})", { c: "z" }, "(z)"],
    ["leaves a separator before a closing bracket", "({a}/{b})", { a: "x" }, "(x/)"],
    ["leaves a separator after an opening bracket", "({a}/{b})", { b: "y" }, "(/y)"],
    ["leaves a separator inside quotes", '"{a} - {b}"', { a: "x" }, '"x - "'],
    ["leaves brackets around nothing inside a line", "{a} ({b}) {c}", { a: "x", c: "z" }, "x () z"],
    ["drops brackets in brackets around nothing", "{a} ([{b}])", { a: "x" }, "x"],
    ["leaves quotes around the values beside nothing", '"{a}" {b} "{c}"', { a: "x", c: "z" }, '"x"  "z"'],
    ["leaves marks on both sides of a value", "**{a}** {b}", { a: "x" }, "**x**"],
    ["leaves marks on both sides of a value at the end", "{b} _{a}_", { a: "x" }, "_x_"],
    ["leaves brackets that the words have themselves", "{a} f() {b}", { a: "x" }, "x f()"],
    ["leaves words at the end", "{a} on {b}", { a: "x" }, "x on"],
    ["leaves brackets around words", "{a} ({b} times)", { a: "x" }, "x ( times)"],
    ["leaves separators around values", "- {a} -", { a: "x" }, "- x -"],
    ["leaves out a line with separators and no value", "- {a} -", {}, undefined],
    ["leaves separators that belong to a value", "{a}: {b}", { a: "x -" }, "x -"],
    ["leaves separators that a value begins with", "{b}: {a}", { a: "- x" }, "- x"],
    ["leaves out a line without a value", "One {a}\nTwo {b}\nThree {c}", { a: 1, c: 3 }, "One 1\nThree 3"],
    ["keeps a line without placeholders", "Details\n{a}\n{b}", { b: "y" }, "Details\ny"],
    ["keeps a list of dashes", "- {a}\n- {b}\n- {c}", { a: 1, c: 3 }, "- 1\n- 3"],
    ["keeps a blank line", "{a}\n\n{b}", { a: "x", b: "y" }, "x\n\ny"],
    ["keeps no two blank lines for a line left out", "{a}\n\n{b}\n\n{c}", { a: "x", c: "z" }, "x\n\nz"],
    ["keeps no blank lines at its ends", "{a}\n\n{b}\n\n{c}", { b: "y" }, "y"],
    ["takes line breaks of either kind", "{a}\r\n{b}", { a: "x", b: "y" }, "x\ny"],
    ["trims the values", "{a}: {b}", { a: " x\n", b: "\ty " }, "x: y"],
    ["drops NUL characters", "{a}!", { a: "x\0y" }, "xy!"],
  ])("%s", (_sentence, template, values, filled) => expect(say(template, values)).toBe(filled));

  test.each(["{host:web-07}", "{b}", "{{b}}", "a|b", "$&", "{", "}", "$1"])(
    "a value of %j is never read as an expression",
    (value) => expect(say("{a}: {b}", { a: value, b: "y" })).toBe(`${value}: y`),
  );

  test("comes from no single path", () => expect(find("{a}", { a: "x" })).toEqual({ value: "x", path: null }));

  test("stops composing past 4,000 characters, and never inside one", () => {
    const filled = say("{a}".repeat(50), { a: "😀".repeat(200_000) })!;
    expect([...filled].length).toBe(4_001);
    expect(filled.isWellFormed()).toBe(true);
    const lines = say(Array(50).fill("{a}").join("\n"), { a: "x".repeat(1_000) })!;
    expect(lines.length).toBe(4_001);
  });
});

describe("words for platforms", () => {
  const words = (value: unknown) => readWords(parseExpression("p"), payloadOf({ p: value }))?.value;

  test.each([
    ["ios", "ios"],
    ["ios, web", "ios, web"],
    [7, "7"],
    [
      ["ios", "web"],
      ["ios", "web"],
    ],
    [
      ["ios", 7, null, "", {}, "web"],
      ["ios", "web"],
    ],
  ])("%j reads as %j", (value, read) => expect(words(value)).toEqual(read));

  test.each([[[]], [[1, 2]], [[""]], [{}], [true], [null]])("%j is no value", (value) =>
    expect(words(value)).toBeUndefined(),
  );

  test("a list of a hundred thousand is looked at as far as it could matter", () => {
    expect(words(Array(100_000).fill("x"))!.length).toBe(1_000);
  });
});

describe("a large payload is read in linear time, and not once for each placeholder and alternative", () => {
  const MB = 1_000_000;
  const tenfold = (path: string) => `{${Array(10).fill(path).join("|")}}`;

  test.each<[sentence: string, placeholder: string, most: number, payload: (size: number) => Json]>([
    ["a megabyte in every placeholder", "{a}", 50, (size) => ({ a: "x".repeat(size) })],
    ["a megabyte of space in every alternative", tenfold("a"), 39, (size) => ({ a: " ".repeat(size) })],
    ["a megabyte of space and then a word", tenfold("a"), 39, (size) => ({ a: `${" ".repeat(size)}x` })],
    ["a megabyte of wide space and then a word", tenfold("a"), 39, (size) => ({ a: `${"\u3000".repeat(size)}x` })],
    [
      "half a megabyte of space in two texts",
      "{a|b|a|b|a|b}",
      50,
      (size) => ({ a: " ".repeat(size / 2), b: "\n".repeat(size / 2) }),
    ],
    ["a megabyte of separators", "- {a} - {b} -", 25, (size) => ({ a: "- ".repeat(size / 2) })],
    ["a megabyte of half characters", "{a} {a}", 25, (size) => ({ a: "\ud83d".repeat(size) })],
    ["a megabyte of JSON in a string", tenfold("a.b"), 39, (size) => ({ a: JSON.stringify({ b: "x".repeat(size) }) })],
    ["a megabyte of broken JSON in a string", tenfold("a.b"), 39, (size) => ({ a: `{"b":${"[".repeat(size)}` })],
    [
      "a megabyte of space before JSON in a string",
      tenfold("a.b"),
      39,
      (size) => ({ a: `${" ".repeat(size)}{"b":"x"}` }),
    ],
    [
      "a hundred thousand keys",
      tenfold("a.k9"),
      39,
      (size) => ({ a: Object.fromEntries(Array.from({ length: Math.ceil(size / 10) }, (_, i) => [`k${i}`, 1])) }),
    ],
    ["a list of half a million", tenfold("a.9"), 39, (size) => ({ a: Array(Math.ceil(size / 2)).fill("x") })],
  ])("%s", async (_sentence, placeholder, most, payload) => {
    const reading = (placeholders: number, size: number) => {
      const parsed = parseExpression(placeholder.repeat(placeholders));
      const read = payload(size);
      return () => readText(parsed, payloadOf(read));
    };
    await expectLinear(MB, (size) => reading(1, size));
    // Never the one times the other: what many cost in a small payload, and what one costs in a large one.
    const [many, large] = [reading(most, 1_000), reading(1, MB)];
    const both = () => {
      many();
      large();
    };
    await expectAtMost(AT_MOST, reading(most, MB), both);
  });
});

test.each([63, 64, 65, 4_096, 5_000, 500_000])("a text that begins with %i blanks is not blank", (count) => {
  const a = `${" \n".repeat(count).slice(0, count)}x`;
  expect(text("a | b", { a, b: "y" })).toBe(a);
  expect(text("{a|b}!", { a, b: "y" })).toBe("x!");
  expect(text("a.k", { a: `${" ".repeat(count)}{"k":"v"}` })).toBe("v");
  expect(text("a | b", { a: a.slice(0, -1), b: "y" })).toBe("y");
});

test("whatever the payload, reading never throws and leaves prototypes alone", () => {
  const parsed = ["a.b", "a[0].b | b", "{a.b}: {b|a}\n{c}", "__proto__.polluted"].map(parseExpression);
  const key = fc.constantFrom("a", "b", "c", "0", "__proto__", "constructor", "polluted");
  const leaf = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null));
  const branch = fc.dictionary(key, fc.oneof(leaf, fc.array(leaf), fc.dictionary(key, leaf)));
  const value = fc.oneof(
    leaf,
    branch,
    fc.array(branch),
    branch.map((inner) => JSON.stringify(inner)),
  );
  fc.assert(
    fc.property(fc.dictionary(key, value), (payload) => {
      for (const expression of parsed) {
        const found = readText(expression, payloadOf(payload));
        expect(found === undefined || found.value.trim() !== "").toBe(true);
      }
      expect(({} as Json).polluted).toBeUndefined();
    }),
  );
});
