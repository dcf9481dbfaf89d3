// Which check a test case belongs to: the one it names, else the one whose ref it has, else the one whose ref stands in its name or tags, else the one of
// that title, else the one whose ref is spelled in its name or stands in its suites. Where several could be meant, none is.
import { quote } from "../../lib/text/text.ts";
import { findRefs, indexRefs, type RefIndex } from "./find-refs.ts";
import { findSpelledRefs, indexSpellings, type SpellingIndex } from "./find-spelled-refs.ts";
import { NearChecks } from "./near-checks.ts";
import { rowTitlesOf } from "./row-titles.ts";
import { checkRule, NO_MAP, type RunMap } from "./run-map.ts";
import { CHECK_PROPERTY, type NamedCheck, type NamedSection, type TestCase } from "./test-case.ts";
import { type CaseTitle, endsOf, looseEndsOf, ownName, titlesOf } from "./titles-of-case.ts";

export type MatchedBy = "property" | "map" | "ref" | "title";

export type Match =
  | { kind: "matched"; by: MatchedBy; check: NamedCheck }
  | { kind: "ambiguous"; by: MatchedBy; candidates: NamedCheck[]; why: string }
  /** `near` are checks that it is close to, if there are any. */
  | { kind: "unmatched"; why: string; near: NamedCheck[] };

export class CaseMatcher {
  private readonly byId = new Map<string, NamedCheck>();
  private readonly byRef = new Map<string, NamedCheck>();
  /** Checks under their titles, and under section and title in one, as runners without a separator join them. */
  private readonly byTitle = new Map<string, NamedCheck[]>();
  private readonly sections: Map<string, NamedSection>;
  private readonly refs: RefIndex<NamedCheck>;
  private readonly spellings: SpellingIndex<NamedCheck>;
  private readonly near: NearChecks;
  /** For each suite's name the checks whose refs it has, looked up once: many cases share a suite. */
  private readonly inSuites = new Map<string, NamedCheck[]>();
  private readonly map: RunMap;

  constructor(checks: readonly NamedCheck[], sections: readonly NamedSection[], map = NO_MAP) {
    this.map = map;
    this.sections = new Map(sections.map((section) => [section.id, section]));
    this.refs = indexRefs(checks);
    this.spellings = indexSpellings(checks);
    this.near = new NearChecks(checks);
    for (const check of checks) {
      this.byId.set(check.id, check);
      this.byRef.set(check.ref, check);
      this.entitle(check.title, check);
    }
    for (const check of checks) {
      const section = this.sections.get(check.sectionId);
      if (section !== undefined) this.entitle(`${section.title} ${check.title}`, check);
    }
  }

  private entitle(title: string, check: NamedCheck): void {
    const titled = this.byTitle.get(title);
    if (titled === undefined) this.byTitle.set(title, [check]);
    else titled.push(check);
  }

  match(one: TestCase): Match {
    if (one.checks.length > 0) return this.byName(one.checks, "property", CHECK_PROPERTY, one.suites);
    const rule = checkRule(this.map, one);
    if (rule !== undefined) return this.byName([rule.meant], "map", `map, line ${rule.line}`, one.suites);
    const called = one.id === undefined ? undefined : (this.byId.get(one.id) ?? this.byRef.get(one.id));
    if (called !== undefined) return { kind: "matched", by: "ref", check: called };
    return (
      byRef(findRefs(this.refs, one.name), "its name has") ??
      byRef(this.refsIn(one.tags), "its tags have") ??
      byRef(this.refsIn(one.title === undefined ? [] : [one.title]), "its description has") ??
      this.byItsTitle(titlesOf(one)) ??
      byRef(this.spelledIn(one.name), "its name has") ??
      this.byEnd(endsOf(one)) ??
      this.bySuite(one) ??
      this.byItsTitle(rowTitlesOf(one)) ??
      this.byLooseEnd(one)
    );
  }

  /**
   * Matches by the end of a name. Nothing says where a title begins, so it counts only if it means one check; else it
   * is told as near.
   */
  private byLooseEnd(one: TestCase): Match {
    const match = this.byEnd(looseEndsOf(one));
    if (match?.kind === "matched" && one.suites.length > 0) return match;
    const possible = match?.kind === "matched" ? [match.check] : match?.kind === "ambiguous" ? match.candidates : [];
    return this.byNothing(one, possible);
  }

  private byNothing(one: TestCase, possible: NamedCheck[]): Match {
    const near = [...new Set([...possible, ...this.near.find(one)])];
    const why = "no check's ref stands in its name, tags or suites, and no check has its title";
    return {
      kind: "unmatched",
      near,
      why: near.length === 0 ? why : `${why}; it would match with a ref of these in its name`,
    };
  }

  /** Finds refs spelled in a name. A subtest's own name counts before that of its test. */
  private spelledIn(name: string): NamedCheck[] {
    const own = ownName(name);
    const found = findSpelledRefs(this.spellings, own);
    return found.length > 0 || own === name ? found : findSpelledRefs(this.spellings, name);
  }

  private refsIn(texts: readonly string[]): NamedCheck[] {
    const found = texts.flatMap((text) => {
      // A number alone is a ref only where nothing else stands.
      const exact = this.byRef.get(text);
      if (exact !== undefined) return [exact];
      const plain = findRefs(this.refs, text);
      return plain.length > 0 ? plain : findSpelledRefs(this.spellings, text);
    });
    return [...new Set(found)];
  }

  /** The innermost suite that has a ref decides. */
  private bySuite({ suites }: TestCase): Match | undefined {
    for (const suite of suites.toReversed()) {
      const found = this.inSuites.get(suite) ?? this.refsIn([suite]);
      this.inSuites.set(suite, found);
      const match = byRef(found, "its suite has");
      if (match !== undefined) return match;
    }
    return undefined;
  }

  /** Whoever names a check means that one, or none. `where` it is named. */
  private byName(names: string[], by: MatchedBy, where: string, suites: readonly string[]): Match {
    const found = new Set<NamedCheck>();
    for (const name of names) {
      const exact = this.byId.get(name) ?? this.byRef.get(name);
      const meant = exact === undefined ? this.inSection(this.byTitle.get(name) ?? [], suites) : [exact];
      if (meant.length === 0) {
        const why = `${where}: no check has the id, ref or title ${quote(name)}`;
        return { kind: "unmatched", why, near: [] };
      }
      for (const check of meant) found.add(check);
    }
    const [check, ...others] = found;
    if (others.length === 0) return { kind: "matched", by, check: check! };
    const why = names.length > 1 ? "it names several checks" : "several checks have this title";
    return { kind: "ambiguous", by, candidates: [...found], why: `${where}: ${why}` };
  }

  private byItsTitle(titles: readonly CaseTitle[]): Match | undefined {
    for (const { title, suites } of titles) {
      const titled = this.byTitle.get(title);
      if (titled === undefined) continue;
      const meant = this.inSection(titled, suites);
      if (meant.length === 1) return { kind: "matched", by: "title", check: meant[0]! };
      return { kind: "ambiguous", by: "title", candidates: meant, why: "several checks have this title" };
    }
    return undefined;
  }

  /** A longer end may say more of what a shorter one means; if it means something else, both are possible. */
  private byEnd(ends: readonly CaseTitle[]): Match | undefined {
    const found = new Set<NamedCheck>();
    for (const { title, suites } of ends) {
      const meant = this.inSection(this.byTitle.get(title) ?? [], suites);
      const isTheSame = found.size > 0 && [...found].every((check) => meant.includes(check));
      if (!isTheSame) for (const check of meant) found.add(check);
    }
    const [check, ...others] = found;
    if (check === undefined) return undefined;
    if (others.length === 0) return { kind: "matched", by: "title", check };
    return { kind: "ambiguous", by: "title", candidates: [...found], why: "it ends in the titles of several checks" };
  }

  /**
   * The checks of the section that a case is in, when several have its title; all of them if no suite names a section.
   */
  private inSection(checks: NamedCheck[], suites: readonly string[]): NamedCheck[] {
    if (checks.length < 2) return checks;
    const inside = checks.filter(({ sectionId }) => {
      const section = this.sections.get(sectionId);
      return section !== undefined && (suites.includes(section.title) || suites.includes(section.ref));
    });
    return inside.length > 0 ? inside : checks;
  }
}

function byRef(found: NamedCheck[], where: string): Match | undefined {
  const [check, ...others] = found;
  if (check === undefined) return undefined;
  if (others.length === 0) return { kind: "matched", by: "ref", check };
  return { kind: "ambiguous", by: "ref", candidates: found, why: `${where} the refs of several checks` };
}
