// Exports of other tools: each is recognised by its content and read whole, in whatever encoding and order of columns.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readRunbook } from "../../../../src/wire/runbook/read-runbook.ts";
import type { AskedReading } from "../../../../src/wire/runbook/runbook-format.ts";
import { PLAIN_READING, readExport } from "../../../support/samples/export-reading.ts";
import { EXPECTED_EXPORTS, EXPORTS, exportRows, writeTable } from "../../../support/samples/export-samples.ts";

const wrong = (file: string | Uint8Array, asked: Partial<AskedReading> = {}) => {
  const reading = readRunbook(typeof file === "string" ? Buffer.from(file) : file, { ...PLAIN_READING, ...asked });
  return "wrong" in reading ? reading.wrong : "";
};
const brief = (file: string | Uint8Array, asked?: Partial<AskedReading>) =>
  readExport(file, asked).file.sections.map(({ title, checks }) => ({
    title,
    checks: checks.map(({ ref, title: name, instructions }) => ({ ref, title: name, instructions })),
  }));
const firstCheck = (file: string, asked?: Partial<AskedReading>) => brief(file, asked)[0]!.checks[0]!;
const utf16 = (text: string, swap: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return swap ? bytes.swap16() : bytes;
};

describe.each(Object.entries(EXPECTED_EXPORTS))("the sample %s", (name, expected) => {
  const bytes = readFileSync(`${EXPORTS}/${name}`);
  const text = bytes.toString();

  test("is recognised, and every case is there under its path", () => {
    const { format, file } = readExport(bytes);
    expect(format).toBe(expected.importer);
    const paths = expected.sections.map(({ path }) => (path.length === 0 ? "No section" : path.join(" / ")));
    expect(file.sections.map(({ title }) => title)).toEqual(paths);
    for (const [i, section] of expected.sections.entries()) {
      const checks = file.sections[i]!.checks;
      expect(checks.map(({ ref, title }) => ({ ref, title }))).toEqual(
        section.checks.map(({ ref, title }) => ({ ref, title })),
      );
      for (const [j, { steps }] of section.checks.entries()) {
        if (steps === undefined) continue;
        const numbered = (checks[j]!.instructions ?? "").match(/^\d+\. /gm) ?? [];
        expect(numbered).toHaveLength(steps);
      }
    }
  });

  test("is the same with a byte order mark, in UTF-16 and with other ends of lines", () => {
    const plain = brief(bytes);
    expect(brief(Buffer.from(`\ufeff${text}`))).toEqual(plain);
    expect(brief(utf16(text, false))).toEqual(plain);
    expect(brief(utf16(text, true))).toEqual(plain);
    const unix = text.replaceAll("\r\n", "\n");
    expect(brief(unix)).toEqual(plain);
    expect(brief(unix.replaceAll("\n", "\r\n"))).toEqual(plain);
  });

  test("is refused in another encoding, with what to do: but for tables as Excel saves them on Windows", () => {
    const latin = Buffer.concat([bytes, Buffer.from([0x0a, 0xe9, 0x0a])]);
    if (!name.endsWith(".csv")) expect(wrong(latin)).toBe("The file is not UTF-8 text: save it as UTF-8.");
    expect(wrong(utf16(text, false).subarray(2))).toBe("The file is not UTF-8 text: save it as UTF-8.");
  });

  test("never fails otherwise than with a sentence when it is broken off anywhere", () => {
    for (let end = 0; end < bytes.length; end += Math.max(1, Math.floor(bytes.length / 60))) {
      const reading = readRunbook(bytes.subarray(0, end), PLAIN_READING);
      if ("wrong" in reading) expect(reading.wrong).toMatch(/^\S.*[.?]$/s);
    }
  });
});

test.each(["testrail.csv", "zephyr-scale.csv", "zephyr-squad.csv", "xray.csv", "testplanit.csv", "qase.csv"])(
  "%s says the same with its columns turned round, and with another separator",
  (name) => {
    const rows = exportRows(name);
    const width = rows[0]!.length;
    const turned = rows.map((row) => Array.from({ length: width }, (_, i) => row[i] ?? "").reverse());
    const plain = brief(readFileSync(`${EXPORTS}/${name}`));
    expect(brief(writeTable(turned, ","))).toEqual(plain);
    for (const separator of [";", "\t"]) expect(brief(writeTable(rows, separator))).toEqual(plain);
  },
);

describe("a field without a place", () => {
  const CSV = "ID,Title,Section,Section Depth,Priority\nC1,Add,Cart,0,High\nC2,Remove,Cart,0,\nC3,Pay,Cart,0,Low\n";

  test("is listed with the reason, how often and where", () => {
    expect(readExport(CSV).leftOut).toEqual([
      { field: "Priority", why: "a check has no such field", count: 2, lines: [2, 4] },
    ]);
  });

  test("stands at the end of the instructions if that is asked for, and is not listed then", () => {
    expect(readExport(CSV, { keepFields: true }).leftOut).toEqual([]);
    expect(firstCheck(CSV, { keepFields: true }).instructions).toBe("Priority: High");
  });
});

describe("ids", () => {
  const cases = (...ids: string[]) =>
    `ID,Title,Section,Section Depth\n${ids.map((id, i) => `${id},T${i},Cart,0\n`).join("")}`;
  const refs = (file: string, asked?: Partial<AskedReading>) => brief(file, asked)[0]!.checks.map(({ ref }) => ref);

  test("become refs, with a prefix if one is asked for", () => {
    expect(refs(cases("C1", "C2"))).toEqual(["C1", "C2"]);
    expect(refs(cases("1", "2"), { refPrefix: "CART-" })).toEqual(["CART-1", "CART-2"]);
  });

  test("that stand for several cases get a number, which no other case has", () => {
    expect(refs(cases("A-2", "A", "A", "A"))).toEqual(["A-2", "A", "A-3", "A-4"]);
    expect(readExport(cases("A", "A")).leftOut[0]!.why).toContain("several cases");
  });

  test("that are too long are left out, and listed", () => {
    const { file, leftOut } = readExport(cases("x".repeat(101)));
    expect([file.sections[0]!.checks[0]!.ref, leftOut[0]!.why]).toEqual([
      null,
      expect.stringContaining("100 characters"),
    ]);
  });
});

describe("texts that are too long", () => {
  test("leave a title that is cut, with all of it in the instructions", () => {
    const { file, leftOut } = readExport(`Name,Folder\n${"t".repeat(600)},Cart\n`);
    const [check] = file.sections[0]!.checks;
    expect([check!.title, check!.instructions]).toEqual([`${"t".repeat(499)}…`, "t".repeat(600)]);
    expect(leftOut).toMatchObject([{ field: "title", count: 1, lines: [2] }]);
  });

  test("leave instructions that are cut, and say so", () => {
    const { file, leftOut } = readExport(`Name,Folder,Steps\nA,Cart,${"s".repeat(10_001)}\n`);
    expect(file.sections[0]!.checks[0]!.instructions).toBe(`${"s".repeat(9_999)}…`);
    expect(leftOut).toMatchObject([{ field: "instructions", why: expect.stringContaining("cut") }]);
  });
});

describe("TestRail", () => {
  test("a section's name may hold the sign between names: the depth tells", () => {
    const file = "ID,Title,Section,Section Hierarchy,Section Depth\nC1,a,x > y,Top > x > y,1\nC2,b,x > y,x > y,0\n";
    expect(brief(file).map(({ title }) => title)).toEqual(["Top / x > y", "x > y"]);
  });

  test("one row a step, with the id in each, is one case", () => {
    const file =
      "ID,Title,Section,Steps (Step),Steps (Expected Result)\nC1,Pay,Cart,open,it opens\nC1,,,press,it is paid\nC2,Add,Cart,,\n";
    expect(brief(file)[0]!.checks).toEqual([
      { ref: "C1", title: "Pay", instructions: "1. open\n   Expected: it opens\n2. press\n   Expected: it is paid" },
      { ref: "C2", title: "Add", instructions: undefined },
    ]);
  });

  test("several suites of one file come first in the paths", () => {
    const file = "ID,Title,Section,Section Depth,Suite\nC1,a,Cart,0,Web\nC2,b,Cart,0,App\n";
    expect(brief(file).map(({ title }) => title)).toEqual(["Web / Cart", "App / Cart"]);
  });
});

test("Qase's suites within each other in a circle end", () => {
  const file = "v2.id,title,suite_id,suite_parent_id,suite,suite_without_cases\n,,1,2,A,1\n,,2,1,B,1\n7,Case,1,2,A,\n";
  expect(brief(file)[0]).toMatchObject({ title: "B / A", checks: [{ ref: "7" }] });
});

test("Jira's CSV of Xray tests has its steps as JSON", () => {
  const steps = JSON.stringify([{ index: 1, fields: { Action: "open", Data: "x", "Expected Result": "opens" } }]);
  const file = `Summary,Issue key,Custom field (Manual Test Steps),Custom field (Test Repository Path)\nPay,SHOP-7,"${steps.replaceAll('"', '""')}",/Cart/Pay\n`;
  expect(brief(file, { type: "csv" })).toEqual([
    {
      title: "Cart / Pay",
      checks: [{ ref: "SHOP-7", title: "Pay", instructions: "1. open\n   Data: x\n   Expected: opens" }],
    },
  ]);
});

describe("columns that are matched", () => {
  const CSV =
    "Nr;Area;Feature;What to do;Proof;Owner\n7;Shop;Cart;Add a book;It is there;Ann\n8;Shop;Pay;Pay by card;;Bob\n";
  const columns = { title: ["What to do"], ref: ["Nr"], section: ["Area", "Feature"], expected: ["Proof"] };

  test("are taken as somebody says, and the others are listed", () => {
    const { format, leftOut, columns: shown } = readExport(CSV, { type: "csv", format: "table", columns });
    expect(format).toBe("table");
    expect(brief(CSV, { type: "csv", format: "table", columns })).toEqual([
      { title: "Shop / Cart", checks: [{ ref: "7", title: "Add a book", instructions: "1. Expected: It is there" }] },
      { title: "Shop / Pay", checks: [{ ref: "8", title: "Pay by card", instructions: undefined }] },
    ]);
    expect(leftOut).toMatchObject([{ field: "Owner", count: 2 }]);
    expect(shown[0]).toEqual({ name: "Nr", field: "ref", samples: ["7", "8"] });
    expect(shown.at(-1)).toEqual({ name: "Owner", field: null, samples: ["Ann", "Bob"] });
  });

  test("that are missing, matched twice or without a title are refused with what there is", () => {
    const refused = (match: Record<string, string[]>) => wrong(CSV, { type: "csv", format: "table", columns: match });
    expect(refused({ title: ["Whta to do"] })).toContain('did you mean "What to do"?');
    expect(refused({ title: ["Nowhere to be found"] })).toContain('there are "Nr", "Area"');
    expect(refused({ title: ["Nr"], ref: ["Nr"] })).toContain("matched twice");
    expect(refused({ ref: ["Nr"] })).toContain("match one column with title");
  });

  test("may be guessed for a plan alone: the import itself wants to be told", () => {
    expect(wrong(CSV, { type: "csv" })).toContain('match one of "Nr", "Area", "Feature", "What to do"');
    const { columns: shown } = readExport(CSV, { type: "csv", guesses: true });
    expect(shown.filter(({ field }) => field === "title").map(({ name }) => name)).toEqual(["What to do"]);
  });

  test("override a tool that was recognised", () => {
    const csv = "ID,Title,Section,Section Depth\nC1,Add,Cart,0\n";
    expect(readExport(csv, { format: "table", columns: { title: ["ID"] } }).file.sections[0]!.checks[0]!.title).toBe(
      "C1",
    );
  });
});

describe("a format that is named", () => {
  test("is taken at its word", () => {
    expect(readExport("Login\nLogout\n", { format: "testpad" }).file.sections[0]!.checks).toHaveLength(2);
    expect(wrong("name: x\n", { format: "runbook" })).toContain("platforms: required");
  });

  test("that has no files of such a shape is refused", () => {
    expect(wrong("<suite><sections/></suite>", { format: "qase" })).toBe(
      "A file of Qase is a table or JSON; this is XML.",
    );
  });
});

describe("what is no export", () => {
  test.each([
    ["another XML", "<rss></rss>", null, "The XML file is of no tool that is known: it begins with <rss>."],
    ["a document type", '<!DOCTYPE a [<!ENTITY b "c">]><suite>&b;</suite>', null, "a document type is not accepted"],
    [
      "an encoding that is not read",
      '<?xml version="1.0" encoding="ISO-8859-1"?><suite/>',
      null,
      "save the file as UTF-8",
    ],
    [
      "a table of too many columns",
      `Name${",x".repeat(16_384)}\nPay\n`,
      "csv",
      "line 1, column 1: a table has at most 16384 columns",
    ],
    ["a table of no titles", "a,b\n1,2\n", "csv", "line 1, column 1: no column is known to hold the titles"],
    ["an export without cases", "<suite><sections></sections></suite>", null, "The file has no test cases."],
    [
      "a quote that is not closed",
      'ID,Title,Section Depth\nC1,"x\n',
      "csv",
      "line 2, column 4: this cell has no closing",
    ],
  ] as const)("%s is refused with the reason", (_what, file, type, told) => {
    expect(wrong(file, { type })).toContain(told);
  });

  test("our own CSV stays our own, with its mistakes", () => {
    expect(readExport("section,title,status:web\nCart,Add,passed\n", { type: "csv" }).format).toBe("runbook");
    expect(wrong("section,tittle\nCart,Add\n", { type: "csv" })).toContain('did you mean "title"?');
  });
});

test("tables of HTML keep their cells apart, and those of Gherkin their signs", () => {
  const html = "<table><tr><td>a</td><td>b</td></tr></table>Examples:<br>| x | y |";
  const file = `<project><testCases><testCase key="A-1"><name>T</name><objective><![CDATA[${html}]]></objective></testCase></testCases></project>`;
  expect(firstCheck(file).instructions).toBe("a | b\n\nExamples:\n| x | y |");
});

test("steps of a table that names them as PractiTest and qTest do are found", () => {
  const file = "ID,Name,Step description,Step expected_results\n1,Pay,open,it opens\n,,press,it is paid\n";
  expect(firstCheck(file, { type: "csv" }).instructions).toBe(
    "1. open\n   Expected: it opens\n2. press\n   Expected: it is paid",
  );
});

test("HTML becomes text: paragraphs, lists, entities, and what merely speaks of tags stays", () => {
  const html =
    "<p>One &amp; two&nbsp;&#8364;</p><ol><li>first</li><li>second <b>x</b></li></ol><p>type &lt;b&gt; or <custom></p>";
  const file = `<testcases><testcase name="T"><externalid>1</externalid><summary><![CDATA[${html}]]></summary></testcase></testcases>`;
  expect(firstCheck(file).instructions).toBe("One & two €\n\n1. first\n2. second x\n\ntype <b> or <custom>");
});

test("Qase's CSV is Qase's, whether its ids are called v2.id or id", () => {
  const file =
    'id,title,steps_actions,steps_result,suite_id,suite_parent_id,suite,suite_without_cases\n,,,,1,,Cart,1\n5,Add,"1. ""open""","1. ""opens""",1,,Cart,\n';
  expect(readExport(file).format).toBe("qase");
  expect(brief(file)).toEqual([
    { title: "Cart", checks: [{ ref: "5", title: "Add", instructions: "1. open\n   Expected: opens" }] },
  ]);
});

describe("tables of no tool that is known", () => {
  const steps = "1. open\n   Expected: it opens\n2. press\n   Expected: it is paid";

  test.each([
    [
      "Azure DevOps, which numbers its steps in a column of their own",
      "ID,Work Item Type,Title,Test Step,Step Action,Step Expected,Area Path\n7,Test Case,Pay,,,,Shop\\Cart\n,,,1,open,it opens,\n,,,2,press,it is paid,\n",
      { section: "Shop / Cart", ref: "7" },
    ],
    [
      "qTest, which does the same",
      "Module,Id,Name,Test Step #,Test Step Description,Test Step Expected Result\nCart,7,Pay,1,open,it opens\n,,,2,press,it is paid\n",
      { section: "Cart", ref: "7" },
    ],
    [
      "ALM, which repeats the name of a test in place of an id",
      "Subject,Test Name,Step Name (Design Steps),Description (Design Steps),Expected Result (Design Steps)\nShop\\Cart,Pay,Step 1,open,it opens\nShop\\Cart,Pay,Step 2,press,it is paid\n",
      { section: "Shop / Cart", ref: null },
    ],
    [
      "German",
      'Kennung;Testfall;Kategorie;Testschritte;Erwartetes Ergebnis\n7;Pay;Cart;"1. open\n2. press";"1. it opens\n2. it is paid"\n',
      { section: "Cart", ref: "7" },
    ],
    [
      "French",
      'Identifiant;Titre;Dossier;Étapes;Résultat attendu\n7;Pay;Cart;"1. open\n2. press";"1. it opens\n2. it is paid"\n',
      { section: "Cart", ref: "7" },
    ],
    [
      "Spanish",
      'ID,Título,Sección,Pasos,Resultado esperado\n7,Pay,Cart,"1. open\n2. press","1. it opens\n2. it is paid"\n',
      { section: "Cart", ref: "7" },
    ],
    [
      "Portuguese",
      'ID\tTítulo\tSeção\tPassos\tResultado esperado\n7\tPay\tCart\t"1. open\n2. press"\t"1. it opens\n2. it is paid"\n',
      { section: "Cart", ref: "7" },
    ],
    [
      "Italian",
      'Codice;Titolo;Sezione;Passaggi;Risultato atteso\n7;Pay;Cart;"1. open\n2. press";"1. it opens\n2. it is paid"\n',
      { section: "Cart", ref: "7" },
    ],
    [
      "Dutch",
      'Nummer;Titel;Map;Teststappen;Verwacht resultaat\n7;Pay;Cart;"1. open\n2. press";"1. it opens\n2. it is paid"\n',
      { section: "Cart", ref: "7" },
    ],
  ])("%s", (_what, file, { section, ref }) => {
    expect(brief(file, { type: "csv" })).toEqual([
      { title: section, checks: [{ ref, title: "Pay", instructions: steps }] },
    ]);
  });

  test("two cases of one name stay two where neither has steps, or their sections differ", () => {
    const titles = (file: string) =>
      brief(file, { type: "csv" }).flatMap(({ checks }) => checks.map((one) => one.title));
    expect(titles("Name,Folder,Owner\nPay,Cart,Ann\nPay,Cart,Bob\n")).toEqual(["Pay", "Pay"]);
    expect(titles("Name,Folder,Steps\nPay,Cart,open\nPay,Shop,press\n")).toEqual(["Pay", "Pay"]);
    expect(titles("Name,Folder,Steps\nPay,Cart,open\nPay,Cart,open\n")).toEqual(["Pay", "Pay"]);
  });

  test("a list of titles alone is enough", () => {
    expect(brief("Title\nPay\nAdd\n", { type: "csv" })).toEqual([
      {
        title: "No section",
        checks: [
          { ref: null, title: "Pay", instructions: undefined },
          { ref: null, title: "Add", instructions: undefined },
        ],
      },
    ]);
  });
});

test.each(["__proto__", "constructor", "toString", "xx", "xx-YY"])(
  "a feature in a language called %s is read as English",
  (language) => {
    expect(brief(`# language: ${language}\nFeature: Cart\n  Scenario: Add\n`)).toMatchObject([
      { title: "Cart", checks: [{ title: "Add" }] },
    ]);
  },
);

test.each([
  ["de", "Funktionalität", "Grundlage", "Szenario", "Szenariogrundriss"],
  ["fr", "Fonctionnalité", "Contexte", "Scénario", "Plan du scénario"],
  ["pt-BR", "Funcionalidade", "Contexto", "Cenário", "Esquema do Cenário"],
  ["ru", "Функция", "Предыстория", "Сценарий", "Структура сценария"],
  ["ja", "機能", "背景", "シナリオ", "シナリオアウトライン"],
])("a feature in the language %s is read by its own words", (language, feature, background, scenario, outline) => {
  const file = [
    `# language: ${language}`,
    `${feature}: Cart`,
    `  ${background}:`,
    "    * a shop",
    "  @TEST_SHOP-7",
    `  ${scenario}: Add`,
    "    * I add a book",
    "  @TEST_SHOP-8",
    `  ${outline}: Pay`,
    "    * I pay by <way>",
  ].join("\n");
  expect(brief(file)).toEqual([
    {
      title: "Cart",
      checks: [
        { ref: "SHOP-7", title: "Add", instructions: `${background}:\n* a shop\n* I add a book` },
        { ref: "SHOP-8", title: "Pay", instructions: `${background}:\n* a shop\n* I pay by <way>` },
      ],
    },
  ]);
});

describe.each(["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"])("a field called %s", (name) => {
  test.each([
    ["TestRail", `ID,Title,Section,Section Depth,${name}\n1,T,S,0,odd\n`],
    ["Zephyr", `Key,Name,Folder,Objective,${name}\n1,T,S,,odd\n`],
    ["Xray", `Issue key,Test Summary,Test Type,Folder,${name}\n1,T,,S,odd\n`],
    ["Qase", `v2.id,title,suite,description,${name}\n1,T,S,,odd\n`],
    ["any table", `ID,Name,Folder,${name}\n1,T,S,odd\n`],
    [
      "TestRail's XML",
      `<suite><sections><section><name>S</name><cases><case><id>1</id><title>T</title><custom><${name}>odd</${name}></custom></case></cases></section></sections></suite>`,
    ],
    [
      "TestLink's XML",
      `<testsuite name="S"><details/><testcase name="T"><externalid>1</externalid><${name}>odd</${name}></testcase></testsuite>`,
    ],
  ])("of %s is listed as any that has no place", (_tool, file) => {
    expect(firstCheck(file)).toEqual({ ref: "1", title: "T", instructions: undefined });
    expect(readExport(file).leftOut.map(({ field }) => field)).toContain(name);
    expect(firstCheck(file, { keepFields: true }).instructions).toContain(`${name}: odd`);
  });
});
