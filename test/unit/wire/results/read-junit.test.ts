// JUnit XML that is not what it should be, or wants to do harm: refused with line and column, however it is cut into pieces.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JunitReader } from "../../../../src/wire/results/reports/junit/read-junit.ts";
import { WrongRun } from "../../../../src/wire/results/reports/reading/report-reader.ts";

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><testsuite><testcase name="&c;"/></testsuite>`;
const EXTERNAL = `<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&x;"/></testsuite>`;
const PARAMETER = `<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1:9/"> %p;]><testsuite/>`;
const CASE = '<testcase name="PAY-1"/>';
const MB = 1_048_576;

const WRONG: [what: string, file: string | Buffer, naming: RegExp][] = [
  ["a billion laughs", LAUGHS, /^line 2, column \d+: a document type is not accepted/],
  ["an external entity", EXTERNAL, /^line 1, column \d+: a document type is not accepted/],
  ["an external parameter entity", PARAMETER, /a document type is not accepted/],
  [
    "an entity that nobody defined",
    `<testsuite>${CASE}\n<testcase name="&x;"/></testsuite>`,
    /^line 2, column \d+: .*entity/,
  ],
  ["a truncated file", `<testsuite>${CASE}\n<testcase name="b`, /^line 2, column 18: unclosed tag: testsuite/],
  ["an unclosed suite", `<testsuite>${CASE}`, /^line 1, column \d+: unclosed tag: testsuite/],
  ["a wrong closing tag", `<testsuite>${CASE}</testsuites>`, /^line 1, column \d+: unexpected close tag/],
  [
    "an attribute given twice",
    '<testsuite><testcase name="a" name="b"/></testsuite>',
    /^line 1, column \d+: duplicate attribute/,
  ],
  ["a name that nobody declared", "<testsuite name='&nbsp;'/>", /^line 1, column \d+: undefined entity/],
  ["Latin-1 bytes", Buffer.from("<testsuite><testcase name='caf\u00e9'/></testsuite>", "latin1"), /not UTF-8/],
  [
    "another encoding",
    '<?xml version="1.0" encoding="ISO-8859-1"?><testsuite/>',
    /encoding "ISO-8859-1" is not accepted/,
  ],
  ["UTF-16", Buffer.from("\ufeff<testsuite/>", "utf16le"), /not UTF-8/],
  ["deep nesting", "<testsuite>".repeat(200), /^line 1, column \d+: nested more than 100 levels deep/],
  ["a page of HTML", "<html><body/></html>", /begins with <testsuites> or <testsuite>, this file with <html>/],
  ["no XML at all", "PAY-1 passed", /^line 1, column \d+: text data outside of root node/],
  ["JSON", "{}", /^line 1, column/],
  ["blanks", "   ", /document must contain a root element/],
  ["a case in a case", `<testsuite><testcase name="a">${CASE}</testcase></testsuite>`, /is inside another/],
];

/** Each of some megabytes. */
const HEAVY: [what: string, file: () => string, naming: RegExp][] = [
  ["a huge attribute", () => `<testsuite><testcase name="${"x".repeat(2 * MB)}"/></testsuite>`, /^$/],
  ["a huge text", () => `<testsuite>${CASE}<system-out>${"y ".repeat(MB)}</system-out></testsuite>`, /^$/],
  [
    "a huge failure",
    () => `<testsuite><testcase name="PAY-1"><failure><![CDATA[${"z\n".repeat(MB)}]]></failure></testcase></testsuite>`,
    /^$/,
  ],
  ["deep nesting", () => "<a>".repeat(MB).replace("<a>", "<testsuite>"), /nested more than 100 levels/],
  ["many attributes", () => `<testsuite ${Array.from({ length: 50_000 }, (_, i) => `a${i}=""`).join(" ")}/>`, /^$/],
  ["laughs", () => LAUGHS.replace('"ha"', `"${"ha".repeat(MB)}"`), /a document type is not accepted/],
  ["too many cases", () => `<testsuite>${"<testcase name='a'/>".repeat(20_001)}</testsuite>`, /more than 20000 cases/],
  [
    "too many properties",
    () =>
      `<testsuite><properties>${'<property name="retest.check" value="x"/>'.repeat(10_000)}</properties></testsuite>`,
    /more than 50 properties/,
  ],
];

function read(file: string | Buffer, size = 65_536): JunitReader {
  const reader = new JunitReader();
  const bytes = Buffer.from(file);
  for (let i = 0; i < bytes.length; i += size) reader.feed(bytes.subarray(i, i + size));
  reader.end();
  return reader;
}

function refusalOf(file: string | Buffer, size?: number): string {
  try {
    read(file, size);
  } catch (error) {
    if (error instanceof WrongRun) return error.message;
    throw error;
  }
  return "";
}

test.each(WRONG)("%s is refused, whole or byte by byte", (_what, file, naming) => {
  expect(refusalOf(file)).toMatch(naming);
  expect(refusalOf(file, 1)).toMatch(naming);
});

test.each(HEAVY)("%s of some megabytes is read or refused, and keeps little", (_what, make, naming) => {
  const reader = new JunitReader();
  let refusal = "";
  try {
    reader.feed(Buffer.from(make()));
    reader.end();
  } catch (error) {
    expect(error).toBeInstanceOf(WrongRun);
    refusal = (error as WrongRun).message;
  }
  expect(refusal).toMatch(naming);
  if (refusal === "") expect(JSON.stringify(reader.cases).length).toBeLessThan(10_000);
});

describe("a report", () => {
  test.each([1, 7, 65_536])("that holds what tests print, as runners write it, is read: %i bytes at a time", (size) => {
    const file = `<testsuite><testcase name="PAY-1 \u001b[31mred\u001b[0m">
      <failure message="\u001b[1;32mgot\u001b[0m \u0007\u0000\ufffex">a ]]> b</failure></testcase>
      <testcase name="b"><failure>\u001b[31mx ]]> y\b</failure></testcase></testsuite>`;
    expect(read(file, size).cases).toMatchObject([
      { name: "PAY-1 red", outcome: "failed", message: "got x" },
      { name: "b", outcome: "failed", message: "x ]]> y" },
    ]);
  });

  test("a case that says only in an attribute that it failed has not passed", () => {
    const file = `<testsuite><testcase name="a" status="failed"/><testcase name="b" result="Error"/>
      <testcase name="c" status="failed"><failure message="why"/></testcase><testcase name="d" status="run" result="completed"/>
      </testsuite>`;
    expect(read(file).cases.map(({ outcome, message }) => [outcome, message])).toEqual([
      ["failed", null],
      ["failed", null],
      ["failed", "why"],
      ["passed", null],
    ]);
  });

  test("means the same however it is cut into pieces", () => {
    const file = `<testsuites><testsuite name="S é 😀"><testcase name="A-1 &amp; é 😀" classname="x.Y">
      <failure message="a&#10;b"/></testcase><testcase name="b"><error><![CDATA[<t> é]]></error></testcase>
      <testcase name="c" status="notrun"/></testsuite></testsuites>`;
    const whole = read(file).cases;
    expect(whole).toMatchObject([
      { name: "A-1 & é 😀", suites: ["S é 😀", "x.Y", "Y"], outcome: "failed", message: "a\nb", line: 1 },
      { name: "b", outcome: "failed", message: "<t> é", line: 2 },
      { name: "c", outcome: "skipped", line: 3 },
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (size) => {
        expect(read(file, size).cases).toEqual(whole);
      }),
    );
  });

  test("properties of a case replace those of its suite, those of an inner suite the outer's", () => {
    const property = (name: string, value: string) =>
      `<properties><property name="retest.${name}" value="${value}"/></properties>`;
    const { cases } = read(`<testsuites>${property("platforms", "ios")}<testsuite>${property("check", "S-1")}
      <testcase name="a"/><testcase name="b">${property("check", "C-1")}${property("platforms", "web, tv")}</testcase>
      </testsuite><testcase name="c"/></testsuites>`);
    expect(cases.map(({ name, checks, platforms }) => [name, checks, platforms])).toEqual([
      ["a", ["S-1"], ["ios"]],
      ["b", ["C-1"], ["web", "tv"]],
      ["c", [], ["ios"]],
    ]);
  });

  test("a case that failed and passed in the end, as some runners tell it, has passed; colours are taken out", () => {
    const { cases } = read(`<testsuite><testcase name="a"><flakyFailure message="once"/></testcase>
      <testcase name="b"><failure><![CDATA[first\n  second]]></failure><skipped/></testcase></testsuite>`);
    expect(cases).toMatchObject([
      { outcome: "passed", message: null },
      { outcome: "failed", message: "first\n  second" },
    ]);
  });
});

test("whatever the bytes are, they are read or refused, never anything else", () => {
  const token = fc.constantFrom(
    "<testsuite>",
    "</testsuite>",
    "<testcase name='a'>",
    "</testcase>",
    "<failure/>",
    "&",
    "<",
    ">",
    "]]>",
    "<![CDATA[",
    "<!--",
    "-->",
    "<?",
    "'",
    "é",
    "\u0000",
    "<property name='retest.check'>",
    "x",
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (tokens, size) => {
      expect(refusalOf(`<testsuite>${tokens.join("")}`, size)).toMatch(/^(line \d+, column \d+: .*\.)?$/s);
    }),
    { numRuns: 500 },
  );
});
