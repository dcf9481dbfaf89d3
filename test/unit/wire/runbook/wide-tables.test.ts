// Tables that nobody has: thousands of columns of one name, and cells of megabytes. What they take grows with their size alone: each of
// them took a minute and more of the processor, or more memory than there is, where it was read once for each of its own parts.
import { expect, test, vi } from "vitest";
import { mergeOf, spreadMerges } from "../../../../src/lib/formats/merged-cells.ts";
import { readRunbook } from "../../../../src/wire/runbook/read-runbook.ts";
import { expectLinear } from "../../../support/machine/linear-time.ts";

const read = (file: string | Buffer, keepFields = false) =>
  readRunbook(Buffer.from(file), {
    type: null,
    format: null,
    refPrefix: "",
    keepFields,
    columns: null,
    guesses: false,
  });
const table = (header: string, rows: string) => `${header}\n${rows}`;
const MB = 1_000_000;
/** Up to nine thousand. */
const cases = (size: number, row: (i: number) => string) =>
  Array.from({ length: Math.ceil((9_000 * size) / MB) }, (_, i) => `${row(i)}\n`).join("");
const words = (size: number) => "word ".repeat(size / 10);
const suites = (size: number) =>
  Array.from({ length: 60 }, (_, i) => `,,,${i + 1},${i},${"n ".repeat((3_000 * size) / MB)},1\n`).join("");

test.each<[what: string, file: (size: number) => string, most?: number]>([
  ["letters and one digit where a heading stands", (size) => table("ID,Title", `1,a\n${"a".repeat(size)}1,`)],
  ["a heading that all cases have", (size) => table("ID,Title", `${words(size)},\n${cases(size, (i) => `C${i},T`)}`)],
  [
    "the names of suites that all cases have",
    (size) =>
      table(
        "v2.id,title,steps_actions,suite_id,suite_parent_id,suite,suite_without_cases",
        suites(size) + cases(size, (i) => `${i},T,,55,,x,`),
      ),
    // Each of sixty suites has the names of those that it is in.
    MB / 4,
  ],
  [
    "a section of an outline that all lines have",
    (size) => table("indent,text", `0,${words(size)}\n${cases(size, () => "1,c")}`),
  ],
  ["blanks in front of the last word of a section", (size) => table("indent,text", `0,a${" ".repeat(size)}b\n1,c\n`)],
  ["blanks inside a heading", (size) => `# a\n# a${" ".repeat(size)}b\n- c\n`],
  ["blanks in front of a line of another kind in a heading", (size) => `# a\n# ${" ".repeat(size)}a\u2028b\n- c\n`],
  ["empty lines in front of an outline", (size) => `${"\n".repeat((65_000 * size) / MB)}# a\n- c\n`],
  ["signs inside a heading", (size) => `# a\n# a ${"#".repeat(size)}b\n- c\n`],
  [
    "the name of a column that is left out of every row",
    (size) =>
      table(
        `Title,${words(size)}`,
        cases(size, () => "T,y"),
      ),
  ],
])("%s are read once", async (_what, file, most = MB) => {
  await expectLinear(most, (size) => {
    const given = file(size);
    expect(read(given)).toHaveProperty("file");
    return () => read(given);
  });
});

test("merges that begin in one cell are looked at once", () => {
  const row: { number: number; cells: string[]; isHeading?: true } = { number: 1, cells: ["Heading"] };
  const looks = vi.spyOn(row.cells, "every");
  const merge = mergeOf("A1:C1")!;
  spreadMerges([row], [merge, merge, merge], () => {});
  expect(row.isHeading).toBe(true);
  expect(looks).toHaveBeenCalledTimes(1);
});

test("more columns of sections than anybody has are refused", () => {
  const wide = (columns: number) =>
    read(
      table(`Title${",Folder".repeat(columns)}`, `T${Array.from({ length: columns }, (_, i) => `,f${i}`).join("")}`),
    );
  expect(wide(50)).toMatchObject({ file: { sections: [{ title: expect.stringContaining("f0 / f1 / ") }] } });
  expect(wide(16_000)).toEqual({ wrong: "line 1, column 1: at most 50 columns may name sections." });
});

test("sections that hold only others are found however their names begin", () => {
  const reading = read("indent,text\n0,A\n1,B\n2,x\n0,A B\n1,C\n2,y\n0,A!\n1,z\n0,Empty\n1,Deep\n2,w\n");
  const titles = "file" in reading ? reading.file.sections.map(({ title }) => title) : [];
  expect(titles).toEqual(["A / B", "A B / C", "A!", "Empty / Deep"]);
});

test("columns of one number are one step, in the order of the numbers", () => {
  const reading = read("Title,Step 2,Step 1,Expected 2,Step 2\nPay,b,a,c,d\n");
  expect(reading).toMatchObject({
    file: { sections: [{ checks: [{ instructions: "1. a\n2. b\n   d\n   Expected: c" }] }] },
  });
});

test("a case keeps more cells without a column than a call has arguments", () => {
  const rows = Array.from({ length: 20 }, () => `,${",x".repeat(16_000)}`).join("\n");
  expect(read(`Title,Notes\nT,a\n${rows}`, true)).toHaveProperty("file");
});

test.each([
  ["600 characters", `indent,text\n0,${"n".repeat(600)}\n1,c\n`],
  ["500 characters and a blank behind them", `indent,text\n0,${"n".repeat(500)} and the rest of it\n1,c\n`],
  ["600 blanks inside", `indent,text\n0,Cart${" ".repeat(600)}Coupons\n1,c\n`],
  ["3,000 blanks inside", `indent,text\n0,Cart${" ".repeat(3_000)}Coupons\n1,c\n`],
  ["a column of sections", `Title,Folder\nT,${"word ".repeat(120)}\nU,${"word ".repeat(120)}\n`],
  [
    "a path of sections",
    `ID,Title,Section,Section Hierarchy\nC1,T,${"n".repeat(300)},${"m".repeat(300)} > ${"n".repeat(300)}\n`,
  ],
])("a name of %s is cut, and that is listed, once", (_, file) => {
  const reading = read(file);
  expect("leftOut" in reading && reading.leftOut).toMatchObject([
    { field: "section", why: expect.stringContaining("it is cut") },
  ]);
});
