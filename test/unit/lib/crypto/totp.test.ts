// Codes of authenticator apps, held against the vectors of RFC 6238 and RFC 4226.
import { describe, expect, test } from "vitest";
import { codeAt, findTotpStep, newTotpSecret, totpUri } from "../../../../src/lib/crypto/totp.ts";

/** "12345678901234567890" in base 32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a code", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at second %i is %s, the last six digits of the vector in RFC 6238", (seconds, code) => {
    expect(codeAt(SECRET, Math.floor(seconds / 30))).toBe(code);
    expect(findTotpStep(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  test("counts one step early and one step late, and no more", () => {
    const step = 1_000;
    const code = codeAt(SECRET, step);
    const at = (by: number) => findTotpStep(SECRET, code, (step + by) * 30_000 + 12_345);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined]);
  });

  test.each(["", "12345", "1234567", "12345x", "１２３４５６", " 123456"])(
    "is six plain digits: %j is none",
    (text) => {
      expect(findTotpStep(SECRET, text, 0)).toBeUndefined();
    },
  );
});

test("a secret is 160 random bits in base 32, and works as one", () => {
  const [one, two] = [newTotpSecret(), newTotpSecret()];
  for (const secret of [one, two]) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(two);
  expect(findTotpStep(one, codeAt(one, 7), 7 * 30_000)).toBe(7);
});

test("an app is told whose account it is, whatever the names are", () => {
  expect(totpUri("ABC", "Retest (a&b)", "ada@example.com")).toBe(
    "otpauth://totp/Retest%20(a%26b):ada%40example.com?secret=ABC&issuer=Retest%20(a%26b)",
  );
});
