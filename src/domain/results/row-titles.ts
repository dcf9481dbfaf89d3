// What a case is called without the row of data that it was run with, or the section in it: what runners put behind the title of a test that is run
// several times.
import type { TestCase } from "./test-case.ts";
import { type CaseTitle, titlesOf } from "./titles-of-case.ts";

const OPENING: Record<string, string> = { "]": "[", "}": "{", ")": "(" };
/**
 * The number of a row, how Spock, Cucumber for Java, Behat's kin, Reqnroll, behave and JUnit write rows, what TestCafe says of a test in brackets, and
 * a tag that people put behind a title.
 */
const ROWS = [
  / \[[^\][]*#\d+\]$/,
  / - Examples - Example #[\d.]+$/,
  / \(outline example : [^()]*\)$/,
  / #\d+$/,
  /, Variant \d+$/,
  / -- @\d+(?:\.\d+)*(?: .*)?$/,
  / ?\[\d+\] .*$/,
  / \((?:unstable|screenshots: [^()]*)\)$/,
  / @[\w:.-]+$/,
];
/** Parts behind a title that are cut off: parameters, the row's values, its number, the target. */
const MOST = 10;
/** Groups that Catch2 and doctest put their cases into. */
const CPP = /\.(?:global|c|cc|cpp|cxx)$/i;

/** Titles of a case's row of data, the most telling first; none of them is the plain name. */
export function rowTitlesOf(one: TestCase): CaseTitle[] {
  const titles = titlesOf(one).flatMap(({ title, suites }) =>
    withoutRow(title).map((rest) => ({ title: rest, suites })),
  );
  return [...titles, ...withoutSections(one)];
}

/** The title with less and less behind it. */
function withoutRow(title: string): string[] {
  const shorter: string[] = [];
  for (let rest = title; shorter.length < MOST; ) {
    const next = withoutLast(rest);
    if (next === rest) break;
    shorter.push(next);
    rest = next;
  }
  return shorter;
}

function withoutLast(title: string): string {
  const opening = OPENING[title.at(-1) ?? ""];
  if (opening !== undefined) {
    const at = title.lastIndexOf(opening);
    const isPair = at > 0 && title.indexOf(title.at(-1)!, at) === title.length - 1;
    // Values may hold brackets, too: then they begin at the first that stands at a word.
    const start = isPair ? at : firstAtWord(title, opening);
    if (start > 0 && /\S/.test(title[start - 1]!)) return title.slice(0, start);
  }
  for (const row of ROWS) {
    const at = title.search(row);
    if (at > 0) return title.slice(0, at);
  }
  // Spock's values may hold brackets, too.
  return /, #\d+\]$/.test(title) && title.includes(" [", 1) ? title.slice(0, title.indexOf(" [", 1)) : title;
}

function firstAtWord(title: string, opening: string): number {
  let at = title.indexOf(opening, 1);
  while (at > 0 && title[at - 1] === " ") at = title.indexOf(opening, at + 1);
  return at;
}

/** Sections of a test stand behind it: `Takes a coupon twice/second/deep`. */
function withoutSections({ name, suites }: TestCase): CaseTitle[] {
  if (!suites.some((suite) => CPP.test(suite))) return [];
  const parts = name.split("/");
  const lengths = parts.slice(1, MOST).map((_, i) => parts.length - 1 - i);
  return lengths.map((length) => ({ title: parts.slice(0, length).join("/"), suites }));
}
