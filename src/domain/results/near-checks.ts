// Checks that a case without a match is close to: its ref in other capitals, or a title of the same words. Nothing is recorded
// by that; it tells people what would match.
import { findSpelledRefs, indexSpellings, type SpellingIndex } from "./find-spelled-refs.ts";
import { rowTitlesOf } from "./row-titles.ts";
import type { NamedCheck, TestCase } from "./test-case.ts";
import { ownName, titlesOf } from "./titles-of-case.ts";

const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Nd}+/gu;
/** What languages and habits put in front of a title. */
const FIRST = /^(?:tests? |it |should )+/;

export class NearChecks {
  private readonly byWords = new Map<string, NamedCheck[]>();
  private readonly spellings: SpellingIndex<{ ref: string; check: NamedCheck }>;

  constructor(checks: readonly NamedCheck[]) {
    this.spellings = indexSpellings(checks.map((check) => ({ ref: check.ref.toLowerCase(), check })));
    for (const check of checks) {
      const words = wordsOf(check.title);
      const same = this.byWords.get(words);
      if (same === undefined) this.byWords.set(words, [check]);
      else same.push(check);
    }
  }

  find(one: TestCase): NamedCheck[] {
    const named = [one.name, ...one.tags].flatMap((text) => findSpelledRefs(this.spellings, text.toLowerCase()));
    const titles = [...[...titlesOf(one), ...rowTitlesOf(one)].map(({ title }) => title), ownName(one.name)].map(
      wordsOf,
    );
    const titled = titles.flatMap((words) => (words === "" ? [] : (this.byWords.get(words) ?? [])));
    return [...new Set([...named.map(({ check }) => check), ...titled])];
  }
}

function wordsOf(text: string): string {
  return (text.match(WORDS) ?? []).join(" ").toLowerCase().replace(FIRST, "");
}
