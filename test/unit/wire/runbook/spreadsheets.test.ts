// Spreadsheets and archives: read as the tables that they hold, and bounded in what they unpack to.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readRunbook } from "../../../../src/wire/runbook/read-runbook.ts";
import { EXPORTS, exportRows } from "../../../support/samples/export-samples.ts";
import { writeSheet, writeSheets, writeZip, type ZippedFile } from "../../../support/samples/write-zip.ts";

const read = (bytes: Uint8Array) =>
  readRunbook(bytes, { type: null, format: null, refPrefix: "", keepFields: false, columns: null, guesses: false });
const wrong = (bytes: Uint8Array) => {
  const reading = read(bytes);
  return "wrong" in reading ? reading.wrong : "";
};
const sectionsOf = (bytes: Uint8Array) => {
  const reading = read(bytes);
  if ("wrong" in reading) throw new Error(reading.wrong);
  return reading.file.sections.map(({ title, checks }) => [title, checks.map(({ at, ...check }) => check)]);
};

test.each([
  "testrail.csv",
  "zephyr-scale.csv",
  "zephyr-squad.csv",
  "xray.csv",
  "testplanit.csv",
  "qase.csv",
  "testpad.csv",
])("%s as a spreadsheet says the same", (name) => {
  expect(sectionsOf(writeSheets({ Sheet1: exportRows(name) }))).toEqual(sectionsOf(readFileSync(`${EXPORTS}/${name}`)));
});

test("of several sheets the one that is recognised is read, and the others are listed", () => {
  const file = writeSheets({
    About: [
      ["Name", "Folder"],
      ["x", "y"],
    ],
    Empty: [],
    Cases: exportRows("zephyr-squad.csv"),
  });
  const reading = read(file);
  expect(reading).toMatchObject({ format: "zephyr" });
  expect("leftOut" in reading && reading.leftOut.at(-1)).toEqual({
    field: "sheet About",
    why: "one sheet of a file is read",
    count: 1,
    lines: [1],
  });
});

test("a heading above the columns is passed over, and listed", () => {
  const reading = read(writeSheets({ Cases: [["Cases of the shop"], ...exportRows("zephyr-squad.csv")] }));
  expect(reading).toMatchObject({ format: "zephyr" });
  expect("leftOut" in reading && reading.leftOut[0]).toMatchObject({ field: "Cases of the shop", lines: [1] });
});

const workbookOf = (
  sheets: { cells: (string | null)[][]; tail?: string; state?: string }[],
  name = "workbook",
  more: ZippedFile[] = [],
) => {
  const cell = (text: string | null) => (text === null ? "<c/>" : `<c t="inlineStr"><is><t>${text}</t></is></c>`);
  const list = sheets.map(({ state = "visible" }, i) => `<sheet name="S${i}" state="${state}" r:id="r${i}"/>`);
  const targets = sheets.map((_, i) => `<Relationship Id="r${i}" Target="s${i}.xml"/>`);
  return writeZip([
    { name: `xl/${name}.xml`, content: `<workbook><sheets>${list.join("")}</sheets></workbook>` },
    { name: `xl/_rels/${name}.xml.rels`, content: `<Relationships>${targets.join("")}</Relationships>` },
    ...sheets.map(({ cells, tail = "" }, i) => ({
      name: `xl/s${i}.xml`,
      content: `<worksheet><sheetData>${cells.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")}</sheetData>${tail}</worksheet>`,
    })),
    ...more,
  ]);
};
const merged = (...ranges: string[]) =>
  `<mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
const COVER = [["Test plan of the shop"], ["Author: Ann"], ["Name", "Ann"]];
const CASES = [
  ["ID", "Title", "Steps"],
  ["1", "Pay", "open"],
];

test("a cover sheet is passed over, and so is a hidden one, in a workbook that is called otherwise", () => {
  const hidden = {
    cells: [
      ["ID", "Title", "Steps"],
      ["9", "Old", "x"],
    ],
    state: "veryHidden",
  };
  const file = workbookOf([{ cells: COVER }, hidden, { cells: CASES }], "workbook2");
  expect(sectionsOf(file)).toEqual([["No section", [{ ref: "1", title: "Pay", instructions: "open" }]]]);
  const reading = read(file);
  expect("leftOut" in reading && reading.leftOut.map(({ field }) => field)).toEqual(["sheet S0", "sheet S1"]);
});

test("columns that somebody matched choose the sheet that has them", () => {
  const file = workbookOf([
    { cells: COVER },
    {
      cells: [
        ["What", "How"],
        ["Pay", "by card"],
      ],
    },
  ]);
  const columns = { title: ["What"], steps: ["How"] };
  const asked = { type: null, format: "table", refPrefix: "", keepFields: false, columns, guesses: false } as const;
  const reading = readRunbook(file, asked);
  expect("file" in reading && reading.file.sections[0]!.checks).toMatchObject([{ title: "Pay" }]);
});

test("a formula stands where nobody has worked out its value, and nowhere else", () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const file = writeZip([
    { name: "xl/workbook.xml", content: `<workbook><sheets><sheet name="S" r:id="r"/></sheets></workbook>` },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships><Relationship Id="r" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: "xl/worksheets/sheet1.xml",
      content: `<worksheet><sheetData><row>${cell("Title")}${cell("Steps")}${cell("Expected")}</row>
        <row><c t="str"><f>A1</f><v>Pay</v></c><c><f>A1&amp;"x"</f></c><c t="str"><f>A1</f><v></v></c></row></sheetData></worksheet>`,
    },
  ]);
  expect(sectionsOf(file)).toEqual([["No section", [{ ref: null, title: "Pay", instructions: '=A1&"x"' }]]]);
});

test("dates, percentages and numbers in ids are read as they are shown, by the style of their cells", () => {
  const cell = (text: string, more = "") => `<c t="inlineStr"${more}><is><t>${text}</t></is></c>`;
  const files = (head: string) => [
    { name: "xl/workbook.xml", content: `<workbook>${head}<sheets><sheet name="S" r:id="r"/></sheets></workbook>` },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships><Relationship Id="r" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: "xl/styles.xml",
      content: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;TC-&quot;000"/></numFmts>
        <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
        <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
    },
    {
      name: "xl/worksheets/sheet1.xml",
      content: `<worksheet><sheetData><row>${cell("ID")}${cell("Title")}${cell("Steps")}${cell("Expected")}</row>
        <row><c s="1"><v>8</v></c>${cell("Due", ' s="2"')}<c s="2"><v>43904</v></c><c s="3"><v>0.5</v></c></row>
        <row><c><v>9.0</v></c><c t="d"><v>2024-03-15T00:00:00</v></c></row></sheetData></worksheet>`,
    },
  ];
  const told = (date: string) => [
    [
      "No section",
      [
        { ref: "TC-008", title: "Due", instructions: `1. ${date}\n   Expected: 50%` },
        { ref: "9", title: "2024-03-15" },
      ],
    ],
  ];
  expect(sectionsOf(writeZip(files("")))).toEqual(told("2020-03-14"));
  expect(sectionsOf(writeZip(files('<workbookPr date1904="1"/>')))).toEqual(told("2024-03-15"));
});

test("characters that are written by their number are read", () => {
  const rows = [
    ["Title", "Steps"],
    ["Login_x005F_x000D_ _x00e9_", "1. open_x000D_\n2. close_x000D_\n"],
  ];
  expect(sectionsOf(workbookOf([{ cells: rows }]))).toEqual([
    ["No section", [{ ref: null, title: "Login_x000D_ é", instructions: "1. open\n2. close" }]],
  ]);
});

test("what is merged over several rows is said of each, and over all columns it is the section of what follows", () => {
  const rows = [
    ["Module", "Title", "Steps", "Expected"],
    ["Cart", "Add", "open", "it opens"],
    [null, null, "press", "it is added"],
    [null, "Remove", "press", "it is gone"],
    ["Payment", null, null, null],
    [null, "Pay", "open", "it opens"],
  ];
  const file = workbookOf([{ cells: rows, tail: merged("A2:A4", "B2:B3", "A5:D5") }]);
  expect(sectionsOf(file)).toEqual([
    [
      "Cart",
      [
        {
          ref: null,
          title: "Add",
          instructions: "1. open\n   Expected: it opens\n2. press\n   Expected: it is added",
        },
        { ref: null, title: "Remove", instructions: "1. press\n   Expected: it is gone" },
      ],
    ],
    ["Payment", [{ ref: null, title: "Pay", instructions: "1. open\n   Expected: it opens" }]],
  ]);
});

test("names of columns may take two rows", () => {
  const rows = [
    ["ID", "Title", "Test", null, "Section"],
    [null, null, "Action", "Expected result", null],
    ["1", "Pay", "open", "it opens", "Cart"],
  ];
  const file = workbookOf([{ cells: rows, tail: merged("A1:A2", "B1:B2", "C1:D1", "E1:E2") }]);
  expect(sectionsOf(file)).toEqual([
    ["Cart", [{ ref: "1", title: "Pay", instructions: "1. open\n   Expected: it opens" }]],
  ]);
});

test("cells may hold their text themselves, without saying where they are", () => {
  const sheet =
    '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Name</x:t></x:is></x:c><x:c t="str"><x:v>Folder</x:v></x:c></x:row>' +
    '<x:row><x:c t="inlineStr"><x:is><x:t>Add</x:t></x:is></x:c><x:c><x:v>0.10000000000000001</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  const file = writeZip([
    { name: "xl/workbook.xml", content: '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>' },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: '<Relationships><Relationship Id="r1" Target="/xl/a.xml"/></Relationships>',
    },
    { name: "xl/a.xml", content: sheet },
  ]);
  expect(sectionsOf(file)).toEqual([["0.1", [{ ref: null, title: "Add" }]]]);
});

test("a zip of features is read as one, and a zip of one file as that file", () => {
  const feature = (name: string) => `Feature: ${name}\n  @TEST_A-${name}\n  Scenario: ${name} works\n    Given it\n`;
  const features = writeZip(["Cart", "Pay"].map((name) => ({ name: `${name}.feature`, content: feature(name) })));
  expect(sectionsOf(features).map(([title]) => title)).toEqual(["Cart", "Pay"]);
  const one = writeZip([{ name: "testlink.xml", content: readFileSync(`${EXPORTS}/testlink.xml`) }]);
  expect(sectionsOf(one)).toEqual(sectionsOf(readFileSync(`${EXPORTS}/testlink.xml`)));
});

describe("beside what the cells of a sheet show", () => {
  const relations = (...list: [type: string, target: string, more?: string][]): ZippedFile => {
    const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const each = list.map(([type, to, more = ""], i) => {
      return `<Relationship Id="r${i}" Type="${types}/${type}" Target="${to}" ${more}/>`;
    });
    return { name: "xl/_rels/s0.xml.rels", content: `<Relationships>${each.join("")}</Relationships>` };
  };
  const comments = (...cells: [cell: string, text: string][]) =>
    `<comments><authors><author>Ann</author></authors><commentList>${cells
      .map(([cell, text]) => `<comment ref="${cell}" authorId="0"><text><r><t>${text}</t></r></text></comment>`)
      .join("")}</commentList></comments>`;
  const listed = (file: Uint8Array) => {
    const reading = read(file);
    if ("wrong" in reading) throw new Error(reading.wrong);
    return reading.leftOut.map(({ field, count, lines }) => [field, count, lines]);
  };
  const withComments = (to: string, content: string | Buffer, more = "") =>
    workbookOf([{ cells: CASES }], "workbook", [
      relations(["comments", to, more]),
      { name: "xl/notes/comments1.xml", content },
    ]);

  test.each(["notes/comments1.xml", "/xl/notes/comments1.xml", "../xl/./notes/comments1.xml"])(
    "notes are listed by their rows: %s",
    (to) => {
      const file = withComments(to, comments(["B2", "why"], ["A1", " "], ["C1", "how"], ["", "where"]));
      expect(listed(file)).toEqual([["comment of a cell", 3, [2, 1]]]);
    },
  );

  test("a thread is listed with its answers, and not again as the note that stands for it elsewhere", () => {
    const threads = `<ThreadedComments><threadedComment ref="B2" id="1"><text>why</text></threadedComment>
      <threadedComment ref="B2" id="2" parentId="1"><text>because</text></threadedComment></ThreadedComments>`;
    const notes = comments(["B2", "[Threaded comment] why"], ["C2", "[Threaded comment] lost"]);
    const file = workbookOf([{ cells: CASES }], "workbook", [
      relations(["comments", "c.xml"], ["threadedComment", "t.xml"], ["comments", "c.xml"]),
      { name: "xl/c.xml", content: notes },
      { name: "xl/t.xml", content: threads },
    ]);
    expect(listed(file)).toEqual([["comment of a cell", 3, [2]]]);
  });

  test("links are listed whose cells do not show where they lead to", () => {
    const cells = [
      ["Title", "Steps", "Link"],
      ["Pay", "https://shop.example/cart", "a@shop.example"],
      ["Add", "x", "x"],
    ];
    const tail = `<hyperlinks><hyperlink ref="B2" r:id="r0"/><hyperlink ref="C2" r:id="r1"/><hyperlink ref="A3:B3" r:id="r0"/>
      <hyperlink ref="C3" location="Other!A1"/></hyperlinks>`;
    const file = workbookOf([{ cells, tail }], "workbook", [
      relations(
        ["hyperlink", "https://shop.example/cart/", 'TargetMode="External"'],
        ["hyperlink", "mailto:a@shop.example", 'TargetMode="External"'],
      ),
    ]);
    expect(listed(file)).toContainEqual(["link of a cell", 2, [3]]);
  });

  test("links that formulas make are listed in the same way", () => {
    const rows = `<row><c t="str"><v>Title</v></c><c t="str"><v>Steps</v></c></row>
      <row r="2"><c r="A2" t="str"><f>HYPERLINK("https://shop.example/7","Pay")</f><v>Pay</v></c></row>
      <row r="3"><c r="A3" t="str"><f>HYPERLINK("https://shop.example/8")</f><v>https://shop.example/8</v></c></row>`;
    const file = workbookOf([{ cells: [], tail: rows }]);
    expect(listed(file)).toEqual([["link of a cell", 1, [2]]]);
  });

  test("a formula that is filled down, one in a cell that does not say where it is, and one with a link beside it are a link each", () => {
    const formula = (of: string, text: string) => `<c t="str"><f${of}>${text}</f><v>Pay</v></c>`;
    const rows = `<row><c t="str"><v>Title</v></c><c t="str"><v>Steps</v></c></row>
      <row r="2">${formula(' t="shared" si="0"', 'HYPERLINK("https://shop.example/7","Pay")')}</row>
      <row r="3">${formula(' t="shared" si="0"', "")}</row>
      <row r="4"><c t="str"><v>Sell</v></c></row>
      <row r="5">${formula("", 'HYPERLINK("https://shop.example/8","Pay")')}</row>
      <row r="6"><c t="str"><f>HYPERLINK("https://shop.example/9")</f><v>https://shop.example/9</v></c></row>`;
    const links = '<hyperlinks><hyperlink ref="A5" location="https://shop.example/8"/></hyperlinks>';
    const file = workbookOf([{ cells: [], tail: rows + links }]);
    expect(listed(file)).toEqual([["link of a cell", 3, [2, 3, 5]]]);
  });

  test("pictures are listed by the rows that they begin in, and so is a sheet with nothing else", () => {
    const anchor = (row: number) =>
      `<a:twoCellAnchor><a:from><a:row>${row}</a:row></a:from><a:to><a:row>9</a:row></a:to><a:pic/></a:twoCellAnchor>`;
    const drawing = `<a:wsDr xmlns:a="a">${anchor(1)}${anchor(4)}<a:absoluteAnchor/></a:wsDr>`;
    const file = workbookOf(
      [{ cells: CASES, tail: '<drawing r:id="r0"/>' }, { cells: [], tail: '<drawing r:id="r0"/>' }, { cells: [] }],
      "workbook",
      [relations(["drawing", "drawing1.xml"]), { name: "xl/drawing1.xml", content: drawing }],
    );
    expect(listed(file)).toEqual([
      ["picture or drawing", 3, [2, 5, 1]],
      ["sheet S1", 1, [1]],
    ]);
  });

  test("only the sheet that is read counts", () => {
    const file = workbookOf([{ cells: COVER }, { cells: CASES }], "workbook", [
      relations(["comments", "c.xml"]),
      { name: "xl/c.xml", content: comments(["A1", "why"]) },
    ]);
    expect(listed(file)).toEqual([["sheet S0", 1, [1]]]);
  });

  test.each([
    ["a part that is missing", withComments("nowhere.xml", "")],
    ["a place outside of the archive", withComments("../../../../etc/passwd", "")],
    ["a place that is reached by a long way", withComments(`${"../".repeat(100_000)}c.xml`, "")],
    ["an address", withComments("https://shop.example/c.xml", "", 'TargetMode="External"')],
    ["the sheet itself", withComments("s0.xml", "")],
  ])("a relationship to %s hinders nothing", (_what, file) => {
    expect(listed(file)).toEqual([]);
  });

  test.each([
    ["unpack to too much", Buffer.alloc(40_000_000, 32), /more than 33554432 bytes/],
    ["have a document type", "<!DOCTYPE a><comments/>", /document type/],
    ["are no XML", Buffer.from([0x89, 0x50, 0xff, 0xfe]), /broken: save it again/],
    ["are broken off", "<comments><commentList>", /The spreadsheet is broken: .+/],
  ])("notes that %s are refused with a sentence", (_what, content, told) => {
    expect(wrong(withComments("notes/comments1.xml", content))).toMatch(told);
  });
});

describe("an archive is refused", () => {
  const cells = '<row><c r="XFD1" t="str"><v>x</v></c></row>';
  const workbook = (sheet: string) =>
    writeZip([
      { name: "xl/workbook.xml", content: '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>' },
      {
        name: "xl/_rels/workbook.xml.rels",
        content: '<Relationships><Relationship Id="r1" Target="a.xml"/></Relationships>',
      },
      { name: "xl/a.xml", content: sheet },
    ]);
  test.each([
    [
      "that unpacks to too much",
      writeZip([{ name: "a.csv", content: Buffer.alloc(40_000_000, 32) }]),
      /more than 33554432 bytes/,
    ],
    [
      "whose parts together unpack to too much",
      writeZip([
        { name: "a.feature", content: Buffer.alloc(20_000_000, 32) },
        { name: "b.feature", content: Buffer.alloc(20_000_000, 32) },
      ]),
      /more than 33554432 bytes/,
    ],
    [
      "that is packed twice",
      writeZip([{ name: "a.zip", content: writeZip([{ name: "a", content: "x" }]) }]),
      /another archive/,
    ],
    ["that has a password", writeZip([{ name: "a.csv", content: "x", isEncrypted: true }]), /password/],
    [
      "of several files",
      writeZip([
        { name: "a", content: "x" },
        { name: "b", content: "y" },
      ]),
      /several files/,
    ],
    ["that is broken off", writeSheets({ a: exportRows("testrail.csv") }).subarray(0, 800), /broken/],
    ["with cells far apart", workbook(`<worksheet>${cells.repeat(1_000)}</worksheet>`), /3000000 cells/],
    [
      "whose cells share one long text",
      writeZip([
        { name: "xl/workbook.xml", content: '<workbook><sheets><sheet name="a" ns0:id="r1"/></sheets></workbook>' },
        {
          name: "xl/_rels/workbook.xml.rels",
          content: '<Relationships><Relationship Id="r1" Target="a.xml"/></Relationships>',
        },
        { name: "xl/sharedStrings.xml", content: `<sst><si><t>${"x".repeat(90_000)}</t></si></sst>` },
        { name: "xl/a.xml", content: `<worksheet><row>${'<c t="s"><v>0</v></c>'.repeat(400)}</row></worksheet>` },
      ]),
      /more than 33554432 characters/,
    ],
    [
      "with a cell beyond the last column",
      workbook('<worksheet><row><c r="ZZZ1" t="str"><v>x</v></c></row></worksheet>'),
      /columns/,
    ],
    ["with a document type", workbook("<!DOCTYPE a><worksheet/>"), /document type/],
    ["without cells", workbook("<worksheet/>"), /empty/],
    [
      "of another kind of spreadsheet",
      writeZip([
        { name: "mimetype", content: "x" },
        { name: "content.xml", content: "y" },
      ]),
      /\.xlsx or CSV/,
    ],
    [
      "of a binary spreadsheet",
      writeZip([
        { name: "[Content_Types].xml", content: "x" },
        { name: "xl/workbook.bin", content: "y" },
      ]),
      /\.xlsx or CSV/,
    ],
    ["in the old format", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), /\(\.xls\)/],
    [
      "with a password",
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from("EncryptedPackage", "utf16le")]),
      /protected by a password: save it without one/,
    ],
    [
      "with more columns than any, which do not say where they are",
      writeSheet(`<row>${"<c><v>1</v></c>".repeat(16_385)}</row>`),
      /more than 16384 columns/,
    ],
  ] as const)("%s", (_what, bytes, told) => {
    expect(wrong(bytes)).toMatch(told);
  });
});
