// Which check a test case belongs to: the one it names, else the one whose ref stands in its name, else the one of that
// title. Where several could be meant, none is.
import { quote } from "../../lib/text/text.ts";
import { findRefs, indexRefs, type RefIndex } from "./find-refs.ts";
import { CHECK_PROPERTY, type NamedCheck, type NamedSection, type TestCase } from "./test-case.ts";

export type MatchedBy = "property" | "ref" | "title";

export type Match =
  | { kind: "matched"; by: MatchedBy; check: NamedCheck }
  | { kind: "ambiguous"; by: MatchedBy; candidates: NamedCheck[]; why: string }
  | { kind: "unmatched"; why: string };

/** What runners put between the names of suites and that of the case. */
const SEPARATORS = [" > ", " › ", " » ", " :: "];

export class CaseMatcher {
  private readonly byId = new Map<string, NamedCheck>();
  private readonly byRef = new Map<string, NamedCheck>();
  /** Also by the title of the section and its own in one, as runners write them that know no separator. */
  private readonly byTitle = new Map<string, NamedCheck[]>();
  private readonly sections: Map<string, NamedSection>;
  private readonly refs: RefIndex<NamedCheck>;

  constructor(checks: readonly NamedCheck[], sections: readonly NamedSection[]) {
    this.sections = new Map(sections.map((section) => [section.id, section]));
    this.refs = indexRefs(checks);
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
    if (one.checks.length > 0) return this.byProperty(one);
    const named = findRefs(this.refs, one.name);
    if (named.length === 1) return { kind: "matched", by: "ref", check: named[0]! };
    if (named.length > 1) {
      return { kind: "ambiguous", by: "ref", candidates: named, why: "its name has the refs of several checks" };
    }
    return (
      this.byItsTitle(one) ?? { kind: "unmatched", why: "its name has no check's ref, and no check has its title" }
    );
  }

  /** Whoever names a check means that one, or none. */
  private byProperty(one: TestCase): Match {
    const found = new Set<NamedCheck>();
    for (const name of one.checks) {
      const exact = this.byId.get(name) ?? this.byRef.get(name);
      const meant = exact === undefined ? this.inSection(this.byTitle.get(name) ?? [], one.suites) : [exact];
      if (meant.length === 0) {
        return { kind: "unmatched", why: `${CHECK_PROPERTY}: no check has the id, ref or title ${quote(name)}` };
      }
      for (const check of meant) found.add(check);
    }
    const [check, ...others] = found;
    if (others.length === 0) return { kind: "matched", by: "property", check: check! };
    const why = one.checks.length > 1 ? "it names several checks" : "several checks have this title";
    return { kind: "ambiguous", by: "property", candidates: [...found], why: `${CHECK_PROPERTY}: ${why}` };
  }

  private byItsTitle(one: TestCase): Match | undefined {
    for (const { title, suites } of titlesOf(one)) {
      const titled = this.byTitle.get(title);
      if (titled === undefined) continue;
      const meant = this.inSection(titled, suites);
      if (meant.length === 1) return { kind: "matched", by: "title", check: meant[0]! };
      return { kind: "ambiguous", by: "title", candidates: meant, why: "several checks have this title" };
    }
    return undefined;
  }

  /** Of several checks with one title, those in a section that the case stands in; all of them if that says nothing. */
  private inSection(checks: NamedCheck[], suites: readonly string[]): NamedCheck[] {
    if (checks.length < 2) return checks;
    const inside = checks.filter(({ sectionId }) => {
      const section = this.sections.get(sectionId);
      return section !== undefined && (suites.includes(section.title) || suites.includes(section.ref));
    });
    return inside.length > 0 ? inside : checks;
  }
}

/** The case's name, whole and then without the suites that many runners put in front of it. */
function titlesOf({ name, suites }: TestCase): { title: string; suites: string[] }[] {
  const titles = [{ title: name, suites }];
  for (const separator of SEPARATORS) {
    const parts = name.split(separator);
    // A title may hold the separator, too: what is left of it grows shorter step by step.
    for (let i = 1; i < Math.min(parts.length, 10); i++) {
      titles.push({ title: parts.slice(i).join(separator), suites: [...suites, ...parts.slice(0, i)] });
    }
  }
  for (const suite of suites) {
    if (suite !== "" && name.startsWith(`${suite} `))
      titles.push({ title: name.slice(suite.length + 1).trim(), suites });
  }
  return titles;
}
