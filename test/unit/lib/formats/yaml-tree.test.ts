// YAML with the place of everything, without what makes it dangerous; and texts that are written as YAML.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { yamlQuoted, yamlText } from "../../../../src/lib/formats/yaml-text.ts";
import { readYamlTree } from "../../../../src/lib/formats/yaml-tree.ts";
import { DEEP, mistakeOf, plain } from "../../../support/machine/trees.ts";

const mistake = (text: string) => mistakeOf(readYamlTree, text);

test("plain values are text as they are written, and nothing is null", () => {
  const text = "a: 1.10\nb: yes\nc: 007\nd: 2020-01-01\ne:\nf: ~\ng: null\nh: ''\ni: \"null\"\n";
  expect(plain(readYamlTree(text, DEEP))).toEqual({
    a: "1.10",
    b: "yes",
    c: "007",
    d: "2020-01-01",
    e: null,
    f: null,
    g: null,
    h: "",
    i: "null",
  });
});

test("an alias stands for what it names, a few times", () => {
  expect(plain(readYamlTree("- &a {x: 1}\n- *a\n- *a\n", DEEP))).toEqual([{ x: "1" }, { x: "1" }, { x: "1" }]);
});

const laughs = (levels: number) =>
  Array.from(
    { length: levels },
    (_, i) =>
      `l${i}: &l${i} [${Array(10)
        .fill(i === 0 ? "x" : `*l${i - 1}`)
        .join(", ")}]`,
  ).join("\n");

describe("mistakes have their place", () => {
  test.each([
    ["a: 1\nb: 2\na: 3\n", '3:1 "a" appears twice; give it once'],
    ["a: !!js/function x\n", "1:4 tags (!…) are not accepted"],
    ["a: !!str x\n", "1:4 tags (!…) are not accepted"],
    ["a: *nobody\n", "1:4 there is no anchor &nobody"],
    ["a: &a [*a]\n", "1:7 nested more than 20 levels deep"],
    ["[".repeat(30), "1:21 nested more than 20 levels deep"],
    ["- ".repeat(30), "1:41 nested more than 20 levels deep"],
    ["[a,,b]", "1:4 a comma after a comma"],
    ["a: 1\n---\nb: 2\n", "2:1 only one document is accepted, and this is a second"],
    ["? [a]\n: b\n", "1:3 expected a plain word as a key"],
  ])("%j: %s", (text, expected) => {
    expect(mistake(text)).toContain(expected);
  });

  test("a billion laughs are refused", () => {
    expect(mistake(laughs(9))).toContain("aliases repeat too much");
  });

  test("what is not closed is refused where that shows", () => {
    expect(mistake('a: "x\nb: 1\n')).toMatch(/^\d+:\d+ /);
    expect(mistake("a: [1, 2\nb: 3\n")).toMatch(/^\d+:\d+ /);
    expect(mistake("a: 1\n b: 2\n")).toMatch(/^\d+:\d+ /);
  });
});

test("every text is written so that we, and any other reader of YAML, read the same text", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.string({
      unit: fc.constantFrom("a", " ", "\n", ":", "#", "-", "|", "'", '"', "\\", "\t", "1", "~", "\u00a0", "\u0085"),
    }),
    fc.constantFrom(
      "yes",
      "No",
      "null",
      "~",
      "1",
      "1.0",
      "0x1",
      "",
      "- a",
      "a: b",
      "a #b",
      "2020-01-01",
      "\u2028",
      "\ufeffa",
    ),
  );
  fc.assert(
    fc.property(text, (value) => {
      const good = value.toWellFormed().replaceAll("\0", "");
      const block = `k: ${yamlText(good, "    ")}\nl: [${yamlQuoted(good)}]\nm: end\n`;
      expect(plain(readYamlTree(block, DEEP))).toEqual({ k: good, l: [good], m: "end" });
      expect(parse(block)).toEqual({ k: good, l: [good], m: "end" });
      expect(parse(block, { version: "1.1" })).toEqual({ k: good, l: [good], m: "end" });
    }),
    { numRuns: 200 },
  );
});
