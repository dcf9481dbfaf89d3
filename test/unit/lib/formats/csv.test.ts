// CSV as spreadsheets write it, and cells that would be formulas.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv, writeCsvRow } from "../../../../src/lib/formats/csv.ts";
import { Mistake } from "../../../../src/lib/formats/text-tree.ts";
import { expectLinear } from "../../../support/machine/linear-time.ts";

const texts = (text: string) => readCsv(text).map((row) => row.map((cell) => cell.text));

test("quotes, doubled quotes, line breaks in cells and both line ends are read", () => {
  expect(texts('a,"b ""c"""\r\n"d\ne",f\n')).toEqual([
    ["a", 'b "c"'],
    ["d\ne", "f"],
  ]);
});

test("the separator is the one that the first line uses most", () => {
  expect(texts("a;b,c;d\n1;2;3")).toEqual([
    ["a", "b,c", "d"],
    ["1", "2", "3"],
  ]);
  expect(texts("a\tb\n1\t2")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
});

test("rows without anything in them count for nothing", () => {
  expect(texts("a,b\n\n,\n1,2\n\n")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
});

test.each([
  ['a,b\n"c', 4],
  ['a,b\n"c"d,e', 7],
])("%j is refused at character %i", (text, at) => {
  expect(() => readCsv(text)).toThrow(Mistake);
  try {
    readCsv(text);
  } catch (error) {
    expect((error as Mistake).at).toBe(at);
  }
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1", "＋1", "－1", "＠x", "'=1", "''-1"])(
  "%j leaves with an apostrophe in front and comes back as it was",
  (text) => {
    const row = writeCsvRow(["x", text]);
    expect(row.replaceAll('"', "")).toContain(`,'${text}`);
    expect(texts(row)).toEqual([["x", text]]);
  },
);

test.each([
  ["a;=1+1", "a;'=1+1"],
  ["a; =1+1", "a; '=1+1"],
  ['a;"=1+1"', "a;'=1+1"],
  ["a\t@SUM(A1)", "a\t'@SUM(A1)"],
  ["steps\n-2+3+cmd|' /C calc'!A0", "steps\n'-2+3+cmd|' /C calc'!A0"],
  ["a\r\n\r\n+1", "a\r\n\r\n'+1"],
  ["a;'=1", "a;''=1"],
  ["\t=1", "'\t'=1"],
])("%j is guarded where a spreadsheet with another separator begins a cell, and comes back as it was", (text, kept) => {
  const row = writeCsvRow(["x", text]);
  expect(row.replaceAll('"', "")).toContain(`,${kept}`);
  expect(texts(row)).toEqual([["x", text]]);
});

test.each(["a-b", "3 + 4", "a;b=1", "mail@example.com", "it's; fine"])("%j is left alone", (text) => {
  expect(writeCsvRow([text]).replaceAll('"', "")).toBe(`${text}\r\n`);
});

test("an apostrophe that protects nothing is left alone", () => {
  expect(writeCsvRow(["'quoted'"])).toBe("'quoted'\r\n");
  expect(texts("a,'b'\r\n")).toEqual([["a", "'b'"]]);
});

test("whatever is written is read back, and no cell begins as a formula does", () => {
  const cell = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("=", "'", '"', ",", ";", "\t", "\r", "\n", "-", "＝", "a", " ") }),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
      const line = ["a", ...cells];
      const header = writeCsvRow(line.map((_, i) => `h${i}`));
      expect(texts(header + writeCsvRow(line))[1]).toEqual(line);
      for (const one of cells) expect(writeCsvRow([one])).not.toMatch(/[;\t\r\n][\s;"]*[=+\-@＝＋－＠]/);
      for (const one of cells) expect(writeCsvRow([one])).not.toMatch(/^"?[=+\-@\t\r＝＋－＠](?!\n$)/);
    }),
    { numRuns: 150 },
  );
});

test.each(['"', ",", '"a""'])("a megabyte of %j is read or refused in linear time", async (unit) => {
  await expectLinear(1_000_000, (size) => {
    const text = unit.repeat(size / unit.length);
    return () => {
      try {
        readCsv(text);
      } catch (error) {
        expect(error).toBeInstanceOf(Mistake);
      }
    };
  });
});
