// What is taken out of texts when somebody is forgotten, and what stays.
import { describe, expect, test } from "vitest";
import { holdsAddress, type TextKind, takeOut } from "../../../../src/domain/privacy/redaction.ts";

const ANN = {
  email: "ann@example.com",
  names: ["Ann Ray", "Zed"],
  addressMark: "erased-1",
  nameMark: "Deleted person",
};

describe("somebody is taken out of", () => {
  test.each<[TextKind, string, string]>([
    ["label", "Ann Ray", "Deleted person"],
    ["label", "Zed", "Deleted person"],
    ["label", "Zed via API", "Deleted person via API"],
    ["label", "Zedekiah", "Zedekiah"],
    ["label", "ann@example.com via Slack", "erased-1 via Slack"],
    ["text", "Ask Ann Ray (Ann@Example.com), she knows", "Ask Deleted person (erased-1), she knows"],
    ["text", "@Zed and @zed, see Zed", "@Deleted person and @Deleted person, see Zed"],
    [
      "text",
      "joann@example.com, ann@example.com.au, ann@example.com.",
      "joann@example.com, ann@example.com.au, erased-1.",
    ],
    ["title", "Sign in as Ann Ray, ann@example.com", "Sign in as Ann Ray, erased-1"],
    [
      "json",
      '{"by":"Zed","n":12345678901234567890,"x":1.0}',
      '{"by":"Deleted person","n":12345678901234567890,"x":1.0}',
    ],
    [
      "json",
      '{"a":["ann\\u0040example.com"],"to":"Ann Ray via MCP"}',
      '{"a":["erased-1"],"to":"Deleted person via MCP"}',
    ],
    ["json", "email=ann@example.com", "email=erased-1"],
  ])("a %s: %s", (kind, text, left) => {
    expect(takeOut(kind, text, ANN)).toBe(left);
  });

  test("nothing else changes, to the letter", () => {
    for (const text of ["", "Annette Rayleigh", '{"a":"\\u00e9","b":1e3}', "ann at example.com"]) {
      for (const kind of ["label", "text", "json", "title"] as const) expect(takeOut(kind, text, ANN)).toBe(text);
    }
  });

  test("a name that means something in a pattern is taken as it stands", () => {
    expect(takeOut("text", "Hi @A.B. (x)!", { ...ANN, names: ["A.B. (x)"] })).toBe("Hi @Deleted person!");
    expect(takeOut("text", "Hi @AxB. (x)!", { ...ANN, names: ["A.B. (x)"] })).toBe("Hi @AxB. (x)!");
  });
});

test("an address is found in a body however it is written", () => {
  const plain = '{"user":{"email":"Ann@Example.com"}}';
  for (const [body, encoding] of [
    [plain, "utf8"],
    ["user=ann%40example.com&x=1", "utf8"],
    ['{"email":"ann\\u0040example.com"}', "utf8"],
    [Buffer.from(plain).toString("base64"), "base64"],
  ] as const)
    expect(holdsAddress(body, encoding, ANN.email), body).toBe(true);
  expect(holdsAddress('{"email":"bob@example.com"}', "utf8", ANN.email)).toBe(false);
});
