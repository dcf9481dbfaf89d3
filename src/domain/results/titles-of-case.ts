// What a case may be called, once all that runners put around its title is taken away.
import type { TestCase } from "./test-case.ts";

export interface CaseTitle {
  title: string;
  suites: string[];
}

/** What runners put between the names of suites and that of the case. Kotest's dashes may also stand behind a number that is part of a title. */
const DASHES = " -- ";
const SEPARATORS = [" > ", " › ", " » ", " :: ", " → ", DASHES];
/** What people put between the name of a suite that is told and that of a case: `Cart: Adds`, `Cart - Adds`, `Cart.Adds`. */
const JOINED = /^(?:\.| ?[:|/] ?| - )(?=\S)(.*)$/s;
/** The number of a test, as TAP and lists of steps have it: `3 - `, `2) `, `1. `, `#4: `. */
const NUMBER = /^#?\d{1,6}(?: -|[.):]) +(?=\S)/;
/** What a runner puts in front of every name, with the suites behind it: ExUnit's `test`, Ginkgo's `[It]`, Pest's `it`. */
const CALLED = /^(?:test|it|\[It\]) /;
/** Labels that Ginkgo puts behind a name. */
const LABELLED = /^(\[It\] .*\S) \[[^\][]*\]$/;
/** Places and counts in front of a name: Karate's `[2.1:14] `, Minitest's `test_0002_`. */
const PLACE = /^(?:\[\d+(?:[.:]\d+)*\] |test_\d{4}_)(?=\S)/;
/** Endings that are no part of a name: a method's brackets, PHPUnit's row of data, the time that bats took. */
const BEHIND = /(?:\(\)| with data set \S.*| in \d+ ?ms)$/s;
/** What Go puts behind a name that comes again. */
const REPEATED = /#\d{2,}$/;

/**
 * The case's name, whole and then without the suites that many runners put in front of it, or its number. One runner gives a
 * name with all suites in front, and the title as the innermost of the suites.
 */
export function titlesOf({ name, title: described, suites }: TestCase): CaseTitle[] {
  const whole = [name, described, LABELLED.exec(name)?.[1]];
  const titles = whole.filter((one) => one !== undefined).map((title) => ({ title, suites }));
  for (const separator of SEPARATORS) {
    const parts = name.split(separator);
    if (separator === DASHES && /^\d+$/.test(parts[0]!)) continue;
    // A title may hold the separator, too: what is left of it grows shorter step by step.
    for (let i = 1; i < Math.min(parts.length, 10); i++) {
      titles.push({ title: parts.slice(i).join(separator), suites: [...suites, ...parts.slice(0, i)] });
    }
  }
  for (const title of withoutSuites(name, suites)) titles.push({ title, suites });
  for (const around of [PLACE, CALLED, NUMBER, BEHIND]) {
    for (const { title, suites: of } of [...titles]) {
      const rest = title.replace(around, "");
      if (rest !== title) titles.push({ title: rest, suites: of });
    }
  }
  const last = suites.at(-1) ?? "";
  if (suites.some((suite) => suite !== last && name.endsWith(` ${suite} ${last}`)))
    titles.push({ title: last, suites });
  const own = ownName(name);
  if (own !== name) titles.push({ title: own.replace(REPEATED, "").replaceAll("_", " "), suites });
  return titles;
}

/** The names without one or several of the suites in front, as NUnit 2's `Shop.Cart.Adds`. */
function withoutSuites(name: string, suites: readonly string[]): Set<string> {
  const titles = new Set<string>();
  let left = name;
  for (const suite of suites.flatMap(asWritten)) {
    if (suite === "") continue;
    for (const whole of new Set([name, left])) {
      if (!whole.startsWith(suite)) continue;
      const rest = whole.slice(suite.length);
      const behind = rest.startsWith(" ") ? rest.trim() : "";
      const title = JOINED.exec(rest)?.[1] ?? behind;
      for (const one of [behind, title]) if (one !== "") titles.add(one);
      left = title || left;
    }
  }
  return titles;
}

/** A suite's name as reporters write it: Jasmine joins suites with spaces, and those of a class with points. */
function asWritten(suite: string): string[] {
  return suite.includes(".") ? [suite, suite.replaceAll(".", " ")] : [suite];
}

/** Words of a name behind which its end is looked at. */
const MOST_WORDS = 40;

/**
 * The ends of a name into which a runner has put all suites with nothing but blanks between, the longest first. Nobody knows
 * where its title begins, so an end counts only if it reads like one: several words, and no small letter first.
 */
export function endsOf({ name, suites }: TestCase): CaseTitle[] {
  return CALLED.test(name) || suites.some((suite) => suite !== "" && name.startsWith(`${suite} `))
    ? allEndsOf({ name, suites })
    : [];
}

/** Suites that say nothing: a file, a runner, the number of a run. */
const FILE =
  /^(?:rspec|spec|tests?)(?:[._/-]|$)|^(?:jest|vitest|mocha) tests$|^\d+$|\.(?:[cm]?[jt]sx?|rb|dart|py|php|lua|exs?|t)$/i;

/** Possible titles of a case without suites, or with none but files: the ends of its name. */
export function looseEndsOf({ name, suites }: TestCase): CaseTitle[] {
  const files = suites.filter((suite) => FILE.test(suite));
  const areFiles = suites.every((suite) => files.some((file) => file === suite || file.endsWith(`.${suite}`)));
  return areFiles ? allEndsOf({ name, suites }) : [];
}

function allEndsOf({ name, suites }: Pick<TestCase, "name" | "suites">): CaseTitle[] {
  const words = (LABELLED.exec(name)?.[1] ?? name).split(" ");
  const starts = words.slice(0, MOST_WORDS).flatMap((word, i) => (i > 0 && /^\P{Ll}/u.test(word) ? [i] : []));
  const ends = starts.filter((i) => i < words.length - 1).map((i) => words.slice(i).join(" "));
  return ends.map((title) => ({ title, suites }));
}

/** A subtest's own name, as Go writes it: `TestCart/CART-1_adds`. */
export function ownName(name: string): string {
  return /\s/.test(name) ? name : name.slice(name.lastIndexOf("/") + 1);
}
