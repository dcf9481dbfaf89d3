// Which check a test case belongs to: by a property, a ref in its name, a title; and never by a guess.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CaseMatcher } from "../../../../src/domain/results/match-test-case.ts";
import type { NamedCheck, TestCase } from "../../../../src/domain/results/test-case.ts";

const SECTIONS = [
  { id: "sec_a", ref: "SIGN", title: "Sign in" },
  { id: "sec_b", ref: "PAY", title: "Pay" },
];

function check(ref: string, title: string, sectionId = "sec_a"): NamedCheck {
  return { id: `chk_${ref}`, ref, title, sectionId, notApplicable: [], inCycle: null };
}

function one(name: string, fields: Partial<TestCase> = {}): TestCase {
  return { name, suites: [], outcome: "passed", checks: [], platforms: [], message: null, line: null, ...fields };
}

const CHECKS = [
  check("SIGN-1", "Password"),
  check("SIGN-10", "Wallet"),
  check("SIGN-1-2", "Second factor"),
  check("PAY-1", "Password", "sec_b"),
  check("PAY-2", "Card", "sec_b"),
  check("7", "Seven"),
  check("Ä-1", "Umlaut"),
];
const matcher = new CaseMatcher(CHECKS, SECTIONS);

/** `ref by`, or the kind with the candidates. */
function told(tested: TestCase): string {
  const match = matcher.match(tested);
  if (match.kind === "matched") return `${match.check.ref} ${match.by}`;
  return match.kind === "unmatched" ? "unmatched" : `ambiguous ${match.candidates.map(({ ref }) => ref).join(" ")}`;
}

describe("a ref in a name", () => {
  test.each([
    ["SIGN-1", "SIGN-1 ref"],
    ["SIGN-1: a password opens the door", "SIGN-1 ref"],
    ["[SIGN-1] opens", "SIGN-1 ref"],
    ["opens (SIGN-1)", "SIGN-1 ref"],
    ["opens @SIGN-1", "SIGN-1 ref"],
    ["opens, SIGN-1.", "SIGN-1 ref"],
    ["SIGN-10 pays", "SIGN-10 ref"],
    ["SIGN-1-2 asks twice", "SIGN-1-2 ref"],
    ["SIGN-1-3 is none", "unmatched"],
    ["SIGN-1.2 is none", "unmatched"],
    ["RESIGN-1 is none", "unmatched"],
    ["RE-SIGN-1 is none", "unmatched"],
    ["SIGN-12 is none", "unmatched"],
    ["sign-1 is none", "unmatched"],
    ["test_SIGN-1_x is none", "unmatched"],
    ["SIGN-1 and SIGN-1 again", "SIGN-1 ref"],
    ["SIGN-1 and PAY-2", "ambiguous SIGN-1 PAY-2"],
    ["Ä-1 counts letters of every script", "Ä-1 ref"],
    ["ÖÄ-1 is none", "unmatched"],
    ["adds 7 items", "unmatched"],
    ["#7 adds items", "7 ref"],
    ["[7] adds items", "7 ref"],
  ])("%s", (name, expected) => expect(told(one(name))).toBe(expected));
});

describe("a property", () => {
  test("names the check by id, ref or title, whatever the name says", () => {
    expect(told(one("SIGN-1", { checks: ["PAY-2"] }))).toBe("PAY-2 property");
    expect(told(one("x", { checks: ["chk_PAY-2"] }))).toBe("PAY-2 property");
    expect(told(one("x", { checks: ["Card"] }))).toBe("PAY-2 property");
  });

  test("that names nothing is not made up for by the name", () => {
    expect(told(one("SIGN-1", { checks: ["SIGN-99"] }))).toBe("unmatched");
  });

  test("that names two is ambiguous", () => {
    expect(told(one("x", { checks: ["SIGN-1", "PAY-2"] }))).toBe("ambiguous SIGN-1 PAY-2");
    expect(told(one("x", { checks: ["SIGN-1", "chk_SIGN-1"] }))).toBe("SIGN-1 property");
  });
});

describe("a title", () => {
  test("must be exact", () => {
    expect(told(one("Card"))).toBe("PAY-2 title");
    expect(told(one("card"))).toBe("unmatched");
    expect(told(one("Card works"))).toBe("unmatched");
  });

  test("may stand behind the suites that a runner puts in front", () => {
    expect(told(one("Pay > Card"))).toBe("PAY-2 title");
    expect(told(one("Shop › Pay › Card"))).toBe("PAY-2 title");
    expect(told(one("Pay Card", { suites: ["Pay"] }))).toBe("PAY-2 title");
  });

  test("that two checks have is decided by the section, and else by nobody", () => {
    expect(told(one("Password"))).toBe("ambiguous SIGN-1 PAY-1");
    expect(told(one("Password", { suites: ["Elsewhere"] }))).toBe("ambiguous SIGN-1 PAY-1");
    expect(told(one("Password", { suites: ["Pay"] }))).toBe("PAY-1 title");
    expect(told(one("Password", { suites: ["SIGN"] }))).toBe("SIGN-1 title");
    expect(told(one("Pay > Password"))).toBe("PAY-1 title");
    expect(told(one("Pay Password"))).toBe("PAY-1 title");
    expect(told(one("Password", { suites: ["Pay", "Sign in"] }))).toBe("ambiguous SIGN-1 PAY-1");
  });
});

test("whatever the refs and the name are, a ref is found exactly where it stands as a word of its own", () => {
  const ref = fc.stringMatching(/^[A-Z]{1,3}-[0-9]{1,3}$/);
  const filler = fc.constantFrom("", " ", ": ", " works ", "[", "(", "#", "x", "-", "1", "_", ".", "é", "😀", " > ");
  fc.assert(
    fc.property(
      fc.uniqueArray(ref, { minLength: 1, maxLength: 6 }),
      filler,
      filler,
      fc.nat(5),
      (refs, before, after, i) => {
        const meant = refs[i % refs.length]!;
        const name = before + meant + after;
        const found = new CaseMatcher(
          refs.map((each) => check(each, `Title of ${each}`)),
          SECTIONS,
        ).match(one(name));
        const isWord = !/[x1_é]$/.test(before) && !/^[x1_é]/.test(after);
        if (isWord) expect(found).toMatchObject({ kind: "matched", by: "ref", check: { ref: meant } });
        else if (found.kind === "matched") {
          // Only as another ref, which the filler has made of it.
          expect(refs).toContain(found.check.ref);
          expect(name).toContain(found.check.ref);
          expect(found.check.ref).not.toBe(meant);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test("a match is never a guess: what is matched by ref stands in the name, and by title is the name or its end", () => {
  const word = fc.constantFrom("A-1", "A-2", "B", "pay", "Card", "Sign in", "7", "#7");
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
  const made = fc.record({ ref: word, title: word, sectionId: fc.constantFrom("sec_a", "sec_b") });
  fc.assert(
    fc.property(
      fc.uniqueArray(made, { selector: ({ ref }) => ref, maxLength: 6 }),
      name,
      fc.subarray(["Pay", "Sign in"]),
      (checks, text, suites) => {
        const known = checks.map(({ ref, title, sectionId }) => check(ref, title, sectionId));
        const match = new CaseMatcher(known, SECTIONS).match(one(text, { suites }));
        if (match.kind === "ambiguous") expect(new Set(match.candidates).size).toBeGreaterThan(1);
        if (match.kind !== "matched") return;
        if (match.by === "ref") expect(text).toContain(match.check.ref);
        else expect(text.endsWith(match.check.title)).toBe(true);
        const same = known.filter(({ title }) => title === match.check.title);
        const isInName = SECTIONS.some(({ title }) => text.startsWith(`${title} `));
        if (match.by === "title" && same.length > 1) expect(suites.length > 0 || isInName).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});
