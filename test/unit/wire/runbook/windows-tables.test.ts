// Tables as spreadsheet programs on Windows save them by default: in Windows-1252, without saying so.
import { expect, test } from "vitest";
import { readRunbook } from "../../../../src/wire/runbook/read-runbook.ts";
import type { AskedReading } from "../../../../src/wire/runbook/runbook-format.ts";
import { PLAIN_READING, readExport } from "../../../support/samples/export-reading.ts";

const TABLE =
  "ID;Titel;Schritte\r\n1;Bücher kaufen;1. „Öffnen“ drücken\r\n2;Pay;12 € – naïve, ½ Ü\r\n3;Search;type\r\n";
const CHARACTERS: Record<string, number> = { "„": 0x84, "“": 0x93, "€": 0x80, "–": 0x96 };
const REFUSED = "The file is not UTF-8 text: save it as UTF-8.";

const ansi = (text: string) => Buffer.from([...text].map((one) => CHARACTERS[one] ?? one.charCodeAt(0)));
const wrong = (bytes: Uint8Array, asked: Partial<AskedReading> = {}) => {
  const reading = readRunbook(bytes, { ...PLAIN_READING, ...asked });
  return "wrong" in reading ? reading.wrong : "";
};

test.each([null, "csv"] as const)(
  "a table in Windows-1252 means what it means in UTF-8, and the plan lists where to look (%s)",
  (type) => {
    const [taken, meant] = [readExport(ansi(TABLE), { type }), readExport(TABLE, { type })];
    expect(taken.file).toEqual(meant.file);
    expect(taken.file.sections[0]!.checks[0]!.title).toBe("Bücher kaufen");
    expect(taken.leftOut).toEqual([
      {
        field: "encoding",
        why: "the file is not UTF-8 and was read as Windows-1252: look at the letters that are not English",
        count: 2,
        lines: [2, 3],
      },
      ...meant.leftOut,
    ]);
  },
);

test("a runbook of ours as a table is read so, too", () => {
  const text = "section,title,instructions\nKasse,Bücher,Öffnen\n";
  const { format, file, leftOut } = readExport(ansi(text));
  expect([format, file.sections[0]!.checks[0]!.title, leftOut.length]).toEqual(["runbook", "Bücher", 1]);
});

test("signs within words that other alphabets of Windows have, too, don't make it one of those", () => {
  const { file } = readExport(
    ansi("section,title\nKasse,Don\u00b4t stop\nKasse,n\u00b0s of l\u00b4eau\nKasse,x²y äöüß ÄÖÜ €€€€\n"),
  );
  expect(file.sections[0]!.checks.map(({ title }) => title)).toEqual([
    "Don´t stop",
    "n°s of l´eau",
    "x²y äöüß ÄÖÜ €€€€",
  ]);
});

test("a table of one column is read so where it is said to be a table", () => {
  const { file } = readExport(ansi("Titel\nGröße\nB\n"), { format: "table" });
  expect(file.sections[0]!.checks.map(({ title }) => title)).toEqual(["Größe", "B"]);
});

test.each([
  ["YAML", ansi("name: Bücher\nsections: []\n"), {}],
  ["a table that is sent as YAML", ansi(TABLE), { type: "yaml" as const }],
  ["JSON", ansi('{"title": "Bücher", "sections": []}'), {}],
  ["XML", ansi("<suite><name>Bücher, ä</name></suite>"), {}],
  ["an outline", ansi("Kasse\n  Bücher kaufen\n"), {}],
  ["UTF-8 that is broken in one place", Buffer.concat([Buffer.from(TABLE), Buffer.from([0xc3, 0x0a])]), {}],
  ["Cyrillic letters (Windows-1251)", Buffer.from("ID;Title\n1;\xcf\xf0\xe8\xe2\xe5\xf2\n", "latin1"), {}],
  ["Polish letters (Windows-1250)", Buffer.from("ID;Title\n1;za\xb3oguj si\xea\n", "latin1"), {}],
  ["Japanese (Shift-JIS)", Buffer.from("ID;Title\n1;\x82\xb1\x82\xea\x82\xcd\n", "latin1"), {}],
  ["bytes that are no text", Buffer.from("a;b\n\0\xe9;\x01\n", "latin1"), {}],
  ["bytes that it has no character for", Buffer.from("ID;Title\n1;caf\xe9 \x81\n", "latin1"), {}],
])("%s is refused, with what to do", (_what, bytes, asked) => {
  expect(wrong(bytes, asked)).toBe(REFUSED);
});
