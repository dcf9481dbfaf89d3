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
  return {
    name,
    suites: [],
    outcome: "passed",
    checks: [],
    tags: [],
    platforms: [],
    projects: [],
    message: null,
    line: null,
    ...fields,
  };
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
    ["SIGN-1 and SIGN-1 again", "SIGN-1 ref"],
    ["SIGN-1 and PAY-2", "ambiguous SIGN-1 PAY-2"],
    ["Ä-1 counts letters of every script", "Ä-1 ref"],
    ["ÖÄ-1 is none", "unmatched"],
    ["adds 7 items", "unmatched"],
    ["#7 adds items", "7 ref"],
    ["[7] adds items", "7 ref"],
  ])("%s", (name, expected) => expect(told(one(name))).toBe(expected));
});

describe("a ref in a name that could not spell it as it is", () => {
  test.each([
    ["test_SIGN-1_opens", "SIGN-1 ref"],
    ["TestDoor/SIGN-1_opens_the_door", "SIGN-1 ref"],
    ["TestDoor/SIGN-1_opens_the_door#01", "SIGN-1 ref"],
    ["TestSIGN_1/PAY-2_pays", "PAY-2 ref"],
    ["TestSIGN_1/pays", "SIGN-1 ref"],
    ["SIGN_1", "SIGN-1 ref"],
    ["test_SIGN_1_opens", "SIGN-1 ref"],
    ["testSIGN_1_opens", "SIGN-1 ref"],
    ["SIGN_1_opens()", "SIGN-1 ref"],
    ["test_SIGN_10_opens[chromium-2]", "SIGN-10 ref"],
    ["test_SIGN_1_2_asks_twice", "SIGN-1-2 ref"],
    ["testSIGN1Opens", "SIGN-1 ref"],
    ["SIGN10Opens(int, String)[2]", "SIGN-10 ref"],
    ["testPAY2", "PAY-2 ref"],
    ["test_SIGN_1_3_is_none", "unmatched"],
    ["test_SIGN_1.3", "unmatched"],
    ["test_SIGN_12_is_none", "unmatched"],
    ["test_sign_1_is_none", "unmatched"],
    ["testSIGN1st", "unmatched"],
    ["testRESIGN1", "unmatched"],
    ["test_RE-SIGN_1", "unmatched"],
    ["testÄ1", "unmatched"],
    ["uploads7Files", "unmatched"],
    ["test_SIGN_1_and_PAY_2", "ambiguous SIGN-1 PAY-2"],
  ])("%s", (name, expected) => expect(told(one(name))).toBe(expected));

  test("is none where two refs would be spelled alike, and the one that is written so where there is one", () => {
    const found = (name: string, ...refs: string[]) => {
      const match = new CaseMatcher(
        refs.map((ref) => check(ref, ref)),
        [],
      ).match(one(name));
      return match.kind === "ambiguous" ? match.candidates.map(({ ref }) => ref) : match;
    };
    expect(found("test_CART_1", "CART-1", "CART.1")).toEqual(["CART-1", "CART.1"]);
    expect(found("testCART11", "CART-11", "CART1-1")).toEqual(["CART-11", "CART1-1"]);
    expect(found("test_CART_1", "CART-1", "CART_1")).toMatchObject({ kind: "matched", check: { ref: "CART_1" } });
  });

  test("counts after one that stands there as a word, and after the title", () => {
    expect(told(one("PAY-2 after test_SIGN_1"))).toBe("PAY-2 ref");
    const titled = new CaseMatcher([check("A-1", "test_SIGN_1"), check("SIGN-1", "x")], []);
    expect(titled.match(one("test_SIGN_1"))).toMatchObject({ by: "title", check: { ref: "A-1" } });
  });
});

describe("a ref beside the name", () => {
  test("in a tag counts after one in the name, and before the title", () => {
    expect(told(one("adds", { tags: ["@smoke", "@PAY-2"] }))).toBe("PAY-2 ref");
    expect(told(one("adds", { tags: ["@TEST_PAY-2"] }))).toBe("PAY-2 ref");
    expect(told(one("SIGN-1 adds", { tags: ["@PAY-2"] }))).toBe("SIGN-1 ref");
    expect(told(one("Password", { tags: ["@PAY-1"] }))).toBe("PAY-1 ref");
    expect(told(one("adds", { tags: ["@PAY-2", "@SIGN-1"] }))).toBe("ambiguous PAY-2 SIGN-1");
  });

  test("in a suite, a class or a request counts last, the innermost first", () => {
    expect(told(one("status is 200", { suites: ["Shop", "PAY-2 Pay by card"] }))).toBe("PAY-2 ref");
    expect(told(one("opens", { suites: ["com.example.SIGN_1_Test"] }))).toBe("SIGN-1 ref");
    expect(told(one("opens", { suites: ["com.example.SIGN1Test"] }))).toBe("SIGN-1 ref");
    expect(told(one("opens", { suites: ["PAY-2", "SIGN-1 door"] }))).toBe("SIGN-1 ref");
    expect(told(one("opens", { suites: ["SIGN-1 and PAY-2"] }))).toBe("ambiguous SIGN-1 PAY-2");
    expect(told(one("Card", { suites: ["SIGN-1"] }))).toBe("PAY-2 title");
    expect(told(one("PAY_2", { suites: ["SIGN-1"] }))).toBe("PAY-2 ref");
  });
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

  test("may stand behind a number", () => {
    for (const name of ["3 - Card", "3. Card", "#3: Card", "2) Card", "Pay > 2) Card"]) {
      expect(told(one(name))).toBe("PAY-2 title");
    }
    for (const name of ["3 Card", "3.Card", "3 -- Card", "v3 - Card"]) expect(told(one(name))).toBe("unmatched");
  });

  test("may stand behind several suites that a runner joins with blanks, if it reads like a title", () => {
    expect(told(one("Shop Door Second factor", { suites: ["Shop"] }))).toBe("SIGN-1-2 title");
    expect(told(one("Shop Pay Card", { suites: ["Mocha Tests", "Pay", "Card"] }))).toBe("PAY-2 title");
    expect(told(one("Shop Till Card", { suites: ["Shop"] }))).toBe("unmatched");
    expect(told(one("Shop refuses the Card", { suites: ["Shop", "refuses the Card"] }))).toBe("unmatched");
    expect(told(one("asks for a Second factor"))).toBe("unmatched");
    const ends = new CaseMatcher(
      [check("A-1", "Pay by card"), check("A-2", "By voucher, Pay by card"), check("A-3", "pays by card")],
      SECTIONS,
    );
    expect(ends.match(one("Shop Till Pay by card", { suites: ["Shop"] }))).toMatchObject({ check: { ref: "A-1" } });
    expect(ends.match(one("Shop never pays by card", { suites: ["Shop"] })).kind).toBe("unmatched");
    expect(ends.match(one("Shop Till By voucher, Pay by card", { suites: ["Shop"] }))).toMatchObject({
      candidates: [{ ref: "A-2" }, { ref: "A-1" }],
    });
  });

  test("in which Go has put underscores is read as it was", () => {
    expect(told(one("TestDoor/Second_factor"))).toBe("SIGN-1-2 title");
    expect(told(one("TestDoor/Second_factor#01"))).toBe("SIGN-1-2 title");
    expect(told(one("Second_factor"))).toBe("unmatched");
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

test("what matches nothing names the checks that it is close to", () => {
  const near = (name: string, fields: Partial<TestCase> = {}) => {
    const match = matcher.match(one(name, fields));
    return match.kind === "unmatched" ? match.near.map(({ ref }) => ref) : match;
  };
  expect(near("test_sign_10_opens")).toEqual(["SIGN-10"]);
  expect(near("opens", { tags: ["@pay-2"] })).toEqual(["PAY-2"]);
  expect(near("test_second_factor")).toEqual(["SIGN-1-2"]);
  expect(near("testSecondFactor")).toEqual(["SIGN-1-2"]);
  expect(near("TestDoor/second-factor")).toEqual(["SIGN-1-2"]);
  expect(near("Pay > should card")).toEqual(["PAY-2"]);
  expect(near("password")).toEqual(["SIGN-1", "PAY-1"]);
  expect(near("rounds to the cent")).toEqual([]);
  expect(matcher.match(one("card"))).toMatchObject({ why: expect.stringContaining("would match with a ref of these") });
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
        const isWord = !/[x1é]$/.test(before) && !/^[x1é]/.test(after);
        if (isWord) expect(found).toMatchObject({ kind: "matched", by: "ref", check: { ref: meant } });
        else if (found.kind === "matched") {
          // The case may match another ref, which the filler has made of the one that is meant.
          expect(refs).toContain(found.check.ref);
          expect(name).toContain(found.check.ref);
          expect(found.check.ref).not.toBe(meant);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test("a match is never a guess: what is matched by ref stands in the name, and by title is the name, its end, or what a row stands behind", () => {
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
        if (match.by === "ref") expect([text, ...suites].some((name) => name.includes(match.check.ref))).toBe(true);
        else
          expect(text.replace(/( #7)+$/, "").endsWith(match.check.title) || text.endsWith(match.check.title)).toBe(
            true,
          );
        const same = known.filter(({ title }) => title === match.check.title);
        const isInName = SECTIONS.some(({ title }) => text.startsWith(`${title} `));
        if (match.by === "title" && same.length > 1) expect(suites.length > 0 || isInName).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});
