// Mappings of test runs (retest.map.yaml) that are made to harm whoever reads them, or whoever holds cases against them; and how they are sent.
import { list } from "./hostile-reports.ts";

const MEGABYTE = 1_048_576;
const ROOM = 131_072;
const laughs = Array.from(
  { length: 9 },
  (_, i) => `l${i}: &l${i} [${list(i === 0 ? "x" : `*l${i - 1}`, 9).join(", ")}]`,
);
const patterns = (count: number, pattern: (i: number) => string) =>
  `checks:\n${Array.from({ length: count }, (_, i) => `  "${pattern(i)}": SIGN-1\n`).join("")}`;

/** The report that they are sent with: names that fit nearly. */
const REPORT = `<testsuite>${`<testcase name="${"ab".repeat(120)}"/>`.repeat(2_000)}</testsuite>`;

/** `naming` is words of the sentence that refuses it. */
export const REFUSED_MAPS: [what: string, map: string | Buffer, naming: string][] = [
  ["a map of a megabyte", "#".repeat(MEGABYTE), "map: more than 131072 bytes."],
  ["a billion laughs", `${laughs.join("\n")}\nchecks: *l8\n`, "map, line "],
  ["lists in lists", `checks: ${"[".repeat(ROOM - 100)}`, "map, line 1"],
  ["maps in maps", `checks: ${"{a: ".repeat(ROOM / 4 - 100)}`, "map, line 1"],
  ["dashes", "- ".repeat(ROOM / 2), "map, line 1"],
  ["1,001 patterns", patterns(1_001, (i) => `a${i}`), "more than 1000 patterns"],
  ["a pattern of 100,000 letters", patterns(1, () => "a".repeat(100_000)), "map, line 2, column 3"],
  ["a pattern of 1,000 letters", patterns(1, () => "a".repeat(1_000)), "a pattern has at most 300 characters"],
  ["keys that are none of its own", "__proto__:\n  a: b\n", 'unknown "__proto__"'],
  ["bytes that are no text", Buffer.alloc(ROOM, 0xe9), "map: it is not UTF-8 text."],
];

export const READ_MAPS: [what: string, map: string][] = [
  ["1,000 patterns that fit all but the last letter", patterns(1_000, (i) => `*a*b*a*b*a*b*a*b*a*b*${i}c`)],
  ["patterns of nothing but stars and one letter", patterns(400, (i) => `${"*?".repeat(100)}${i}`)],
];

const BOUNDARY = "hostile-map";
const part = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;

/** The body of an upload: the mapping, and a report beside it. */
export function formWithMap(map: string | Buffer): Buffer {
  const pieces = [part("map"), map, `\r\n${part("report")}${REPORT}\r\n--${BOUNDARY}--\r\n`];
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as Buffer)));
}
