// What is taken out of texts when somebody is forgotten, and what stays.
import { describe, expect, test } from "vitest";
import { holdsAddress, type TextKind, takeOut } from "../../../../src/domain/privacy/redaction.ts";

const ann = () => ({
  email: "ann@example.com",
  names: ["Ann Ray", "Zed"],
  spoken: ["Ann Ray", "Zed"],
  spellings: ["ann@example.com"],
  markEnd: "x",
  nameMark: "Deleted person",
});

describe("somebody is taken out of", () => {
  test.each<[TextKind, string, string]>([
    ["label", "Ann Ray", "Deleted person"],
    ["label", "Zed", "Deleted person"],
    ["label", "Zed via API", "Deleted person via API"],
    ["label", "Zedekiah", "Zedekiah"],
    ["label", "ann@example.com via Slack", "erased-x via Slack"],
    ["text", "Ask Ann Ray (Ann@Example.com), she knows", "Ask Deleted person (erased-2-x), she knows"],
    ["text", "@Zed and @zed, see Zed", "@Deleted person and @Deleted person, see Zed"],
    [
      "text",
      "joann@example.com, ann@example.com.au, ann@example.com.",
      "joann@example.com, ann@example.com.au, erased-x.",
    ],
    ["title", "Sign in as Ann Ray, ann@example.com", "Sign in as Ann Ray, erased-x"],
    [
      "json",
      '{"by":"Zed","n":12345678901234567890,"x":1.0}',
      '{"by":"Deleted person","n":12345678901234567890,"x":1.0}',
    ],
    [
      "json",
      '{"a":["ann\\u0040example.com"],"to":"Ann Ray via MCP"}',
      '{"a":["erased-x"],"to":"Deleted person via MCP"}',
    ],
    ["json", "email=ann@example.com", "email=erased-x"],
  ])("a %s: %s", (kind, text, left) => {
    expect(takeOut(kind, text, ann())).toBe(left);
  });

  test("nothing else changes, to the letter", () => {
    for (const text of ["", "Annette Rayleigh", '{"a":"\\u00e9","b":1e3}', "ann at example.com"]) {
      for (const kind of ["label", "text", "json", "title"] as const) expect(takeOut(kind, text, ann())).toBe(text);
    }
  });

  test("a name that means something in a pattern is taken as it stands", () => {
    const named = { ...ann(), names: ["A.B. (x)"], spoken: ["A.B. (x)"] };
    expect(takeOut("text", "Hi @A.B. (x)!", named)).toBe("Hi @Deleted person!");
    expect(takeOut("text", "Hi @AxB. (x)!", named)).toBe("Hi @AxB. (x)!");
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
    expect(holdsAddress(body, encoding, ann().email), body).toBe(true);
  expect(holdsAddress('{"email":"bob@example.com"}', "utf8", ann().email)).toBe(false);
});

describe("an address is found", () => {
  test.each([
    ["'ann@example.com'", "'erased-x'"],
    ["_ann@example.com_ and -ann@example.com", "_erased-x_ and -erased-x"],
    ["ann@example.com-2026", "erased-x-2026"],
    ["ann@example.com.png, ann@example.com.2026.tar.gz", "erased-x.png, erased-x.2026.tar.gz"],
    ["one\\nann@example.com\\tann@example.com", "one\\nerased-x\\terased-x"],
    ["u%2Fann@example.com/x", "u%2Ferased-x/x"],
    ["?email=ann%40example.com&x=1", "?email=erased-2-x&x=1"],
    ["/go?to=%3Fmail%3Dann%2540example%2Ecom", "/go?to=%3Fmail%3Derased-2-x"],
    ["ann&#64;example.com, ann&#x40;example.com", "erased-2-x, erased-3-x"],
    ["<ann@example.com>; .ann@example.com.", "<erased-x>; .erased-x."],
  ])("in %s", (text, left) => {
    for (const kind of ["label", "text", "title"] as const) expect(takeOut(kind, text, ann())).toBe(left);
  });

  test("but not in a longer one, which is somebody else's", () => {
    const others =
      "joann@example.com, x+ann@example.com, jo.ann@example.com, ann@example.community, ann@example.com.au";
    expect(takeOut("text", others, ann())).toBe(others);
  });
});

test("texts that differ still differ without the address, whatever is around it", () => {
  const forgotten = ann();
  const texts = ["", "-2-", "-erased-", "-x-"].flatMap((rest) =>
    ["ann@example.com", "ANN@example.com", "ann%40example.com"].flatMap((address) => [address + rest, rest + address]),
  );
  const left = [...new Set(texts)].map((text) => takeOut("title", text, forgotten));
  expect(new Set(left).size).toBe(new Set(texts).size);
  expect(left.join()).not.toMatch(/example/i);
});

test("the names of files and the ids that tools gave keep a name in a document, too", () => {
  const json =
    '{"webhook":{"source":"x","external_id":"Ann Ray 5"},"attachments":[{"name":"Ann Ray.png","kind":"image"}]}';
  expect(takeOut("json", json, ann())).toBe(json);
});

describe("a name", () => {
  test.each<[TextKind, string, string]>([
    ["label", "Ann Ray-Jones", "Ann Ray-Jones"],
    ["label", "Ann Ray laptop via API", "Ann Ray laptop via API"],
    ["label", "ann ray", "ann ray"],
    ["text", "Ann Ray-Jones, Jo-Ann Ray, Ann Ray'elle", "Ann Ray-Jones, Jo-Ann Ray, Ann Ray'elle"],
    ["text", "Ann Ray's phone - Ann Ray", "Deleted person's phone - Deleted person"],
    ["json", '{"Zed":"Zed","status":"Zed","platforms":["Zed"]}', '{"Zed":"Zed","status":"Zed","platforms":["Zed"]}'],
    [
      "json",
      '{"assignees":{"to":["Zed","Zoe"]},"n":[1],"x":"Zed"}',
      '{"assignees":{"to":["Deleted person","Zoe"]},"n":[1],"x":"Zed"}',
    ],
    ["json", '{"reporter":{"name":"Zed"},"title":"Zed"}', '{"reporter":{"name":"Deleted person"},"title":"Zed"}'],
  ])("in a %s: %s", (kind, text, left) => {
    expect(takeOut(kind, text, ann())).toBe(left);
  });
});
