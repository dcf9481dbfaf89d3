// Which addresses people can sign in with.
import { describe, expect, test } from "vitest";
import { emailProblem, signInEmail } from "../../../../src/domain/access/email-address.ts";

describe("an e-mail address", () => {
  test.each([
    "ines@example.com",
    "  Ines.Duarte+retest@Mail.Example.co.uk\n",
    "root@localhost",
    "o'brien/qa=1@xn--bcher-kva.example",
    "zoë@bücher.example",
    "用户@例え.example",
    "अजय@डाटा.भारत",
    `${"a".repeat(242)}@example.com`,
  ])("is taken: %j", (text) => {
    expect(emailProblem(text)).toBeNull();
  });

  const DOTS = /two dots in a row/;
  const UNSEEN = /characters that nobody sees/;
  const ONE = /only one/;
  const HOST = /name of a host/;
  test.each([
    ["a..b@c.dd", DOTS],
    [".a@c.dd", DOTS],
    ["a.@c.dd", DOTS],
    ["a@.c.dd", DOTS],
    ["a@c.dd.", DOTS],
    ["a@c..dd", DOTS],
    ["a\u0000b@c.dd", UNSEEN],
    ["a\u0007@c.dd", UNSEEN],
    ["a@c.dd\r\nBcc: b@c.dd", UNSEEN],
    ["a\u007f@c.dd", UNSEEN],
    ["a\u0085@c.dd", UNSEEN],
    ["a\u2028@c.dd", UNSEEN],
    ["\u202ea@c.dd", UNSEEN],
    ["a@\u2066c.dd", UNSEEN],
    ["a\u200f@c.dd", UNSEEN],
    ["a\u00a0b@c.dd", UNSEEN],
    ["a\u00ad@c.dd", UNSEEN],
    ["a\ud800@c.dd", UNSEEN],
    ["", ONE],
    ["a b@c.dd", ONE],
    ["a@c dd", ONE],
    ["nowhere", ONE],
    ["@c.dd", ONE],
    ["a@", ONE],
    ["a@c.dd@e.ff", ONE],
    ["a@c.dd,b@c.dd", ONE],
    ['"a"@c.dd', ONE],
    ["Ines <a@c.dd>", ONE],
    ["a@[127.0.0.1]", ONE],
    ["a@-c.dd", HOST],
    ["a@c-.dd", HOST],
    ["a@c_d.ee", HOST],
    ["a@c.dd/e", HOST],
    [`${"a".repeat(243)}@example.com`, /at most 254 characters/],
  ])("is refused: %j", (text, problem) => {
    expect(emailProblem(text)).toMatch(/^expected an e-mail address/);
    expect(emailProblem(text)).toMatch(problem);
  });

  test("is kept in one spelling", () => {
    expect(signInEmail(" Zoe\u0308@Example.COM ")).toBe("zoë@example.com");
  });
});
