// Files to import that are made to harm whoever reads them: what other tools export, and runbooks.
import { writeSheet, writeSheets, writeZip } from "../samples/write-zip.ts";

const ROOM = 2_000_000;
const deep = (open: string, close: string) => open.repeat(50_000) + close.repeat(50_000);
/** Answers 200: what harms nobody may be taken. */
export const READ = "read";
/** `answer` is `READ`, or words of the sentence that refuses it. */
export const HOSTILE_EXPORTS: [what: string, file: string | Buffer, answer: string][] = [
  [
    "elements within elements",
    `<suite>${deep("<sections><section>", "</section></sections>")}`,
    "nested more than 100 levels deep",
  ],
  ["elements side by side", `<suite><sections>${"<section/>".repeat(ROOM / 10)}</sections></suite>`, READ],
  [
    "attributes",
    `<suite ${Array.from({ length: 150_000 }, (_, i) => `a${i}="1"`).join(" ")}/>`,
    "is of no tool that is known: it begins with <suite>",
  ],
  [
    "entities",
    `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "${"x".repeat(1_000)}">]><suite>${"&a;".repeat(100_000)}</suite>`,
    "a document type is not accepted",
  ],
  [
    "an outer entity",
    '<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]><suite>&a;</suite>',
    "a document type is not accepted",
  ],
  ["brackets", `[${"[".repeat(ROOM)}`, "nested more than 200 levels deep"],
  ["suites within suites", `{"suites":[${'{"suites":['.repeat(100_000)}`, "nested more than 200 levels deep"],
  [
    "100,000 rows",
    `ID,Title,Section,Section Depth\n${Array.from({ length: 100_000 }, (_, i) => `C${i},T,S,0\n`).join("")}`,
    "at most 10000 checks",
  ],
  [
    "100,000 sections",
    `Name,Folder\n${Array.from({ length: 100_000 }, (_, i) => `T,F${i}\n`).join("")}`,
    "at most 10000 checks",
  ],
  ["quotes", `Name,Folder\n${'"'.repeat(ROOM)}`, READ],
  [
    "columns",
    `Name,Folder,${Array.from({ length: 300_000 }, (_, i) => `c${i % 10}`).join(",")}\nT,F,${"x,".repeat(300_000)}\n`.slice(
      0,
      ROOM,
    ),
    "a table has at most 16384 columns",
  ],
  [
    "columns of sections",
    `Name${",Folder".repeat(16_000)}\n${`T${",f".repeat(16_000)}\n`.repeat(30)}`,
    "at most 50 columns may name sections",
  ],
  ["a row of 700,000 cells", writeSheet(`<row>${"<c><v>1</v></c>".repeat(700_000)}</row>`), "more than 16384 columns"],
  ["a heading of letters", `ID,Title\n1,a\n${"a".repeat(ROOM / 2)}1,`, READ],
  ["a heading that all cases have", `ID,Title\n${"word ".repeat(ROOM / 10)},\n${"1,T\n".repeat(9_000)}`, READ],
  ["a name of a column that all rows are listed by", `Title,${"x ".repeat(ROOM / 4)}\n${"T,y\n".repeat(9_000)}`, READ],
  ["blanks inside an outline", `# a\n# a${" ".repeat(ROOM / 2)}b\n- c`, READ],
  ["an outline of 100,000 lines", `Top\n${"\tline\n".repeat(100_000)}`, "at most 10000 checks"],
  ["an outline as deep as it is long", Array.from({ length: 1_900 }, (_, i) => `${"\t".repeat(i)}x`).join("\n"), READ],
  [
    "tags of HTML",
    `<testcases><testcase name="a"><summary><![CDATA[${"<p".repeat(ROOM / 3)}]]></summary></testcase></testcases>`,
    READ,
  ],
  [
    "a zip bomb of 40 MB in 40 KB",
    writeZip([{ name: "a.csv", content: Buffer.alloc(40_000_000, 32) }]),
    "unpacks to more than 33554432 bytes",
  ],
  ["a sheet of 4 MB in 4 KB", writeSheets({ a: Array.from({ length: 2_000 }, () => ["Name", "Folder"]) }), READ],
  ["another encoding", Buffer.alloc(ROOM, 0xe9), "not UTF-8 text"],
  ["zeros", Buffer.alloc(ROOM), "not UTF-8 text"],
  [
    "UTF-16 of half a character",
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(ROOM, 0xd8)]),
    "not UTF-8 text",
  ],
];

const laughs = Array.from(
  { length: 9 },
  (_, i) =>
    `l${i}: &l${i} [${Array(9)
      .fill(i === 0 ? "x" : `*l${i - 1}`)
      .join(", ")}]`,
).join("\n");
export const HOSTILE_RUNBOOKS: [string, string, string][] = [
  ["a billion laughs", `${laughs}\n${"#".repeat(20_000)}`, "application/yaml"],
  ["brackets", "[".repeat(ROOM), "application/yaml"],
  ["maps in maps", "{a: ".repeat(ROOM / 4), "application/yaml"],
  ["dashes", "- ".repeat(ROOM / 2), "application/yaml"],
  ["questions", "? ".repeat(ROOM / 2), "application/yaml"],
  ["anchors", "&a ".repeat(ROOM / 3), "application/yaml"],
  ["commas", `[${",".repeat(ROOM)}`, "application/yaml"],
  ["comments", "#\n".repeat(ROOM / 2), "application/yaml"],
  ["keys", Array.from({ length: 200_000 }, (_, i) => `k${i}: 1`).join("\n"), "application/yaml"],
  ["brackets of JSON", "[".repeat(ROOM), "application/json"],
  ["keys of JSON", `{${Array.from({ length: 150_000 }, (_, i) => `"${i}":1`).join(",")}}`, "application/json"],
  [
    "checks of JSON",
    `{"name":"x","platforms":[{"code":"a"}],"sections":[{"title":"s","checks":[${Array(600_000).fill("{}").join(",")}]}]}`,
    "application/json",
  ],
  ["quotes", `section,title\n${'"'.repeat(ROOM)}`, "text/csv"],
  ["separators", `section,title\n${",".repeat(ROOM)}x`, "text/csv"],
];
