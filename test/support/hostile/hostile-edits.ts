// Edits, fixes and confirmations that must be refused.

export const NOT_FIXES: [string, string, string][] = [
  ["null", "null", ""],
  ["a list", "[]", ""],
  ["a list with an answer in it", '[{"fixed":true}]', ""],
  ["a number", "0", ""],
  ["a string", '"false"', ""],
  ["fixed that is a word", '{"fixed":"false"}', "fixed"],
  ["fixed that is another word", '{"fixed":"true"}', "fixed"],
  ["fixed that is 0", '{"fixed":0}', "fixed"],
  ["fixed that is 1", '{"fixed":1}', "fixed"],
  ["fixed that is empty", '{"fixed":""}', "fixed"],
  ["fixed that is a list", '{"fixed":[true]}', "fixed"],
  ["fixed that is an object", '{"fixed":{}}', "fixed"],
  ["fixed in capitals", '{"Fixed":true}', "Fixed"],
  ["a forged name", '{"fixed":true,"fixed_by":"Ann"}', "fixed_by"],
  ["a poisonous key", '{"__proto__":{"fixed":true}}', "__proto__"],
];

export const NOT_EDITS: [string, string, string][] = [
  ["nothing", "{}", "text"],
  ["an empty text", '{"text":""}', "text"],
  ["a blank text", '{"text":" \\n "}', "text"],
  ["a text that is null", '{"text":null}', "text"],
  ["a text that is a number", '{"text":1}', "text"],
  ["platforms that are null", '{"platforms":null}', "platforms"],
  ["platforms in one string", '{"platforms":"ios"}', "platforms"],
  ["platforms that are numbers", '{"platforms":[1]}', "platforms"],
  ["an unknown priority", '{"priority":"critical"}', "priority"],
  ["a status", '{"text":"new","status":"fixed"}', "status"],
  ["a reporter", '{"text":"new","reporter":{"name":"Ann"}}', "reporter"],
  ["an app", '{"text":"new","app":"other"}', "app"],
  ["a check", '{"text":"new","check":"SIGN-2"}', "check"],
  ["assignees", '{"text":"new","assignees":["Ann"]}', "assignees"],
  ["a poisonous key alone", '{"__proto__":{"text":"new"}}', "__proto__"],
  ["a poisonous key beside a text", '{"text":"new","__proto__":{"id":"x"}}', "__proto__"],
];

export const NOT_LINKS = ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", " javascript:alert(1)"]
  .concat(["data:text/html,<script>", "vbscript:x", "//evil.example", "file:///etc/passwd", "ftp://a.example", "x", ""])
  .concat([`https://a.example/${"a".repeat(10_000)}`, "https://", "http:\\\\evil.example", "https://user@a.example"]);

export const BROKEN_FIXES = ["spaces", "{", "{}{}", "\ufeff"];
export const NOT_CONFIRMATIONS = ["null", "[]", '{"confirmed":"true"}', '{"confirmed":1}', '{"by":"Ann"}'];
export const NOT_PULL_NUMBERS = ["0", "-1", "1.5", "1e400", '"1"', "null", "9007199254740993", "true"];

export const TOO_LONG_TEXTS: [string, string][] = [
  ["4,001 letters", "x".repeat(4_001)],
  ["4,001 emoji", "😀".repeat(4_001)],
  ["4,001 combining marks", "\u0301".repeat(4_001)],
  ["4,001 letters with spaces inside", `x${" ".repeat(3_999)}x`],
  ["65,000 emoji", "😀".repeat(65_000)],
];

/** Lists of platforms, as JSON, of which one is unknown. */
export const UNKNOWN_PLATFORMS = ['["tv"]', '["ios","tv"]', '["IOS"]', '[""]', '["i\\u0000os"]', '["\\ud83d"]'];
