// Which addresses of strangers are kept as links.
import { describe, expect, test } from "vitest";
import { httpLink } from "../../../../src/domain/report/http-link.ts";

describe("kept as they stand", () => {
  test.each([
    "https://a.example",
    "http://a.example:8080/x?y=1&z=2#part",
    "HTTPS://A.example/X",
    "https://a.example/@name",
    "https://a.example/?q=a@b",
    "https://[2001:db8::1]/x",
    "https://sns.eu-west-1.amazonaws.com/?Token=2336412f37f...",
    `https://a.example/${"x".repeat(8_192 - 18)}`,
  ])("%.60s", (address) => expect(httpLink(address)).toBe(address));
});

test.each([
  ["space around", " https://a.example/x\n", "https://a.example/x"],
  ["space inside", "https://a.example/a b", "https://a.example/a%20b"],
  ["quotes and tags", 'https://a.example/"><script>', "https://a.example/%22%3E%3Cscript%3E"],
  ["letters beyond ASCII", "https://münchen.example/ö", "https://xn--mnchen-3ya.example/%C3%B6"],
  ["a mark that turns the direction", "https://a.example/\u202egpj.exe", "https://a.example/%E2%80%AEgpj.exe"],
])("written as a browser would: %s", (_sentence, address, link) => expect(httpLink(address)).toBe(link));

describe("dropped", () => {
  test.each([
    ...["", " ", "x", "a.example/x", "/x", "//evil.example", "javascript:alert(1)", "JaVaScRiPt:alert(1)"],
    ...[
      "java\tscript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "file:///etc/passwd",
      "ftp://a.example",
      "mailto:a@b",
    ],
    ...[
      "http:\\\\evil.example",
      "http:evil.example",
      "http:/evil.example",
      "https:\\evil.example",
      "http://",
      "https:///",
    ],
    ...["https://a@b.example", "https://a:b@c.example", "https://@b.example", "https://a.example\\@b.example"],
    ...["ht\ntp://a.example", "https://a\texample/", "https://a.example/\u0000", "https://a b.example/", "https://%"],
    ...["https://a.example:99999/", "http s://a.example", "\u0001https://a.example", "x https://a.example"],
    `https://a.example/${"x".repeat(8_193 - 18)}`,
    `https://a.example/${"x".repeat(10_000)}`,
    `https://a.example/${"ö".repeat(4_000)}`,
    " ".repeat(1_000_000),
  ])("%.60j", (address) => expect(httpLink(address)).toBeNull());
});
