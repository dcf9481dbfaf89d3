// Plain outlines and tables as people write them: colons, list items, headings; quotes with blanks around them, names of columns in two lines.
import { describe, expect, test } from "vitest";
import { readRunbook } from "../../../../src/wire/runbook/read-runbook.ts";

const reading = (file: string, type: "csv" | null = null) =>
  readRunbook(Buffer.from(file), {
    type,
    format: null,
    refPrefix: "",
    keepFields: false,
    columns: null,
    guesses: false,
  });
const read = (file: string, type: "csv" | null = null) => {
  const found = reading(file, type);
  if ("wrong" in found) throw new Error(found.wrong);
  return found;
};
const brief = (file: string, type: "csv" | null = null) =>
  read(file, type).file.sections.map(({ title, checks }) => [title, checks.map((check) => check.title)]);

describe("an outline", () => {
  test.each([
    ["with colons", "Sign in\r\n  ok\r\n  bad\r\nSetup:\r\n  start server\r\n"],
    ["with colons alone", "Sign in:\n\tok\n\tbad\nSetup:\n\tstart server\n"],
    ["of items of lists", "Sign in:\n- ok\n- [ ] bad\nSetup:\n- start server\n"],
    ["of items of lists within each other", "- Sign in\n  - ok\n  - bad\n- Setup\n  - start server\n"],
    ["with headings", "# Sign in\n\nok\nbad\n\n# Setup #\n- start server\n"],
  ])("%s is read as one", (_what, file) => {
    expect(read(file).format).toBe("testpad");
    expect(brief(file)).toEqual([
      ["Sign in", ["ok", "bad"]],
      ["Setup", ["start server"]],
    ]);
  });

  test("keeps what stands behind a colon, and a heading without anything below it is a section", () => {
    expect(brief("Login:\n  Login: valid\n  x\n")).toEqual([["Login", ["Login: valid", "x"]]]);
    expect(brief("# Empty\n# Cart\n## Coupons\n* twice\n")).toEqual([
      ["Empty", []],
      ["Cart / Coupons", ["twice"]],
    ]);
  });

  test("may have commas in its first line", () => {
    expect(brief("Sign in, or up\n\tok\n\tbad\n")).toEqual([["Sign in, or up", ["ok", "bad"]]]);
  });

  test.each([
    ["a runbook with a mistake", "name: Shop\nsectons:\n  - title: Cart\n"],
    ["a runbook that is broken off", "platforms: [web\nsections:\n"],
    ["one line alone", "Setup: start\n"],
  ])("%s is none", (_what, file) => {
    const found = reading(file);
    expect("wrong" in found && found.wrong).toBeTruthy();
  });
});

describe("a table", () => {
  const CART = [["Cart", ["Add, twice"]]];

  test.each([
    ["that says its separator", 'sep=;\r\nTitle;Section\r\n"Add, twice";Cart\r\n'],
    ["below a title in a line of its own", 'Cases of the shop,,\n,,\nTitle,Section,Note\n"Add, twice",Cart,\n'],
    ["with a colon in the name of a column", 'Title,Section,Field: Priority\n"Add, twice",Cart,High\n'],
    ["whose first column is called by a sign", '#,Title,Section\n,"Add, twice",Cart\n'],
    ["with blanks around quotes", '"Title", "Section"\n "Add, twice" , "Cart" \n'],
    ["whose column has a name of two lines", '"Title\n(a, b, c)";Section\n"Add, twice";Cart\n'],
  ])("%s is read", (_what, file) => {
    const found = brief(file.replace("Title\n(a, b, c)", "Test\nTitle"));
    expect(found).toEqual(CART);
    expect(brief(file.replace("Title\n(a, b, c)", "Test\nTitle"), "csv")).toEqual(CART);
  });

  test("with commas inside a quoted name of two lines is still split by what stands outside", () => {
    const { columns } = read('Title;"Notes\n(a, b, c, d)";Section\nAdd;x;Cart\n', "csv");
    expect(columns.map(({ name }) => name)).toEqual(["Title", "Notes\n(a, b, c, d)", "Section"]);
  });

  test("keeps blanks and quotes that do not close, inside a text", () => {
    expect(brief('Title,Section\n "Add" twice,Cart\n')).toEqual([["Cart", ['"Add" twice']]]);
  });
});
