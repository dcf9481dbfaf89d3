// JSON with the place of everything: as strict as JSON.parse, and what it gives is the same.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJsonTree } from "../../../../src/lib/formats/json-tree.ts";
import type { Mistake } from "../../../../src/lib/formats/text-tree.ts";
import { DEEP, mistakeOf, plain } from "../../../support/machine/trees.ts";

const mistake = (text: string) => mistakeOf(readJsonTree, text);

test("what JSON.parse reads is read the same", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 1, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(plain(readJsonTree(text, DEEP))).toEqual(JSON.parse(text));
    }),
  );
});

test("what JSON.parse refuses is refused, and the other way round", () => {
  const unit = fc.constantFrom(...'{}[]:,"\\ \n\t01-.eEu+ntrufalse');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      let parses = true;
      try {
        JSON.parse(text);
      } catch {
        parses = false;
      }
      let reads = true;
      try {
        readJsonTree(text, DEEP);
      } catch (error) {
        reads = (error as Mistake).message.includes("appears twice");
      }
      expect(reads).toBe(parses);
    }),
    { numRuns: 1_500 },
  );
});

describe("mistakes have their place", () => {
  test.each([
    ['{\n  "a": 1,\n  "a": 2\n}', '3:3 "a" appears twice; give it once'],
    ['{"a" 1}', '1:6 expected ":", found "1"'],
    ['{"a": }', '1:7 expected a value, found "}"'],
    ["[1,\n2", '2:2 expected "," or "]", found the end of the file'],
    ["{a: 1}", '1:2 expected a key in double quotes, found "a"'],
    ["1 2", '1:3 expected the end of the file, found "2"'],
    ['"abc', "1:1 this text has no closing double quote"],
    ['"\\x"', "1:1 this text has a backslash that JSON doesn't allow"],
    ["[".repeat(30), "1:22 nested more than 20 levels deep"],
  ])("%j: %s", (text, expected) => {
    expect(mistake(text)).toBe(expected);
  });
});

test("keys that objects are born with are keys like any other", () => {
  const tree = readJsonTree('{"__proto__": {"polluted": 1}, "constructor": 2}', DEEP);
  expect(tree).toMatchObject({ kind: "fields", entries: [{ key: "__proto__" }, { key: "constructor" }] });
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});
